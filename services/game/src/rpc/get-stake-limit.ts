import type { GetStakeLimitRequest, GetStakeLimitResponse } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { findStakeLimit } from '../db/stake-limit.ts';

/** Returns the highest bet that a new player may stake. */
export async function getStakeLimit(
  { db, stakeLimit }: AppContext,
  { userId }: GetStakeLimitRequest,
): Promise<GetStakeLimitResponse> {
  const { games, opponents } = stakeLimit;
  return { coins: await findStakeLimit(db, stakeLimit, userId), games, opponents };
}
