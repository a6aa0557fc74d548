import type { UserId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';

/** Whether a user plays the active game of their room. A spectator may search for a game. */
export const isPlaying = (userId: UserId, game: GameState | undefined): boolean =>
  game?.status === Status.ACTIVE && (game.xPlayerId === userId || game.oPlayerId === userId);
