import type { Sql } from '@fifteen/runtime';

/** Findings of the payout audit by kind, and its lag in seconds. */
export interface PayoutState {
  record: number;
  unpaid: number;
  payment: number;
  behind: number;
}

/** Reads the state of the payout audit, which is the same at every replica. */
export async function readPayoutState(sql: Sql): Promise<PayoutState | undefined> {
  const { rows } = await sql.query<PayoutState>(
    `SELECT count(*) FILTER (WHERE kind = 'record') AS record, count(*) FILTER (WHERE kind = 'unpaid') AS unpaid,
            count(*) FILTER (WHERE kind = 'payment') AS payment,
            (SELECT extract(epoch FROM now() - at)::float8 FROM payout_audit) AS behind
       FROM payout_finding`,
  );
  return rows[0];
}
