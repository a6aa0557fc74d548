import { evaluate, NEW_GAME, type Side, type UserId, type GameId } from '@fifteen/domain';
import type { Log, Sql } from '@fifteen/runtime';
import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import {
  signalsOf,
  suspicionsOf,
  type FairPlaySignals,
  type MoveRecord,
  type OpponentShare,
} from '../domain/fair-play.ts';
import type { PerSeat } from '../domain/game.ts';
import { logFailedGame } from '../log-failed-game.ts';

/** Games reviewed in one transaction: a few milliseconds each. */
const BATCH = 10;
/** A flag needs this many … */
const FLAGGED_GAMES = 3;
/** … of this many last games with the same suspicion. */
const REVIEWED_GAMES = 7;
/** The games among which an opponent's share is counted. */
export const RECENT_GAMES = 20;

interface ReviewedGame {
  id: GameId;
  x_user: UserId;
  o_user: UserId;
  winner: Side | null;
  started_at: Date;
  finished_at: Date;
  moves: { position: number; auto: boolean; at: string }[];
}

/** Runs the first search of the solver, which blocks the process for a moment, before the service accepts moves. */
export function warmUpSolver(): void {
  evaluate(NEW_GAME);
}

/**
 * Reviews ended games for coins and stores how their players played (docs/spec/guarantees.md#guarantees-8). A review has no consequences for
 * a player: three of the last seven games with the same suspicion raise a flag for the operators. One replica at a time
 * reviews, so that no two games of a player are reviewed concurrently. Returns whether there may be more games.
 */
export const reviewFairPlay = ({ db, log }: AppContext): Promise<boolean> =>
  db.tx((sql) => reviewGames(sql, log));

async function reviewGames(sql: Sql, log: Log): Promise<boolean> {
  const { rows: locks } = await sql.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtext('fair play')) AS locked`,
  );
  if (!locks[0]?.locked) return false;
  const { rows } = await sql.query<ReviewedGame>(
    `SELECT id, x_user, o_user, winner, started_at, finished_at,
       (SELECT coalesce(json_agg(json_build_object('position', position, 'auto', auto, 'at', at) ORDER BY ply), '[]')
        FROM move WHERE game_id = id) AS moves
     FROM game WHERE status IN ('finished', 'abandoned') AND bet > 0 AND judged_at IS NULL
     ORDER BY finished_at, id LIMIT $1`,
    [BATCH],
  );
  for (const game of rows) {
    const signals = findSignals(game, log);
    if (!signals) continue;
    await reviewSide(sql, game, signals.X, game.x_user, game.o_user);
    await reviewSide(sql, game, signals.O, game.o_user, game.x_user);
  }
  await sql.query(`UPDATE game SET judged_at = now() WHERE id = ANY ($1::uuid[])`, [
    rows.map(({ id }) => id),
  ]);
  return rows.length === BATCH;
}

/** Returns the signals of both sides. A game with invalid moves raises an alarm, has none, and delays no other. */
function findSignals(game: ReviewedGame, log: Log): PerSeat<FairPlaySignals> | null {
  const moves: MoveRecord[] = game.moves.map(({ at, ...move }) => ({ ...move, at: new Date(at) }));
  const record = { startedAt: game.started_at, moves, winner: game.winner };
  try {
    return { X: signalsOf(record, 'X'), O: signalsOf(record, 'O') };
  } catch (error) {
    logFailedGame(log, game.id, error, 'review of a game failed');
    return null;
  }
}

async function reviewSide(
  sql: Sql,
  game: ReviewedGame,
  signals: FairPlaySignals,
  userId: UserId,
  opponentId: UserId,
): Promise<void> {
  const share = await opponentShareOf(sql, game, userId, opponentId);
  const suspicions = suspicionsOf(signals, share);
  const { thoughtMs: thought_ms, choices, perfect, quickLoss: quick_loss } = signals;
  const { recent, withPair: with_pair } = share;
  const key = { game_id: game.id, user_id: userId, finished_at: game.finished_at };
  const signal = { ...key, thought_ms, choices, perfect, quick_loss, recent, with_pair, suspicions };
  await execute(sql, build('fair_play_signal').insert(signal));
  for (const suspicion of suspicions) await raiseFlag(sql, userId, suspicion);
}

/** Returns how many of a player's last games for coins, up to this one, were against this opponent. */
async function opponentShareOf(
  sql: Sql,
  game: ReviewedGame,
  userId: UserId,
  opponentId: UserId,
): Promise<OpponentShare> {
  const gamesOfSeat = (seat: string, other: string): string =>
    `(SELECT ${other} AS opponent, finished_at, id FROM game
      WHERE ${seat} = $1 AND status IN ('finished', 'abandoned') AND bet > 0 AND (finished_at, id) <= ($3, $4)
      ORDER BY finished_at DESC, id DESC LIMIT $5)`;
  const { rows } = await sql.query<{ recent: number; with_pair: number }>(
    `SELECT count(*)::int AS recent, (count(*) FILTER (WHERE opponent = $2))::int AS with_pair FROM (
       SELECT opponent FROM (${gamesOfSeat('x_user', 'o_user')} UNION ALL ${gamesOfSeat('o_user', 'x_user')}) AS both_seats
       ORDER BY finished_at DESC, id DESC LIMIT $5) AS recently`,
    [userId, opponentId, game.finished_at, game.id, RECENT_GAMES],
  );
  return { recent: rows[0]?.recent ?? 0, withPair: rows[0]?.with_pair ?? 0 };
}

async function raiseFlag(sql: Sql, userId: UserId, kind: string): Promise<void> {
  await sql.query(
    `INSERT INTO fair_play_flag (user_id, kind, game_ids)
     SELECT $1, $2, array_agg(game_id ORDER BY finished_at DESC, game_id DESC) FROM (
       SELECT game_id, finished_at, suspicions FROM fair_play_signal WHERE user_id = $1
       ORDER BY finished_at DESC, game_id DESC LIMIT $3) AS last
     WHERE $2 = ANY (suspicions) HAVING count(*) >= $4
     ON CONFLICT (user_id, kind) DO UPDATE SET seen_at = now(), game_ids = EXCLUDED.game_ids`,
    [userId, kind, REVIEWED_GAMES, FLAGGED_GAMES],
  );
}
