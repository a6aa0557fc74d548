import type { Stake } from '@fifteen/proto/economy';

/** Returns the error for a stake whose state contradicts its game. */
export const unexpectedStake = ({ gameId, state }: Stake): Error =>
  new Error(`the stake of ${gameId} is ${state}: its game cannot have led there`);
