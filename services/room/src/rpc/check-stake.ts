import type { CheckStakeResponse, CheckStakeRequest } from '@fifteen/proto/room';
import type { AppContext } from '../context.ts';
import { assertStake } from '../workflows/check-stake.ts';
import { assertNotPlaying } from '../workflows/load-room.ts';

/**
 * Checks that no game of a user runs or starts, and that they can pay this bet and are allowed to.
 * @throws ALREADY_IN_GAME, INSUFFICIENT_COINS, STAKE_LIMIT, SERVICE_UNAVAILABLE
 */
export async function checkStake(
  context: AppContext,
  { userId, bet }: CheckStakeRequest,
): Promise<CheckStakeResponse> {
  // One after the other: during a game, its stake is missing from the balance.
  await assertNotPlaying(context, userId);
  await assertStake(context, userId, bet);
  return {};
}
