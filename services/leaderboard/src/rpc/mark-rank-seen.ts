import type { MarkRankSeenResponse, MarkRankSeenRequest } from '@fifteen/proto/leaderboard';
import { parseRequest } from '@fifteen/runtime';
import { z } from 'zod';
import type { AppContext } from '../context.ts';

const seenResult = z.object({
  week: z.object({ year: z.int().min(1).max(9_999), number: z.int().min(1).max(53) }),
});

/**
 * Marks a user's result of a week as seen. Can be repeated.
 * @throws INVALID without a week, or with one that cannot be
 */
export async function markRankSeen(
  { db }: AppContext,
  request: MarkRankSeenRequest,
): Promise<MarkRankSeenResponse> {
  const { week } = parseRequest(seenResult, request);
  await db.query(
    `UPDATE weekly_result SET seen_at = now() WHERE user_id = $1 AND seen_at IS NULL AND (year, week) = ($2, $3)`,
    [request.userId, week.year, week.number],
  );
  return {};
}
