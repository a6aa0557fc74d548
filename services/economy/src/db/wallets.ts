import type { UserId } from '@fifteen/domain';
import type { Balance } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import type { Sql } from '@fifteen/runtime';
import type { LedgerCommand } from './ledger.ts';

/** Returns the command that calls a SQL function whose result is a wallet. */
export const walletCommand =
  (userId: UserId, call: string, values: unknown[]): LedgerCommand<Balance> =>
  async (sql, effects) => {
    const { rows } = await sql.query<{ coins: number; changed_balances: BalanceChanged[] }>(
      `SELECT * FROM ${call}`,
      values,
    );
    const [row] = rows;
    if (!row) throw new Error(`${call} returned no row`);
    effects.addBalances(row.changed_balances);
    return { userId, coins: row.coins };
  };

/** Returns whether a user's wallet was opened, without a lock on it. */
export async function hasWallet(sql: Sql, userId: UserId): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT FROM account WHERE id = 'u:' || $1`, [userId]);
  return rowCount === 1;
}

/** Opens a user's wallet with the signup grant, once. The wallet of an expired guest stays closed. */
export const openWalletCommand = (userId: UserId): LedgerCommand<Balance> =>
  walletCommand(userId, 'signup($1)', [userId]);

/**
 * Empties a guest's wallet into the sink, closes it and deletes the guest's items, once. Coins that a running game would
 * still pay to the guest go to the sink as well.
 */
export const expireGuestCommand = (userId: UserId): LedgerCommand<Balance> =>
  walletCommand(userId, 'expire_guest($1)', [userId]);

/** Returns the balances of these users in their order; a user without a wallet is missing. */
export async function readBalances(sql: Sql, userIds: readonly UserId[]): Promise<Balance[]> {
  const { rows } = await sql.query<Balance>(
    `SELECT one AS "userId", balance AS coins
       FROM unnest($1::text[]) WITH ORDINALITY requested (one, place) JOIN account ON id = 'u:' || one
      ORDER BY place`,
    [userIds],
  );
  return rows;
}
