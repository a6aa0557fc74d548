import { REMATCH_SECONDS } from '@fifteen/domain';
import type { AppContext } from '../context.ts';
import { notifyBothPlayers, REMATCH_COLUMNS, type RematchRow } from '../db/rematches.ts';
import { transact } from '../db/transaction.ts';

/** Expires rematch requests that were not answered in time. */
export async function expireRematches(context: AppContext): Promise<void> {
  await transact(context, 'expire-rematches', async (sql, notifications) => {
    const { rows } = await sql.query<RematchRow>(
      `UPDATE rematch_request SET status = 'lapsed' WHERE id IN (
         SELECT id FROM rematch_request WHERE status = 'pending' AND requested_at <= now() - make_interval(secs => $1)
         LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING ${REMATCH_COLUMNS}`,
      [REMATCH_SECONDS],
    );
    for (const row of rows) notifyBothPlayers(notifications, row);
  });
}
