import type { Balance, PayWeeklyRequest, TopUpRequest } from '@fifteen/proto/economy';
import type { BalanceChanged } from '@fifteen/proto/events';
import type { Sql } from '@fifteen/runtime';
import type { Outcome, Verb } from './ledger.ts';

/** Runs one of the SQL functions that answer with a wallet. */
export async function callWallet(
  sql: Sql,
  userId: string,
  call: string,
  values: unknown[],
): Promise<Outcome<Balance>> {
  const { rows } = await sql.query<{ coins: number; changed_balances: BalanceChanged[] }>(
    `SELECT * FROM ${call}`,
    values,
  );
  const [row] = rows;
  if (!row) throw new Error(`${call} answered nothing`);
  return { answer: { userId, coins: row.coins }, moved: row.changed_balances };
}

/** Opens a user's wallet with the grant, once. The wallet of a guest who has left already stays closed. */
export const signup = (userId: string): Verb<Balance> => ({
  name: 'signup',
  run: (sql) => callWallet(sql, userId, 'signup($1)', [userId]),
});

/**
 * Empties a guest's wallet into the sink, closes it and forgets the guest's items, once. What a running game still owes
 * the guest follows the coins.
 */
export const expireGuest = (userId: string): Verb<Balance> => ({
  name: 'expire-guest',
  run: (sql) => callWallet(sql, userId, 'expire_guest($1)', [userId]),
});

/** Credits coins that were bought outside. Refuses NOT_FOUND without a wallet, CONFLICT for a reference used otherwise. */
export const topUp = ({ userId, amount, reference }: TopUpRequest): Verb<Balance> => ({
  name: 'top-up',
  run: (sql) => callWallet(sql, userId, 'top_up($1, $2, $3)', [userId, amount, reference]),
});

/**
 * Pays what a rank of a week is worth, once per week and rank, and once per week and user. Refuses CONFLICT when the rank
 * was somebody else's or the user has another, NOT_FOUND without a wallet.
 */
export const payWeekly = ({ year, week, rank, userId }: PayWeeklyRequest): Verb<Balance> => ({
  name: 'pay-weekly',
  run: (sql) => callWallet(sql, userId, 'pay_weekly($1, $2, $3, $4)', [year, week, rank, userId]),
});

/** The balances of these users in their order; 0 for one without a wallet. */
export async function balances(sql: Sql, userIds: readonly string[]): Promise<Balance[]> {
  const { rows } = await sql.query<Balance>(
    `SELECT one AS "userId", coalesce(balance, 0) AS coins
       FROM unnest($1::text[]) WITH ORDINALITY asked (one, place) LEFT JOIN account ON id = 'u:' || one
      ORDER BY place`,
    [userIds],
  );
  return rows;
}
