import type { StakeLimitRequest, StakeLimitResponse } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { findStakeLimit } from '../db/stake-limit.ts';

/** Returns the highest bet that a new player may stake. */
export async function getStakeLimit(
  { db, stakeLimit }: AppContext,
  { userId }: StakeLimitRequest,
): Promise<StakeLimitResponse> {
  return { coins: await findStakeLimit(db, stakeLimit, userId), games: stakeLimit.games };
}
