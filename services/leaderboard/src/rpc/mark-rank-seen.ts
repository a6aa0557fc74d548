import type { MarkRankSeenResponse, MarkRankSeenRequest } from '@fifteen/proto/leaderboard';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';

/**
 * Marks a user's result of a week as seen. Can be repeated.
 * @throws INVALID without a week
 */
export async function markRankSeen(
  { db }: AppContext,
  { userId, week }: MarkRankSeenRequest,
): Promise<MarkRankSeenResponse> {
  if (!week) throw new AppError('INVALID', { reason: 'week is required' });
  await db.query(
    `UPDATE weekly_result SET seen_at = now() WHERE user_id = $1 AND seen_at IS NULL AND (year, week) = ($2, $3)`,
    [userId, week.year, week.number],
  );
  return {};
}
