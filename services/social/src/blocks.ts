import { build, rowsOf } from '@fifteen/runtime/statements';
import { commit } from './news.ts';
import { keyOf, lockNewPair, lockPair } from './pairs.ts';
import type { Parts } from './parts.ts';

const LISTED = 200;
const EITHER_WAY = 1_000;

/** Blocks somebody, which ends what is between the two; see the RPC. Errors: NOT_YOURSELF, NOT_FOUND. */
export async function block(parts: Parts, userId: string, otherId: string): Promise<void> {
  await commit(parts, 'block', async (sql, news) => {
    const side = await lockNewPair(sql, userId, otherId);
    if (side.blocks) return;
    await sql.query(
      `UPDATE relationship SET friends_since = NULL,
         low_blocks_at = CASE low WHEN $3 THEN now() ELSE low_blocks_at END,
         high_blocks_at = CASE high WHEN $3 THEN now() ELSE high_blocks_at END,
         answered_at = CASE request_status WHEN 'pending' THEN now() ELSE answered_at END,
         request_status = CASE request_status WHEN 'pending' THEN 'lapsed' ELSE request_status END
       WHERE low = $1 AND high = $2`,
      [...keyOf(userId, otherId), userId],
    );
    news.changed(userId);
    // Who is blocked is not told so, but hears that a friend or a request is gone.
    if (side.friends || side.request?.status === 'pending') news.changed(otherId);
  });
}

/** Nobody blocked is no error. Errors: NOT_YOURSELF. */
export async function unblock(parts: Parts, userId: string, otherId: string): Promise<void> {
  await commit(parts, 'unblock', async (sql, news) => {
    const side = await lockPair(sql, userId, otherId);
    if (!side?.blocks) return;
    await sql.query(
      `UPDATE relationship SET
         low_blocks_at = CASE WHEN low <> $3 THEN low_blocks_at END,
         high_blocks_at = CASE WHEN high <> $3 THEN high_blocks_at END
       WHERE low = $1 AND high = $2`,
      [...keyOf(userId, otherId), userId],
    );
    news.changed(userId);
  });
}

/** Whom a user blocks, newest first. */
export async function blockedBy({ db }: Parts, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sidesOf(userId)
      .whereNotNull('blocks_at')
      .orderBy([{ column: 'blocks_at', order: 'desc' }, 'other_id'])
      .limit(LISTED),
  );
  return rows.map(({ other_id }) => other_id);
}

/** Everybody who blocks a user or is blocked by them. */
export async function blockedEitherWay({ db }: Parts, userId: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sidesOf(userId)
      .where((blocked) => blocked.whereNotNull('blocks_at').orWhereNotNull('blocked_at'))
      .limit(EITHER_WAY),
  );
  return rows.map(({ other_id }) => other_id);
}

/** What a user is to everybody with whom they ever had to do. */
const sidesOf = (userId: string) =>
  build<{ user_id: string; other_id: string; blocks_at: Date | null; blocked_at: Date | null }>(
    'user_relationship',
  )
    .select('other_id')
    .where({ user_id: userId });
