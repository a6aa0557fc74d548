import { startJob, type Job } from '@fifteen/runtime';
import { announceReclocked } from './announce.ts';
import { decideDue } from './decide.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { LiveGames } from './live.ts';
import { now, type Parts } from './parts.ts';
import { COLUMNS, gameOf, type GameRow } from './rows.ts';

/** Due games taken at once, and how long a replica that took one has before another may. */
const BATCH = 100;
const LEASE_MS = 2_000;

interface Times {
  everyMs: number;
  /** A longer time without a tick is an outage. */
  outageMs: number;
  /** For so long, gateways without any player count as an outage too. */
  emptyMs: number;
}

/**
 * Runs the clocks of all open games, in every replica: a deadline is a column, so any replica can act on it. Each pass
 * writes two ticks: its own, and that of the gateways if one reported connected players. A tick that was missing for too
 * long was an outage, and extends all turns before any of them can run out.
 * Resolves after the first pass, so that no game begins before an outage is made up for.
 */
export async function startClocks(parts: Parts, live: LiveGames, times: Times): Promise<Job> {
  const reports = new Reports(parts.heartbeats, times);
  const pass = async (): Promise<boolean> => {
    const reported = reports.take();
    const { due, emptyMs } = await tick(parts, times.outageMs, reported).catch((error: unknown) => {
      reports.keep(reported);
      throw error;
    });
    reports.emptyFor(emptyMs);
    if (due === 'outage') return makeUp(parts, times.outageMs, reported);
    return due && (await takeDue(parts, live, times.outageMs));
  };
  await pass();
  return startJob('clocks', times.everyMs, parts.log, pass);
}

/** Decides whether the heartbeats since the last pass show that players can play. */
class Reports {
  readonly #heartbeats: Heartbeats;
  readonly #times: Times;
  #kept = false;
  /** No gateway had a player for `emptyMs`: the players left, it is no outage any more. */
  #deserted = false;

  constructor(heartbeats: Heartbeats, times: Times) {
    this.#heartbeats = heartbeats;
    this.#times = times;
  }

  take(): boolean {
    const report = this.#heartbeats.take();
    if (report === 'players') this.#deserted = false;
    const reported = this.#kept || report === 'players' || (report === 'empty' && this.#deserted);
    this.#kept = false;
    return reported;
  }

  /** The tick could not be written: the next pass writes it. */
  keep(reported: boolean): void {
    this.#kept ||= reported;
  }

  emptyFor(ms: number): void {
    if (ms > this.#times.emptyMs) this.#deserted = true;
  }
}

interface Tick {
  due: boolean | 'outage';
  /** Since the last report of connected players, in milliseconds. */
  emptyMs: number;
}

/** Writes the ticks and returns whether any game is due; `outage` when a tick was missing for too long. */
async function tick({ db, clock }: Parts, outageMs: number, reported: boolean): Promise<Tick> {
  const asked = performance.now();
  const { rows } = await db.query<{ now: Date; due: boolean; empty: number | null }>(
    `UPDATE game_clock SET tick_at = greatest(tick_at, now()),
        gateway_at = CASE WHEN $2 THEN greatest(gateway_at, now()) ELSE gateway_at END
      WHERE tick_at > now() - $1 * interval '1 ms'
        AND (NOT $2 OR gateway_at IS NULL OR gateway_at > now() - $1 * interval '1 ms')
      RETURNING clock_timestamp() AS now, extract(epoch FROM now() - gateway_at)::float8 * 1000 AS empty,
        coalesce((SELECT min(due_at) FROM game WHERE status = 'active') <= now(), false) AS due`,
    [outageMs, reported],
  );
  const [row] = rows;
  if (!row) return { due: 'outage', emptyMs: 0 };
  clock.set(row.now, asked);
  return { due: row.due, emptyMs: row.empty ?? 0 };
}

/**
 * Extends the turns of all open games after an outage, in one transaction with the tick that ends it. After an outage of
 * this service, players get back the time it lasted. After one of the gateways, players must reconnect first and get a
 * whole turn. No turn gets longer than a new one. Locks games in the order of their ids, as moves do.
 */
async function makeUp(parts: Parts, outageMs: number, reported: boolean): Promise<true> {
  const shifted = await parts.db.tx(async (sql) => {
    const { rows } = await sql.query<{ own: number; gateways: number }>(
      `SELECT extract(epoch FROM now() - tick_at)::float8 * 1000 AS own,
         CASE WHEN $1 THEN coalesce(extract(epoch FROM now() - gateway_at)::float8 * 1000, 0) ELSE 0 END AS gateways
       FROM game_clock FOR UPDATE`,
      [reported],
    );
    const [gap] = rows;
    if (!gap) return [];
    const fresh = gap.gateways >= outageMs && gap.own < outageMs;
    const gapMs = fresh ? gap.gateways : gap.own;
    if (gapMs < outageMs) return [];
    await sql.query(
      `UPDATE game_clock SET tick_at = greatest(tick_at, now()),
         gateway_at = CASE WHEN $1 THEN now() ELSE gateway_at + $2 * interval '1 ms' END`,
      [reported, gapMs],
    );
    parts.log.warn({ seconds: gapMs / 1_000, gateways: fresh }, 'turn deadlines extended after an outage');
    const answer = await sql.query<GameRow>(
      `WITH open AS (
         SELECT id AS open_id, $4 AND NOT CASE cardinality(moves) % 2
             WHEN 0 THEN auto_x OR starts_with(x_user, 'player_') ELSE auto_o OR starts_with(o_user, 'player_') END AS fresh
         FROM game WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE)
       UPDATE game SET version = version + 1,
         turn_deadline = date_trunc('milliseconds', least(now() + $2 * interval '1 ms',
           CASE WHEN open.fresh THEN 'infinity' ELSE turn_deadline + $1 * interval '1 ms' END)),
         due_at = least(now() + $3 * interval '1 ms',
           CASE WHEN open.fresh THEN 'infinity' ELSE due_at + $1 * interval '1 ms' END)
       FROM open WHERE id = open_id RETURNING ${COLUMNS}`,
      [gapMs, parts.pace.turn, parts.pace.turn + parts.pace.grace, fresh],
    );
    return answer.rows;
  });
  for (const row of shifted) announceReclocked(parts.push, gameOf(row));
  return true;
}

/**
 * Handles due games. They are leased, not locked: what is done to them is an ordinary change, guarded by the version
 * like any other. The ticks are checked once more, since the database may have stood still in between. A player's turn
 * runs out only if a gateway reported players after its end: before, the player may have had no way to move.
 */
async function takeDue(parts: Parts, live: LiveGames, outageMs: number): Promise<boolean> {
  const { rows } = await parts.db.query<GameRow>(
    `UPDATE game SET due_at = now() + $1 * interval '1 ms'
     WHERE id IN (SELECT id FROM game WHERE status = 'active' AND due_at <= now()
       AND EXISTS (SELECT FROM game_clock WHERE tick_at > now() - $2 * interval '1 ms' AND (gateway_at IS NULL
           OR gateway_at > now() - $2 * interval '1 ms' AND (due_at <= turn_deadline OR due_at <= gateway_at)))
       ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [LEASE_MS, outageMs, BATCH],
  );
  const done = await Promise.allSettled(rows.map((row) => live.apply(decideDue(gameOf(row), now(parts)))));
  for (const result of done) {
    if (result.status === 'rejected')
      parts.log.error({ err: result.reason }, 'clock update of a game failed');
  }
  return rows.length === BATCH;
}
