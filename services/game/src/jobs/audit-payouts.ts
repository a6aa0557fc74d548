import type { GameId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { payoutFaultOf, type PaidGame, type PayoutFault } from '../domain/payouts.ts';

/** Games that are compared with their stakes in one request. */
const BATCH = 100;

type AuditContext = Pick<AppContext, 'db' | 'economy' | 'log' | 'payoutAuditMs'>;

/** The instant as text: the cursor needs all of its microseconds. */
const AUDIT_COLUMNS = `id, x_user, o_user, bet, status, winner, condition, abandoned_by, moves, finished_at::text,
  ARRAY(SELECT position FROM move WHERE game_id = id ORDER BY ply) AS played`;

/**
 * Audits payouts: replays every ended game for coins, and compares winner, condition and payment with its stake in
 * economy. The cursor is durable. Replicas may repeat work, and only one of them moves the cursor. Each pass checks one
 * batch of games and known findings. Unpaid games are paid again. A pass without a full batch has reached the newest
 * game, so the audit is up to date. Returns whether there may be more games.
 */
export async function auditPayouts(context: AuditContext): Promise<boolean> {
  const { db, log, payoutAuditMs } = context;
  await recheckFindings(context);
  const { rows } = await db.query<{ at: string; id: GameId }>(
    'SELECT finished_at::text AS at, game_id AS id FROM payout_audit',
  );
  const [cursor] = rows;
  if (!cursor) throw new Error('the audit of payouts has no cursor');
  const { rows: games } = await db.query<PaidGame>(
    `SELECT ${AUDIT_COLUMNS} FROM game
      WHERE bet > 0 AND finished_at IS NOT NULL AND (finished_at, id) > ($1::timestamptz, $2::uuid)
        AND finished_at < now() - $3 * interval '1 ms'
      ORDER BY finished_at, id LIMIT $4`,
    [cursor.at, cursor.id, payoutAuditMs, BATCH],
  );
  const last = games.at(-1);
  if (!last) {
    await db.query('UPDATE payout_audit SET at = now()');
    return false;
  }
  const isMore = games.length === BATCH;
  const faults = await faultsOf(context, games);
  for (const [gameId, kind] of faults)
    log.error({ alarm: true, gameId, kind }, 'payout audit found a mismatch');
  await db.tx(async (sql) => {
    await sql.query(
      `INSERT INTO payout_finding (game_id, kind) SELECT * FROM unnest($1::uuid[], $2::text[])
       ON CONFLICT (game_id) DO UPDATE SET kind = excluded.kind, checked_at = now()`,
      [[...faults.keys()], [...faults.values()]],
    );
    await retryPayouts(sql, faults);
    // Another replica may have been faster; the cursor never moves back.
    await sql.query(
      `UPDATE payout_audit
          SET finished_at = $1::timestamptz, game_id = $2, at = CASE WHEN $5 THEN at ELSE now() END
        WHERE (finished_at, game_id) = ($3::timestamptz, $4::uuid)`,
      [last.finished_at, last.id, cursor.at, cursor.id, isMore],
    );
  });
  return isMore;
}

/**
 * Lets the job that settles stakes pay these games. A game that was settled and is unpaid means that the ledger was restored
 * to a moment before the payment.
 */
async function retryPayouts(sql: Sql, faults: ReadonlyMap<GameId, PayoutFault>): Promise<void> {
  const unpaid = [...faults].filter(([, kind]) => kind === 'unpaid').map(([gameId]) => gameId);
  await sql.query(
    `UPDATE game SET settled_at = NULL, due_at = now()
      WHERE id = ANY ($1::uuid[]) AND settled_at IS NOT NULL AND status IN ('finished', 'abandoned')`,
    [unpaid],
  );
}

/** Checks known findings again, those with the oldest check first, and deletes those that were repaired. */
async function recheckFindings(context: AuditContext): Promise<void> {
  const { rows: games } = await context.db.query<PaidGame>(
    `SELECT ${AUDIT_COLUMNS} FROM game
      WHERE id IN (SELECT game_id FROM payout_finding ORDER BY checked_at LIMIT $1)`,
    [BATCH],
  );
  if (games.length === 0) return;
  const faults = await faultsOf(context, games);
  const repaired = games.filter(({ id }) => !faults.has(id)).map(({ id }) => id);
  await context.db.tx(async (sql) => {
    await sql.query('DELETE FROM payout_finding WHERE game_id = ANY ($1::uuid[])', [repaired]);
    await sql.query('UPDATE payout_finding SET checked_at = now() WHERE game_id = ANY ($1::uuid[])', [
      [...faults.keys()],
    ]);
  });
}

async function faultsOf(
  { economy }: AuditContext,
  games: readonly PaidGame[],
): Promise<Map<GameId, PayoutFault>> {
  const { stakes } = await economy.getStakes({ gameIds: games.map(({ id }) => id) });
  const byGame = new Map(stakes.map((record) => [record.stake?.gameId, record]));
  const faults = new Map<GameId, PayoutFault>();
  for (const game of games) {
    const fault = payoutFaultOf(game, byGame.get(game.id));
    if (fault) faults.set(game.id, fault);
  }
  return faults;
}
