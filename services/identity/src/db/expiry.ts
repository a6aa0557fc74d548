import { REGISTRATION_DAYS, type UserId } from '@fifteen/domain';
import type { Database } from '@fifteen/runtime';
import { deleteAccounts } from './accounts.ts';
import { releaseNames } from './registrations.ts';

/** Retention in days (docs/spec/guarantees.md#guarantees-7). */
const IDLE_GUEST_DAYS = 90;
/** Rows that one transaction deletes. */
export const EXPIRY_BATCH = 100;

/** Deletes expired rows. Mails stay for the day in which the limits of code mails count them. */
const DELETE_EXPIRED = [
  `DELETE FROM session WHERE expires_at < now()`,
  `DELETE FROM guest_request WHERE created_at < now() - interval '10 minutes'`,
  `DELETE FROM code_flow WHERE expires_at < now() - interval '1 hour'`,
  `DELETE FROM mail WHERE created_at < now() - interval '25 hours' AND done_at IS NOT NULL`,
  `DELETE FROM request_count WHERE expire < extract(epoch FROM now()) * 1000`,
  `DELETE FROM login_guard WHERE ends_at < now()`,
];

/** Deletes sessions, requests for guests, codes, mails and counters that have expired. */
export async function deleteExpiredRows(db: Database): Promise<void> {
  for (const statement of DELETE_EXPIRED) await db.query(statement);
}

/**
 * Deletes unconfirmed registrations after seven days (docs/spec/guarantees.md#guarantees-10), so that their names are
 * free again. Returns how many.
 */
export function deleteOldRegistrations(db: Database): Promise<number> {
  return db.tx(async (sql) => {
    const { rows } = await sql.query<{ account_id: UserId }>(
      `SELECT account_id FROM registration WHERE created_at < now() - make_interval(days => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [REGISTRATION_DAYS, EXPIRY_BATCH],
    );
    const ids = rows.map((row) => row.account_id);
    await releaseNames(sql, ids);
    await sql.query(`DELETE FROM registration WHERE account_id = ANY($1)`, [ids]);
    return ids.length;
  });
}

/** Deletes guests who have been inactive for 90 days. Returns how many. */
export function deleteIdleGuests(db: Database): Promise<number> {
  return db.tx(async (sql) => {
    const { rows } = await sql.query<{ id: UserId }>(
      `SELECT id FROM account WHERE guest AND seen_at < now() - make_interval(days => $1)
       ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [IDLE_GUEST_DAYS, EXPIRY_BATCH],
    );
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) await deleteAccounts(sql, ids);
    return ids.length;
  });
}
