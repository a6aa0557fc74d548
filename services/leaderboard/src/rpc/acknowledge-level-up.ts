import type { AcknowledgeLevelUpRequest, AcknowledgeLevelUpResponse } from '@fifteen/proto/leaderboard';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { levelOfId } from '../domain/level-up.ts';

/**
 * Acknowledges a level-up. Can be repeated.
 * @throws LEVEL_UP_NOT_FOUND, also for another user's level-up
 */
export async function acknowledgeLevelUp(
  { db }: AppContext,
  { userId, levelUpId }: AcknowledgeLevelUpRequest,
): Promise<AcknowledgeLevelUpResponse> {
  const level = levelOfId(userId, levelUpId);
  if (level === undefined) throw notFound();
  const { rowCount } = await db.query(
    `UPDATE level_up SET acknowledged_at = coalesce(acknowledged_at, now()) WHERE user_id = $1 AND level = $2`,
    [userId, level],
  );
  if (rowCount === 0) throw notFound();
  return {};
}

const notFound = (): AppError => new AppError('LEVEL_UP_NOT_FOUND');
