import { startJob, type Database, type Lifecycle, type Log } from '@fifteen/runtime';
import { removeGuests } from './accounts.ts';
import type { Wallets } from './wallets.ts';

const WALLETS_MS = 5_000;
const CLEANUP_MS = 60_000;
const BATCH = 100;
/** Reliability 1.7 and 1.10. */
const UNCONFIRMED_DAYS = 7;
const IDLE_GUEST_DAYS = 90;

/** Rows that have had their time. Mails are kept for the day in which the limits of sends count them. */
const OVER = [
  `DELETE FROM session WHERE expires_at < now()`,
  `DELETE FROM code_flow WHERE expires_at < now() - interval '1 hour'`,
  `DELETE FROM mail WHERE created_at < now() - interval '25 hours' AND done_at IS NOT NULL`,
  `DELETE FROM request_count WHERE expire < extract(epoch FROM now()) * 1000`,
  `DELETE FROM login_guard WHERE ends_at < now()`,
];

/** Starts the loops that every replica runs: wallets that are missing, and what has had its time. */
export function startSweeps(
  { db, wallets, committed }: { db: Database; wallets: Wallets; committed: () => void },
  context: { log: Log; lifecycle: Lifecycle },
): void {
  const loops = [
    startJob('wallets', WALLETS_MS, context.log, () => wallets.openMissing()),
    startJob('cleanup', CLEANUP_MS, context.log, async () => {
      for (const statement of OVER) await db.query(statement);
      const registrations = await forgetRegistrations(db);
      const guests = await removeIdleGuests(db);
      if (guests > 0) committed();
      return registrations === BATCH || guests === BATCH;
    }),
  ];
  context.lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
}

/** Forgets registrations that nobody has confirmed, so that their names are free again. Answers how many. */
export function forgetRegistrations(db: Database): Promise<number> {
  return db.tx(async (sql) => {
    const { rows } = await sql.query<{ account_id: string }>(
      `DELETE FROM registration WHERE account_id IN (
         SELECT account_id FROM registration WHERE created_at < now() - make_interval(days => $1)
         ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING account_id`,
      [UNCONFIRMED_DAYS, BATCH],
    );
    const ids = rows.map((row) => row.account_id);
    await sql.query(`DELETE FROM username WHERE account_id = ANY($1) AND pending`, [ids]);
    return ids.length;
  });
}

/** Ends the accounts of guests who have not been seen for long. Answers how many. */
export function removeIdleGuests(db: Database): Promise<number> {
  return db.tx(async (sql) => {
    const { rows } = await sql.query<{ id: string }>(
      `SELECT id FROM account WHERE guest AND seen_at < now() - make_interval(days => $1)
       ORDER BY seen_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [IDLE_GUEST_DAYS, BATCH],
    );
    if (rows.length > 0)
      await removeGuests(
        sql,
        rows.map((row) => row.id),
      );
    return rows.length;
  });
}
