import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';

/** Records in the transaction of a new account that its wallet is missing. */
export async function insertMissingWallet(sql: Sql, accountId: UserId): Promise<void> {
  await sql.query(`INSERT INTO missing_wallet (account_id) VALUES ($1)`, [accountId]);
}

/** Returns whether an account waits for its wallet. */
export async function lacksWallet(db: Sql, accountId: UserId): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM missing_wallet WHERE account_id = $1`, [accountId]);
  return rowCount === 1;
}

/** Returns up to `limit` accounts that have waited for their wallet for two seconds. */
export async function findAccountsWithoutWallet(db: Sql, limit: number): Promise<UserId[]> {
  const { rows } = await db.query<{ account_id: UserId }>(
    `SELECT account_id FROM missing_wallet WHERE created_at < now() - interval '2 seconds'
     ORDER BY account_id LIMIT $1`,
    [limit],
  );
  return rows.map((row) => row.account_id);
}

/** Deletes the records of accounts whose wallets are open. */
export async function deleteMissingWallets(db: Sql, accountIds: readonly UserId[]): Promise<void> {
  await db.query(`DELETE FROM missing_wallet WHERE account_id = ANY($1)`, [accountIds]);
}
