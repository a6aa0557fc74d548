import type { TakeControlResponse, TakeControlRequest } from '@fifteen/proto/game';
import type { Call } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { stateOf } from '../domain/game-state.ts';

/**
 * Takes a player's seat back from auto-play. An error for a seat that is not on auto-play: the caller's further attempts
 * alone return the game as it is, because the first may have taken control.
 * @throws GAME_NOT_FOUND, NOT_A_PLAYER, GAME_NOT_READY, GAME_NOT_ACTIVE, AUTO_PLAY_NOT_ACTIVE
 */
export async function takeControl(
  { liveGames }: AppContext,
  { gameId, userId }: TakeControlRequest,
  { isRepeat = false }: Call,
): Promise<TakeControlResponse> {
  return { game: stateOf(await liveGames.takeControl(gameId, userId, isRepeat)) };
}
