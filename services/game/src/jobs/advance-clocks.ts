import type { AppContext } from '../context.ts';
import { readDecisionTime } from '../db/database-clock.ts';
import { GAME_COLUMNS, gameOf, type GameRow } from '../db/games.ts';
import { decideDue } from '../domain/decisions.ts';
import { logFailedGame } from '../log-failed-game.ts';
import { pushExtendedTurn } from '../pushes.ts';

/** Due games handled in one pass, and the milliseconds before another replica may handle a game. */
const BATCH = 100;
const LEASE_MS = 2_000;

/**
 * Advances the clocks of all active games. Every replica runs this: a deadline is a column, so any replica can act on it.
 * Each pass writes two ticks: its own, and that of the gateways if one reported connected players. A tick that was
 * missing for too long was an outage, and extends all turns before any of them can run out. Returns whether there may be
 * more due games.
 */
export async function advanceClocks(context: AppContext): Promise<boolean> {
  const { heartbeats } = context;
  const reported = heartbeats.take();
  const { due, emptyMs } = await tick(context, reported).catch((error: unknown) => {
    heartbeats.keep(reported);
    throw error;
  });
  heartbeats.emptyFor(emptyMs);
  if (due === 'outage') {
    await extendTurns(context, reported);
    return true;
  }
  return due && (await handleDueGames(context));
}

interface Tick {
  due: boolean | 'outage';
  /** Milliseconds since the last report of connected players. */
  emptyMs: number;
}

/**
 * Writes the ticks and returns whether any game is due; `outage` when a tick was missing for too long, or lies as far
 * ahead: the clock of the database was set back.
 */
async function tick({ db, clock, outageMs }: AppContext, reported: boolean): Promise<Tick> {
  const requestedAt = performance.now();
  const { rows } = await db.query<{ now: Date; due: boolean; empty: number | null }>(
    `UPDATE game_clock SET tick_at = greatest(tick_at, now()),
        gateway_at = CASE WHEN $2 THEN greatest(gateway_at, now()) ELSE gateway_at END
      WHERE tick_at > now() - $1 * interval '1 ms' AND tick_at < now() + $1 * interval '1 ms'
        AND (NOT $2 OR gateway_at IS NULL OR gateway_at > now() - $1 * interval '1 ms')
      RETURNING clock_timestamp() AS now, extract(epoch FROM now() - gateway_at)::float8 * 1000 AS empty,
        coalesce((SELECT min(due_at) FROM game WHERE status = 'active') <= now(), false) AS due`,
    [outageMs, reported],
  );
  const [row] = rows;
  if (!row) return { due: 'outage', emptyMs: 0 };
  clock.addSample(row.now, requestedAt);
  return { due: row.due, emptyMs: row.empty ?? 0 };
}

/**
 * Extends the turns of all open games after an outage, in one transaction with the tick that ends it. Players may have to
 * reconnect first, so they get a whole turn: an outage of this service may be one of the whole cluster. A seat that moves by
 * itself gets back the time it lasted. A clock that was set back is a negative gap, which brings all instants back. Locks
 * games in the order of their ids, as moves do.
 */
async function extendTurns(context: AppContext, reported: boolean): Promise<void> {
  const { db, log, push, timings, outageMs } = context;
  const extendedGames = await db.tx(async (sql) => {
    const { rows } = await sql.query<{ own: number; gateways: number }>(
      // While this transaction waited for the row, another replica may have written a tick that is later than now().
      `SELECT extract(epoch FROM clock_timestamp() - tick_at)::float8 * 1000 AS own,
         CASE WHEN $1 THEN coalesce(extract(epoch FROM clock_timestamp() - gateway_at)::float8 * 1000, 0) ELSE 0 END
           AS gateways
       FROM game_clock FOR UPDATE`,
      [reported],
    );
    const [gap] = rows;
    if (!gap) return [];
    const isOwn = Math.abs(gap.own) >= outageMs;
    const gapMs = isOwn ? gap.own : gap.gateways;
    if (Math.abs(gapMs) < outageMs) return [];
    await sql.query(
      `UPDATE game_clock SET tick_at = clock_timestamp(),
         gateway_at = CASE WHEN $1 THEN clock_timestamp() ELSE gateway_at + $2 * interval '1 ms' END`,
      [reported, gapMs],
    );
    log.warn({ seconds: gapMs / 1_000, gateways: !isOwn }, 'turn deadlines extended after an outage');
    const extended = await sql.query<GameRow>(
      `WITH open AS (
         SELECT id AS open_id, CASE cardinality(moves) % 2
             WHEN 0 THEN auto_x OR starts_with(x_user, 'player_') ELSE auto_o OR starts_with(o_user, 'player_')
           END AS moves_itself
         FROM game WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE)
       UPDATE game SET version = version + 1,
         turn_deadline = date_trunc('milliseconds', least(now() + $2 * interval '1 ms',
           CASE WHEN open.moves_itself THEN turn_deadline + $1 * interval '1 ms' ELSE 'infinity' END)),
         due_at = least(now() + $3 * interval '1 ms',
           CASE WHEN open.moves_itself THEN due_at + $1 * interval '1 ms' ELSE 'infinity' END)
       FROM open WHERE id = open_id RETURNING ${GAME_COLUMNS}`,
      [gapMs, timings.turn, timings.turn + timings.grace],
    );
    return extended.rows;
  });
  await forEachGame(context, extendedGames, async (row) => pushExtendedTurn(push, gameOf(row)));
}

/**
 * Handles due games. They are leased, not locked: the version guards their changes like all others. The ticks are checked
 * once more, since the database may have stood still in between. A player's turn runs out only if a gateway reported
 * players after its end: before, the player may have had no way to move.
 */
async function handleDueGames(context: AppContext): Promise<boolean> {
  const { db, liveGames, outageMs } = context;
  const { rows } = await db.query<GameRow>(
    `UPDATE game SET due_at = now() + $1 * interval '1 ms'
     WHERE id IN (SELECT id FROM game WHERE status = 'active' AND due_at <= now()
       AND EXISTS (SELECT FROM game_clock WHERE tick_at > now() - $2 * interval '1 ms' AND (gateway_at IS NULL
           OR gateway_at > now() - $2 * interval '1 ms' AND (due_at <= turn_deadline OR due_at <= gateway_at)))
       ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING ${GAME_COLUMNS}`,
    [LEASE_MS, outageMs, BATCH],
  );
  await forEachGame(context, rows, (row) =>
    liveGames.apply(decideDue(gameOf(row), readDecisionTime(context))),
  );
  return rows.length === BATCH;
}

/** Handles each game by itself: one with an invalid row fails alone. */
async function forEachGame(
  { log }: AppContext,
  rows: readonly GameRow[],
  handle: (row: GameRow) => Promise<unknown>,
): Promise<void> {
  const handleOne = async (row: GameRow): Promise<void> => {
    try {
      await handle(row);
    } catch (error) {
      logFailedGame(log, row.id, error, 'clock update of a game failed');
    }
  };
  await Promise.all(rows.map(handleOne));
}
