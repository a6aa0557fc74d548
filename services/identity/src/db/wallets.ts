import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';

/** Returns whether an account waits for its wallet. */
export async function lacksWallet(db: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM account WHERE id = $1 AND wallet_opened_at IS NULL`, [
    accountId,
  ]);
  return rowCount === 1;
}

/** Returns up to `limit` accounts that have waited for their wallet for two seconds, oldest first. */
export async function findAccountsWithoutWallet(db: Sql, limit: number): Promise<UserId[]> {
  const { rows } = await db.query<{ id: UserId }>(
    `SELECT id FROM account WHERE wallet_opened_at IS NULL AND created_at < now() - interval '2 seconds'
     ORDER BY created_at LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.id);
}

/** Records that the economy service has opened the wallet of an account. */
export async function markWalletOpened(db: Sql, accountId: UserId): Promise<void> {
  await db.query(`UPDATE account SET wallet_opened_at = now() WHERE id = $1`, [accountId]);
}
