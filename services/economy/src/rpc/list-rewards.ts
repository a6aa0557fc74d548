import type { ListRewardsRequest, ListRewardsResponse } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { readRewards } from '../db/rewards.ts';
import { anyUserId } from '../domain/requests.ts';

const schema = z.object({ userId: anyUserId });

/** Returns all rewards with their items, and since when a user has earned them. */
export async function listRewards(
  { db }: AppContext,
  request: ListRewardsRequest,
): Promise<ListRewardsResponse> {
  return { rewards: await readRewards(db, parseRequest(schema, request).userId) };
}
