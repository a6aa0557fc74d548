import type { ListPendingLevelUpsResponse, ListPendingLevelUpsRequest } from '@fifteen/proto/leaderboard';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { levelUpOf } from '../domain/level-up.ts';

const LIMIT = 50;

/** Returns a user's level-ups that were not acknowledged, oldest first. */
export async function listPendingLevelUps(
  { db }: AppContext,
  { userId }: ListPendingLevelUpsRequest,
): Promise<ListPendingLevelUpsResponse> {
  const rows = await queryRows<{ level: number }>(
    db,
    build('level_up')
      .select('level')
      .where({ user_id: userId, acknowledged_at: null })
      .orderBy('level')
      .limit(LIMIT),
  );
  return { levelUps: rows.map(({ level }) => levelUpOf(userId, level)) };
}
