import { sweep, type Loop } from '@fifteen/runtime';
import { announceReclocked } from './announce.ts';
import { decideDue } from './decide.ts';
import type { LiveGames } from './live.ts';
import { now, type Parts } from './parts.ts';
import { COLUMNS, gameOf, type GameRow } from './rows.ts';

/** Due games taken at once, and how long a replica that took one has before another may. */
const BATCH = 100;
const LEASE_MS = 2_000;

/**
 * Watches the turns of all open games, in every replica: a clock is a column, and whoever lives moves it on. Each pass
 * first says that it watches; if nobody has for too long, all turns are prolonged before any of them can run out.
 * The first time is before this resolves, so that no game begins before an outage is made up for.
 */
export async function startClocks(
  parts: Parts,
  live: LiveGames,
  times: { everyMs: number; outageMs: number },
): Promise<Loop> {
  const pass = async (): Promise<boolean> => {
    const due = await tick(parts, times.outageMs);
    if (due === 'outage') return makeUp(parts, times.outageMs);
    return due && (await takeDue(parts, live, times.outageMs));
  };
  await pass();
  return sweep('clocks', times.everyMs, parts.log, pass);
}

/** Says that somebody watches, and asks whether anything is due; `outage` when nobody has watched for too long. */
async function tick({ db, clock }: Parts, outageMs: number): Promise<boolean | 'outage'> {
  const asked = performance.now();
  const { rows } = await db.query<{ now: Date; due: boolean }>(
    `UPDATE game_clock SET tick_at = greatest(tick_at, now()) WHERE tick_at > now() - $1 * interval '1 ms'
      RETURNING clock_timestamp() AS now,
        coalesce((SELECT min(due_at) FROM game WHERE status = 'active') <= now(), false) AS due`,
    [outageMs],
  );
  const [row] = rows;
  if (!row) return 'outage';
  clock.set(row.now, asked);
  return row.due;
}

/**
 * Gives every open game back the time that we were away: whoever comes first, in one transaction with saying so. No
 * turn gets longer than a new one by it, also not one that began while nobody watched. Locks in the order of the ids, as
 * moves do.
 */
async function makeUp(parts: Parts, outageMs: number): Promise<true> {
  const shifted = await parts.db.tx(async (sql) => {
    const { rows } = await sql.query<{ gap: number }>(
      `SELECT extract(epoch FROM now() - tick_at)::float8 AS gap FROM game_clock
       WHERE tick_at <= now() - $1 * interval '1 ms' FOR UPDATE`,
      [outageMs],
    );
    const [late] = rows;
    if (!late) return [];
    await sql.query(`UPDATE game_clock SET tick_at = now()`);
    parts.log.warn({ seconds: late.gap }, 'nobody watched the clocks: turns are prolonged');
    const answer = await sql.query<GameRow>(
      `WITH open AS (SELECT id FROM game WHERE status = 'active' ORDER BY id FOR NO KEY UPDATE)
       UPDATE game SET version = version + 1,
         turn_deadline = date_trunc('milliseconds',
           least(turn_deadline + make_interval(secs => $1), now() + $2 * interval '1 ms')),
         due_at = least(due_at + make_interval(secs => $1), now() + $3 * interval '1 ms')
       WHERE id IN (SELECT id FROM open) RETURNING ${COLUMNS}`,
      [late.gap, parts.pace.turn, parts.pace.turn + parts.pace.grace],
    );
    return answer.rows;
  });
  for (const row of shifted) announceReclocked(parts.push, gameOf(row));
  return true;
}

/**
 * Does what is due. The games are leased, not locked: what is done to them is an ordinary change, guarded by the version
 * like any other. The tick is looked at once more, since the database may have stood still in between.
 */
async function takeDue(parts: Parts, live: LiveGames, outageMs: number): Promise<boolean> {
  const { rows } = await parts.db.query<GameRow>(
    `UPDATE game SET due_at = now() + $1 * interval '1 ms'
     WHERE id IN (SELECT id FROM game WHERE status = 'active' AND due_at <= now()
       AND EXISTS (SELECT FROM game_clock WHERE tick_at > now() - $2 * interval '1 ms')
       ORDER BY due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [LEASE_MS, outageMs, BATCH],
  );
  const done = await Promise.allSettled(rows.map((row) => live.apply(decideDue(gameOf(row), now(parts)))));
  for (const result of done) {
    if (result.status === 'rejected') parts.log.error({ err: result.reason }, 'a due game was left as it is');
  }
  return rows.length === BATCH;
}
