import { Status, type GameState } from '@fifteen/proto/game';

/** Whether somebody plays in the game of their room. Who only watches it may look for one of their own. */
export const isBusy = (userId: string, game: GameState | undefined): boolean =>
  game?.status === Status.ACTIVE && (game.xPlayerId === userId || game.oPlayerId === userId);
