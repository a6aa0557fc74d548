import type { MoveResponse, MoveRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { stateOf } from '../domain/game-state.ts';

/**
 * Places a mark. Returns after the commit. Gateways send their moves on a stream; tests and the simulation call this.
 * @throws GAME_NOT_FOUND, NOT_A_PLAYER, NOT_YOUR_TURN, POSITION_OCCUPIED, POSITION_LOCKED, GAME_NOT_READY, GAME_NOT_ACTIVE, INVALID_MOVE, CONFLICT
 */
export async function move({ liveGames }: AppContext, request: MoveRequest): Promise<MoveResponse> {
  return { game: stateOf(await liveGames.move(request)) };
}
