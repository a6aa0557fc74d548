import type { GetCurrentGameResponse, GetCurrentGameRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { GAME_COLUMNS, gameOf, type GameRow } from '../db/games.ts';
import { stateOf } from '../domain/game-state.ts';

/** Returns the active game of a user, if there is one. A game that is still being funded is not visible. */
export async function getCurrentGame(
  { db }: AppContext,
  { userId }: GetCurrentGameRequest,
): Promise<GetCurrentGameResponse> {
  const { rows } = await db.query<GameRow>(
    `SELECT ${GAME_COLUMNS} FROM game
     WHERE id = (SELECT game_id FROM active_player WHERE user_id = $1) AND status = 'active'`,
    [userId],
  );
  const [row] = rows;
  return { game: row ? stateOf(gameOf(row)) : undefined };
}
