import type { GetWeeklyRewardsRequest, GetWeeklyRewardsResponse, WeeklyReward } from '@fifteen/proto/economy';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';
import { weekFields } from '../domain/requests.ts';

const schema = z.object(weekFields);

/** Returns the rewards that were paid for a week, by rank, with the coins of their transfers. */
export async function getWeeklyRewards(
  { db }: AppContext,
  request: GetWeeklyRewardsRequest,
): Promise<GetWeeklyRewardsResponse> {
  const { year, week } = parseRequest(schema, request);
  const { rows } = await db.query<WeeklyReward>(
    `SELECT rank, user_id AS "userId", coalesce(sum(amount), 0)::bigint AS coins
       FROM weekly_reward LEFT JOIN transfer USING (entry_key)
      WHERE iso_year = $1 AND iso_week = $2 GROUP BY rank, user_id ORDER BY rank`,
    [year, week],
  );
  return { rewards: rows };
}
