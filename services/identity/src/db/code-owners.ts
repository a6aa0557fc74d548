import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';

/**
 * Returns the account whose password a code for this address resets, else the registration: of the browser's flow, else
 * the newest one, with a guest's registration last.
 */
export const findResetOwner = (
  db: Sql,
  emailKey: string,
  carriedFlowId: string | undefined,
): Promise<UserId | undefined> =>
  findOwner(
    db,
    `SELECT id, 1 AS rank, created_at FROM account WHERE email_key = $1
     UNION ALL SELECT account_id, CASE WHEN account_id IN (SELECT account_id FROM code_flow WHERE id = $2)
       THEN 2 ELSE 3 + upgrade::int END, created_at FROM registration WHERE email_key = $1`,
    [emailKey, carriedFlowId],
  );

/** Returns the registration of the browser's flow, or the only registration of the address. */
export const findRegistration = (
  db: Sql,
  emailKey: string,
  carriedFlowId: string | undefined,
): Promise<UserId | undefined> =>
  findOwner(
    db,
    `SELECT id, rank, created_at FROM (
       SELECT account_id AS id, created_at, count(*) OVER () AS claims,
         CASE WHEN account_id IN (SELECT account_id FROM code_flow WHERE id = $2) THEN 0 ELSE 1 END AS rank
       FROM registration WHERE email_key = $1) AS claim
     WHERE rank = 0 OR claims = 1`,
    [emailKey, carriedFlowId],
  );

async function findOwner(db: Sql, candidates: string, values: unknown[]): Promise<UserId | undefined> {
  const { rows } = await db.query<{ id: UserId }>(
    `SELECT id FROM (${candidates}) AS candidate ORDER BY rank, created_at DESC LIMIT 1`,
    values,
  );
  return rows[0]?.id;
}
