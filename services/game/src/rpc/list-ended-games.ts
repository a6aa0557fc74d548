import type { ListEndedGamesResponse, ListEndedGamesRequest } from '@fifteen/proto/game';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { gameOf, selectEndedGames, type GameRow } from '../db/games.ts';
import { cursorOf, parseCursor } from '../domain/cursor.ts';
import { stateOf } from '../domain/game-state.ts';
import { assertTimeRange } from '../domain/time-range.ts';

const PAGE = 200;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns a page of the games that ended in a span of time, oldest first, and the cursor of the next page.
 * @throws INVALID
 */
export async function listEndedGames(
  { db }: AppContext,
  { cursor, ...span }: ListEndedGamesRequest,
): Promise<ListEndedGamesResponse> {
  const { from, until } = assertTimeRange(span);
  const after = cursor === '' ? { at: from, id: LOWEST_ID } : parseCursor(cursor);
  const rows = await queryRows<GameRow>(
    db,
    selectEndedGames()
      .whereRaw('(finished_at, id) > (?, ?)', [after.at, after.id])
      .where('finished_at', '<', until)
      .orderBy(['finished_at', 'id'])
      .limit(PAGE + 1),
  );
  const games = rows.slice(0, PAGE).map(gameOf);
  const last = games.at(-1);
  return { games: games.map(stateOf), nextCursor: rows.length > PAGE && last ? cursorOf(last) : '' };
}
