import type { Flag } from '@fifteen/proto/game';
import { evaluate, NEW_GAME, type Side } from '@fifteen/rules';
import { startJob, type Job, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import type { Parts } from './parts.ts';
import { signalsOf, suspicionsOf, type Company, type Made } from './signals.ts';

/** Games looked at in one transaction: a few milliseconds each. */
const BATCH = 10;
/** So many of the last so many games must look the same way. */
const LOOKED_AT = 7;
const ENOUGH = 3;
/** The games among which an opponent's share is counted. */
const RECENT = 20;
/** Flags that are answered at once. */
const LISTED = 200;

interface Ended {
  id: string;
  x_user: string;
  o_user: string;
  winner: Side | null;
  started_at: Date;
  finished_at: Date;
  moves: { position: number; auto: boolean; at: string }[];
}

/**
 * Looks at games for coins once they are over and keeps what they tell of their players (reliability, 1.8). It takes
 * nothing from anybody: where three of somebody's last seven games look the same way, a flag says so to the operators.
 * One replica at a time looks, so that no two of a person's games are looked at beside each other.
 */
export function startJudging(parts: Parts, everyMs: number): Job {
  // The solver's first search takes a moment in which nothing else is done here: before anybody plays.
  evaluate(NEW_GAME);
  return startJob('fair play', everyMs, parts.log, () => parts.db.tx(judgeSome));
}

async function judgeSome(sql: Sql): Promise<boolean> {
  const { rows: turn } = await sql.query<{ mine: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('fair play')) AS mine`,
  );
  if (!turn[0]?.mine) return false;
  const { rows } = await sql.query<Ended>(
    `SELECT id, x_user, o_user, winner, started_at, finished_at,
       (SELECT coalesce(json_agg(json_build_object('position', position, 'auto', auto, 'at', at) ORDER BY ply), '[]')
        FROM move WHERE game_id = id) AS moves
     FROM game WHERE status IN ('finished', 'abandoned') AND bet > 0 AND judged_at IS NULL
     ORDER BY finished_at, id LIMIT $1`,
    [BATCH],
  );
  for (const game of rows) {
    await judge(sql, game, 'X', game.x_user, game.o_user);
    await judge(sql, game, 'O', game.o_user, game.x_user);
  }
  await sql.query(`UPDATE game SET judged_at = now() WHERE id = ANY ($1::uuid[])`, [
    rows.map(({ id }) => id),
  ]);
  return rows.length === BATCH;
}

async function judge(sql: Sql, game: Ended, side: Side, userId: string, opponentId: string): Promise<void> {
  const moves: Made[] = game.moves.map(({ at, ...move }) => ({ ...move, at: new Date(at) }));
  const signals = signalsOf({ startedAt: game.started_at, moves, winner: game.winner }, side);
  const company = await companyOf(sql, game, userId, opponentId);
  const suspicions = suspicionsOf(signals, company);
  const { thoughtMs: thought_ms, choices, perfect, quickLoss: quick_loss } = signals;
  const { recent, withPair: with_pair } = company;
  const seen = { game_id: game.id, user_id: userId, finished_at: game.finished_at };
  const signal = { ...seen, thought_ms, choices, perfect, quick_loss, recent, with_pair, suspicions };
  await execute(sql, build('fair_play_signal').insert(signal));
  for (const suspicion of suspicions) await raise(sql, userId, suspicion);
}

/** With whom somebody played their last games for coins, up to this one. */
async function companyOf(sql: Sql, game: Ended, userId: string, opponentId: string): Promise<Company> {
  const half = (seat: string, other: string): string =>
    `(SELECT ${other} AS opponent, finished_at, id FROM game
      WHERE ${seat} = $1 AND status IN ('finished', 'abandoned') AND bet > 0 AND (finished_at, id) <= ($3, $4)
      ORDER BY finished_at DESC, id DESC LIMIT $5)`;
  const { rows } = await sql.query<{ recent: number; with_pair: number }>(
    `SELECT count(*)::int AS recent, (count(*) FILTER (WHERE opponent = $2))::int AS with_pair FROM (
       SELECT opponent FROM (${half('x_user', 'o_user')} UNION ALL ${half('o_user', 'x_user')}) AS both_seats
       ORDER BY finished_at DESC, id DESC LIMIT $5) AS recently`,
    [userId, opponentId, game.finished_at, game.id, RECENT],
  );
  return { recent: rows[0]?.recent ?? 0, withPair: rows[0]?.with_pair ?? 0 };
}

async function raise(sql: Sql, userId: string, kind: string): Promise<void> {
  await sql.query(
    `INSERT INTO fair_play_flag (user_id, kind, game_ids)
     SELECT $1, $2, array_agg(game_id ORDER BY finished_at DESC, game_id DESC) FROM (
       SELECT game_id, finished_at, suspicions FROM fair_play_signal WHERE user_id = $1
       ORDER BY finished_at DESC, game_id DESC LIMIT $3) AS last
     WHERE $2 = ANY (suspicions) HAVING count(*) >= $4
     ON CONFLICT (user_id, kind) DO UPDATE SET seen_at = now(), game_ids = EXCLUDED.game_ids`,
    [userId, kind, LOOKED_AT, ENOUGH],
  );
}

interface FlagRow {
  user_id: string;
  kind: string;
  raised_at: Date;
  seen_at: Date;
  game_ids: string[];
}

/** The flags there are, those with the newest reason first. */
export async function listFlags(sql: Sql): Promise<Flag[]> {
  const rows = await rowsOf(
    sql,
    build<FlagRow>('fair_play_flag')
      .orderBy([{ column: 'seen_at', order: 'desc' }, 'user_id', 'kind'])
      .limit(LISTED),
  );
  return rows.map((row) => ({
    ...{ userId: row.user_id, kind: row.kind, gameIds: row.game_ids },
    ...{ raisedAt: row.raised_at, seenAt: row.seen_at },
  }));
}
