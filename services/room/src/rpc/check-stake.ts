import type { CheckStakeResponse, CheckStakeRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { assertStake } from '../workflows/check-stake.ts';

/**
 * Checks that a user can pay this bet and is allowed to.
 * @throws INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE
 */
export async function checkStake(
  context: AppContext,
  { userId, bet }: CheckStakeRequest,
): Promise<CheckStakeResponse> {
  await assertStake(context, userId, bet);
  return {};
}
