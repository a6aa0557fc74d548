import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { accountBanned } from '../domain/errors.ts';

/** Bans an account and locks it. An earlier ban keeps its time. Returns whether the account exists. */
export async function setBan(sql: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE account SET banned_at = coalesce(banned_at, now()) WHERE id = $1`,
    [accountId],
  );
  return rowCount === 1;
}

/** Ends the ban of an account. Returns whether the account exists. */
export async function clearBan(sql: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(`UPDATE account SET banned_at = NULL WHERE id = $1`, [accountId]);
  return rowCount === 1;
}

/** Returns whether an account is banned; false without an account. */
export async function isBanned(sql: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT FROM account WHERE id = $1 AND banned_at IS NOT NULL`, [
    accountId,
  ]);
  return rowCount === 1;
}

/**
 * Rejects what a banned user may not do. It takes no lock, so a ban at the same time may be missed: `replaceSession`
 * sees that one.
 * @throws ACCOUNT_BANNED
 */
export async function rejectBanned(sql: Sql, accountId: UserId): Promise<void> {
  if (await isBanned(sql, accountId)) throw accountBanned();
}
