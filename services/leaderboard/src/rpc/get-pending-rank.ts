import type { GetPendingRankResponse, RankResult, GetPendingRankRequest } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import { WEEKLY_ENTRIES } from '@fifteen/domain';

/** Weeks after its own in which a result is shown. */
const SHOWN_WEEKS = 5;

/** Returns the oldest result that a user has not seen; one with a reward only after that was paid or rejected. */
export async function getPendingRank(
  { db }: AppContext,
  { userId }: GetPendingRankRequest,
): Promise<GetPendingRankResponse> {
  const { rows } = await db.query<Omit<RankResult, 'week'> & { year: number; number: number }>(
    `SELECT year, week AS number, rank, wins, games, coins AS "coinsEarned", reward, paid_at IS NOT NULL AS paid,
       coalesce(opponents, 0) AS opponents, coalesce(opponents_needed, 0) AS "opponentsNeeded",
       CASE WHEN rejection IS NOT NULL AND paid_at IS NULL THEN 'rejected' WHEN reward > 0 THEN '' WHEN rank > $3 THEN 'rank'
            WHEN wins = 0 THEN 'wins' ELSE 'opponents' END AS "noRewardReason"
     FROM weekly_result WHERE user_id = $1 AND seen_at IS NULL AND (reward = 0 OR paid_at IS NOT NULL OR rejection IS NOT NULL)
       AND to_date(year || '-' || week, 'IYYY-IW') + 7 > (now() AT TIME ZONE 'UTC') - make_interval(weeks => $2)
     ORDER BY year, week LIMIT 1`,
    [userId, SHOWN_WEEKS, WEEKLY_ENTRIES],
  );
  const [row] = rows;
  if (!row) return {};
  const { year, number, ...result } = row;
  return { result: { week: { year, number }, ...result } };
}
