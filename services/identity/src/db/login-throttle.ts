import type { UserId } from '@fifteen/domain';
import { isAppError, type Sql } from '@fifteen/runtime';
import type { Codes } from '../domain/codes.ts';
import { tooManyRequests } from '../domain/errors.ts';
import { pseudonymsOf, type Origin } from '../domain/origin.ts';
import { readAccessRecords, RECORDS_OF_DAY } from './access-records.ts';

/**
 * Wrong passwords of an account, by name or by address, in 15 minutes before delays begin, and the longest delay in
 * seconds.
 */
const FREE_ATTEMPTS = 10;
const WINDOW_SECONDS = 15 * 60;
const MAX_DELAY_SECONDS = 60;

/**
 * Returns the key of the counter of wrong passwords for a login from `origin`. A device or network of the newest access
 * records of the account has a counter of its own: strangers who guess passwords delay each other, not the owner
 * (docs/threats.md, 45).
 */
export async function throttleKey(
  { db, codes }: { db: Sql; codes: Codes },
  accountId: UserId,
  origin: Origin,
): Promise<string> {
  const { network, device } = pseudonymsOf(codes, origin);
  const records = await readAccessRecords(db, [accountId], RECORDS_OF_DAY);
  if (device && records.some((record) => record.device === device)) return `${accountId}:device:${device}`;
  if (network && records.some((record) => record.network === network))
    return `${accountId}:network:${network}`;
  return accountId;
}

/**
 * Counts a login attempt and compares its password. The right one resets the counter, so that earlier typing errors do not
 * delay the next login. An overload that prevents the comparison takes the attempt back, unless another has been counted
 * since.
 * @throws TOO_MANY_REQUESTS and what `compare` throws
 */
export async function attemptLogin(db: Sql, key: string, compare: () => Promise<boolean>): Promise<boolean> {
  const tries = await countLoginAttempt(db, key);
  const isCorrect = await compare().catch(async (error: unknown) => {
    if (isAppError(error, 'SERVICE_UNAVAILABLE'))
      await db.query(
        `UPDATE login_guard SET tries = tries - 1, open_at = '-infinity' WHERE key = $1 AND tries = $2`,
        [key, tries],
      );
    throw error;
  });
  if (isCorrect) await db.query(`DELETE FROM login_guard WHERE key = $1`, [key]);
  return isCorrect;
}

/**
 * Counts a login attempt before its password is compared. After ten attempts each delay is twice the one before, up to
 * a minute: guessing slows down and no account is locked. An attempt within a delay is rejected and does not count.
 * Returns the number of attempts in the window.
 * @throws TOO_MANY_REQUESTS
 */
export async function countLoginAttempt(db: Sql, key: string): Promise<number> {
  const { rows: counted } = await db.query<{ tries: number }>(COUNT_ATTEMPT, [
    key,
    WINDOW_SECONDS,
    FREE_ATTEMPTS,
    MAX_DELAY_SECONDS,
  ]);
  if (counted[0]) return counted[0].tries;
  const { rows } = await db.query<{ wait: number }>(
    `SELECT extract(epoch FROM open_at - now())::float8 AS wait FROM login_guard WHERE key = $1`,
    [key],
  );
  throw tooManyRequests(rows[0]?.wait ?? 0);
}

// A statement that waited for the row lock has an earlier now() than the statement before it. The first ten attempts
// therefore write '-infinity', which every now() is after.
const COUNT_ATTEMPT = `INSERT INTO login_guard AS g (key, tries, open_at, ends_at)
  VALUES ($1, 1, '-infinity', now() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN g.ends_at <= now() THEN 1 ELSE g.tries + 1 END,
    open_at = CASE WHEN g.ends_at <= now() OR g.tries + 1 < $3 THEN '-infinity'
      ELSE now() + make_interval(secs => least(2 ^ (g.tries + 1 - $3), $4)) END,
    ends_at = CASE WHEN g.ends_at <= now() THEN excluded.ends_at ELSE g.ends_at END
  WHERE g.open_at <= now() OR g.ends_at <= now()
  RETURNING tries`;

/** Resets all counters of an account, after its password was set. */
export async function resetAllLoginAttempts(sql: Sql, accountId: UserId): Promise<void> {
  await sql.query(`DELETE FROM login_guard WHERE key = $1 OR starts_with(key, $1 || ':')`, [accountId]);
}
