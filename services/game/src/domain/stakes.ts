import type { HoldStakeRequest, Stake } from '@fifteen/proto/economy';
import type { Game } from './game.ts';

/** Returns the terms of a game's stakes, which never change. */
export const stakeTermsOf = ({ id, players, bet }: Game): HoldStakeRequest => ({
  gameId: id,
  xUserId: players.X,
  oUserId: players.O,
  bet,
});

/** Returns the error for a stake whose state contradicts its game. */
export const unexpectedStake = ({ gameId, state }: Stake): Error =>
  new Error(`the stake of ${gameId} is ${state}: its game cannot have led there`);
