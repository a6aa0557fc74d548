import type { MayStakeAnswer, MayStakeRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { assertStakeAllowed } from '../db/stake-limit.ts';

/** @throws STAKE_LIMIT when a new player may not stake this bet */
export async function checkStake(
  { db, stakeLimit }: AppContext,
  { userId, bet }: MayStakeRequest,
): Promise<MayStakeAnswer> {
  await assertStakeAllowed(db, stakeLimit, userId, bet);
  return {};
}
