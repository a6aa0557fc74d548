import type { Sql } from '@fifteen/runtime';
import type { Origin, Parts } from './parts.ts';
import { pseudonymsOf, sightingsOf } from './seen.ts';
import { tooMany } from './limits.ts';

/** Wrong passwords of an account in a quarter of an hour before delays begin, and the longest delay in seconds. */
const FREE_TRIES = 10;
const WINDOW_SECONDS = 15 * 60;
const LONGEST_DELAY = 60;

/** Newest sign-ins and moves of an account that make a device or network a known one. */
const KNOWN_PLACES = 200;

/**
 * The counter of wrong passwords for a login from `origin`. A device that signed in to the account before has its own, and
 * so has its network: strangers who keep guessing delay each other, not the owner (threat 45).
 */
export async function guardOf({ db, codes }: Parts, accountId: string, origin: Origin): Promise<string> {
  const { network, device } = pseudonymsOf(codes, origin);
  const sightings = await sightingsOf(db, [accountId], KNOWN_PLACES);
  if (device && sightings.some((seen) => seen.device === device)) return `${accountId}:device:${device}`;
  if (network && sightings.some((seen) => seen.network === network)) return `${accountId}:network:${network}`;
  return accountId;
}

/**
 * Counts a try before its password is looked at. After ten, each waits twice as long as the one before, up to a minute:
 * guessing slows down, and no account is locked. Tries that come too early are refused and do not count.
 */
export async function countTry(db: Sql, guard: string): Promise<void> {
  const { rowCount } = await db.query(COUNT_TRY, [guard, WINDOW_SECONDS, FREE_TRIES, LONGEST_DELAY]);
  if (rowCount !== 0) return;
  const { rows } = await db.query<{ wait: number }>(
    `SELECT extract(epoch FROM open_at - now())::float8 AS wait FROM login_guard WHERE key = $1`,
    [guard],
  );
  throw tooMany(rows[0]?.wait ?? 0);
}

// A statement that waited for the row compares its own, earlier now() with what the one before it wrote: so the first
// ten leave no time behind at all.
const COUNT_TRY = `INSERT INTO login_guard AS g (key, tries, open_at, ends_at)
  VALUES ($1, 1, '-infinity', now() + make_interval(secs => $2))
  ON CONFLICT (key) DO UPDATE SET
    tries = CASE WHEN g.ends_at <= now() THEN 1 ELSE g.tries + 1 END,
    open_at = CASE WHEN g.ends_at <= now() OR g.tries + 1 < $3 THEN '-infinity'
      ELSE now() + make_interval(secs => least(2 ^ (g.tries + 1 - $3), $4)) END,
    ends_at = CASE WHEN g.ends_at <= now() THEN excluded.ends_at ELSE g.ends_at END
  WHERE g.open_at <= now() OR g.ends_at <= now()`;

/** The right password ends the count it was tried under, so that earlier typing errors do not slow the next login down. */
export async function forgiveTries(sql: Sql, guard: string): Promise<void> {
  await sql.query(`DELETE FROM login_guard WHERE key = $1`, [guard]);
}

/** A new password ends all counts of an account. */
export async function forgiveAllTries(sql: Sql, accountId: string): Promise<void> {
  await sql.query(`DELETE FROM login_guard WHERE key = $1 OR starts_with(key, $1 || ':')`, [accountId]);
}
