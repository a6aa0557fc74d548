import { Status, type GameState } from '@fifteen/proto/game';

/** Returns whether this game was played and has ended, in whichever way. */
export const isOver = ({ status }: GameState): boolean =>
  status === Status.FINISHED || status === Status.ABANDONED;
