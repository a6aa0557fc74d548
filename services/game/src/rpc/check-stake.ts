import type { CheckStakeResponse, CheckStakeRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { assertStakeAllowed } from '../db/stake-limit.ts';

/** @throws STAKE_LIMIT when a new player may not stake this bet */
export async function checkStake(
  { db, stakeLimit }: AppContext,
  { userId, bet }: CheckStakeRequest,
): Promise<CheckStakeResponse> {
  await assertStakeAllowed(db, stakeLimit, userId, bet);
  return {};
}
