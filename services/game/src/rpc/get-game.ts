import type { GetGameResponse, GetGameRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { stateOf } from '../domain/game-state.ts';

/**
 * Returns a game.
 * @throws GAME_NOT_FOUND
 */
export async function getGame(
  { liveGames }: AppContext,
  { gameId }: GetGameRequest,
): Promise<GetGameResponse> {
  return { game: stateOf(await liveGames.get(gameId)) };
}
