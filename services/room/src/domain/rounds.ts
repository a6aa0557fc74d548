import { Status, type GameState } from '@fifteen/proto/game';

/** Returns whether this game has ended, in whichever way. */
export const isOver = (game: GameState): boolean =>
  game.status === Status.FINISHED || game.status === Status.ABANDONED || game.status === Status.CANCELLED;
