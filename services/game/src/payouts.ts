import { StakeState, type StakeRecord } from '@fifteen/proto/economy';
import { replay } from '@fifteen/rules';
import { startJob, type Job, type Sql } from '@fifteen/runtime';
import type { Parts } from './parts.ts';

/** Games that are compared with the ledger in one request. */
const BATCH = 100;
/** A game is checked this many seconds after its end: it is written and paid by then. */
const AFTER_SECONDS = 300;

type Deps = Pick<Parts, 'db' | 'economy' | 'log'>;

/** How a game was not paid as its moves say: its own row differs from its moves, it is not paid, or paid otherwise. */
type PayoutFault = 'record' | 'unpaid' | 'payment';

/** A game for coins that is over, as it was written down. */
interface OverGame {
  id: string;
  x_user: string;
  o_user: string;
  bet: number;
  status: string;
  winner: 'X' | 'O' | null;
  condition: string | null;
  abandoned_by: string | null;
  moves: number[];
  /** The same moves from their own table. */
  played: number[];
  finished_at: string;
}

/** The instant as text: the cursor needs all of its microseconds. */
const COLUMNS = `id, x_user, o_user, bet, status, winner, condition, abandoned_by, moves, finished_at::text,
  ARRAY(SELECT position FROM move WHERE game_id = id ORDER BY ply) AS played`;

/**
 * Audits payouts: replays every game for coins once it is over, and compares winner, condition and payment with the
 * ledger's. The cursor is durable. Replicas may do the same work twice, and only one of them moves the cursor.
 */
export function startPayoutAudit(parts: Parts, everyMs: number): Job {
  return startJob('payout audit', everyMs, parts.log, () => auditPayouts(parts));
}

/** Checks one batch of games and all findings. Returns whether there may be more games. */
export async function auditPayouts(parts: Deps, afterSeconds = AFTER_SECONDS): Promise<boolean> {
  const { db, log } = parts;
  await recheck(parts);
  const { rows } = await db.query<{ at: string; id: string }>(
    'SELECT finished_at::text AS at, game_id AS id FROM payout_audit',
  );
  const [cursor] = rows;
  if (!cursor) throw new Error('the audit of payouts has no cursor');
  const { rows: games } = await db.query<OverGame>(
    `SELECT ${COLUMNS} FROM game
      WHERE bet > 0 AND finished_at IS NOT NULL AND (finished_at, id) > ($1::timestamptz, $2::uuid)
        AND finished_at < now() - make_interval(secs => $3)
      ORDER BY finished_at, id LIMIT $4`,
    [cursor.at, cursor.id, afterSeconds, BATCH],
  );
  const last = games.at(-1);
  if (!last) {
    await db.query('UPDATE payout_audit SET at = now()');
    return false;
  }
  const faults = await faultsOf(parts, games);
  for (const [gameId, kind] of faults)
    log.error({ alarm: true, gameId, kind }, 'payout audit found a mismatch');
  await db.tx(async (sql) => {
    await sql.query(
      `INSERT INTO payout_finding (game_id, kind) SELECT * FROM unnest($1::uuid[], $2::text[])
       ON CONFLICT (game_id) DO UPDATE SET kind = excluded.kind, checked_at = now()`,
      [[...faults.keys()], [...faults.values()]],
    );
    // Another replica may have been faster; the cursor never goes back.
    await sql.query(
      `UPDATE payout_audit SET finished_at = $1::timestamptz, game_id = $2
        WHERE (finished_at, game_id) = ($3::timestamptz, $4::uuid)`,
      [last.finished_at, last.id, cursor.at, cursor.id],
    );
  });
  return games.length === BATCH;
}

/** Checks known findings again, those that were checked longest ago first: one that was repaired is forgotten. */
async function recheck(parts: Deps): Promise<void> {
  const { rows: games } = await parts.db.query<OverGame>(
    `SELECT ${COLUMNS} FROM game
      WHERE id IN (SELECT game_id FROM payout_finding ORDER BY checked_at LIMIT $1)`,
    [BATCH],
  );
  if (games.length === 0) return;
  const faults = await faultsOf(parts, games);
  const right = games.filter(({ id }) => !faults.has(id)).map(({ id }) => id);
  await parts.db.tx(async (sql) => {
    await sql.query('DELETE FROM payout_finding WHERE game_id = ANY ($1::uuid[])', [right]);
    await sql.query('UPDATE payout_finding SET checked_at = now() WHERE game_id = ANY ($1::uuid[])', [
      [...faults.keys()],
    ]);
  });
}

async function faultsOf({ economy }: Deps, games: readonly OverGame[]): Promise<Map<string, PayoutFault>> {
  const { stakes } = await economy.getStakes({ gameIds: games.map(({ id }) => id) });
  const byGame = new Map(stakes.map((record) => [record.stake?.gameId, record]));
  const faults = new Map<string, PayoutFault>();
  for (const game of games) {
    const fault = faultOf(game, byGame.get(game.id));
    if (fault) faults.set(game.id, fault);
  }
  return faults;
}

/** Compares a game with its moves and with its stake. */
function faultOf(game: OverGame, record: StakeRecord | undefined): PayoutFault | undefined {
  if (!isRecordRight(game)) return 'record';
  const { stake } = record ?? {};
  if (game.status === 'cancelled') {
    const kept = stake?.state === StakeState.HELD || stake?.state === StakeState.SETTLED;
    return kept ? 'payment' : undefined;
  }
  if (!record || !stake || stake.state === StakeState.HELD) return 'unpaid';
  const winnerId = game.winner === null ? '' : game.winner === 'X' ? game.x_user : game.o_user;
  const right =
    stake.state === (winnerId ? StakeState.SETTLED : StakeState.REFUNDED) &&
    stake.winnerId === winnerId &&
    record.xUserId === game.x_user &&
    record.oUserId === game.o_user &&
    record.bet === game.bet;
  return right ? undefined : 'payment';
}

/** Whether winner and condition follow from the moves, and the moves are those that were acknowledged. */
function isRecordRight(game: OverGame): boolean {
  if (game.played.join() !== game.moves.join()) return false;
  const played = replay(game.moves);
  if (!played.ok) return false;
  const { outcome } = played.state;
  switch (game.status) {
    case 'finished':
      return outcome !== null && outcome.winner === game.winner && outcome.condition === game.condition;
    case 'abandoned': {
      const left = game.abandoned_by === game.x_user ? 'O' : 'X';
      return outcome === null && game.winner === (game.condition === 'abandonment' ? left : null);
    }
    default:
      return game.moves.length === 0 && game.winner === null;
  }
}

/** What the audit of payouts knows: games that are not right, and since when (in seconds) it is behind. */
export interface PayoutState {
  record: number;
  unpaid: number;
  payment: number;
  behind: number;
}

/** Reads it from the database: the same at every replica. */
export async function payoutState(sql: Sql): Promise<PayoutState | undefined> {
  const { rows } = await sql.query<PayoutState>(
    `SELECT count(*) FILTER (WHERE kind = 'record') AS record, count(*) FILTER (WHERE kind = 'unpaid') AS unpaid,
            count(*) FILTER (WHERE kind = 'payment') AS payment,
            (SELECT extract(epoch FROM now() - at)::float8 FROM payout_audit) AS behind
       FROM payout_finding`,
  );
  return rows[0];
}
