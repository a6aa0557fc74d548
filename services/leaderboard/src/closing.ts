import { failpoint, isAppError, type Sql } from '@fifteen/runtime';
import { askWhereSeen, askWhoIsRegistered, fetchGames, missingGames } from './missing.ts';
import type { Parts, WeekRules } from './parts.ts';
import { payRewards } from './paying.ts';
import { opponentsNeeded, REWARDED_RANKS, rewardOf } from './prizes.ts';
import { endOf, nameOf, next, startOf, type Week } from './weeks.ts';

/**
 * The end of a week: open, frozen, paid. Every step may be done by any replica, any number of times, by several at once,
 * and late: the state of the week is a row, the ranks are written once, and the ledger pays each rank once.
 */

/** A week that is over, and what its closing waits for; empty when it is paid. */
export interface Closing {
  readonly week: Week;
  readonly waitsFor: string;
}

/** Results that are written by one statement: some hundred milliseconds. */
const RESULTS = 10_000;

interface WeekRow {
  year: number;
  number: number;
  state: 'open' | 'frozen' | 'paid';
}

/** Closes every week that is over, the oldest first. A week that must wait holds up no other. */
export async function closeWeeks(parts: Parts): Promise<Closing[]> {
  const weeks = await weeksOver(parts);
  const closings: Closing[] = [];
  for (const { year, number, state } of weeks) {
    const week = { year, number };
    const waitsFor = await close(parts, week, state).catch((error: unknown) => {
      if (isAppError(error, 'SERVICE_UNAVAILABLE'))
        return `an answer of ${error.details['what'] ?? 'a neighbour'}`;
      parts.log.error({ err: error, week: nameOf(week) }, 'closing a week failed');
      return 'somebody who reads the log';
    });
    closings.push({ week, waitsFor });
  }
  return closings;
}

/** The weeks that ended and are not paid yet; of those since the last one known, nobody may have heard of a game. */
async function weeksOver({ db, closeAfterMs }: Parts): Promise<WeekRow[]> {
  const { rows } = await db.query<{ year: number; number: number; now: Date }>(
    `SELECT year, number, now() FROM week ORDER BY year DESC, number DESC LIMIT 1`,
  );
  const [newest] = rows;
  if (!newest) return [];
  const over = (week: Week): boolean => endOf(week).getTime() + closeAfterMs <= newest.now.getTime();
  for (let week = next(newest); over(week); week = next(week))
    await db.query(`INSERT INTO week (year, number) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
      week.year,
      week.number,
    ]);
  const unpaid = await db.query<WeekRow>(
    `SELECT year, number, state FROM week WHERE state <> 'paid' ORDER BY year, number`,
  );
  return unpaid.rows.filter(over);
}

async function close(parts: Parts, week: Week, state: WeekRow['state']): Promise<string> {
  if (state === 'open') {
    const waitsFor = await readyToFreeze(parts, week);
    if (waitsFor) return waitsFor;
    await freeze(parts, week);
    failpoint('leaderboard.week.after-freeze');
  }
  return payRewards(parts, week);
}

/**
 * A week is frozen when the game service, by its own clock, has seen the last of it, and every game that it counts in it
 * is in our books. Empty when that is so.
 */
async function readyToFreeze(parts: Parts, week: Week): Promise<string> {
  const span = { from: startOf(week), until: endOf(week) };
  const first = await missingGames(parts, span);
  if (first.now.getTime() < span.until.getTime() + parts.closeAfterMs) return 'the end of its last games';
  if (first.missing > 0) {
    await fetchGames(parts, span);
    const { missing } = await missingGames(parts, span);
    if (missing > 0) return `${missing} games that were not heard of`;
  }
  await askWhoIsRegistered(parts, span);
  await askWhereSeen(parts, span);
  return '';
}

async function freeze({ db, rules, log }: Parts, week: Week): Promise<void> {
  const ranks = await db.tx(async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE week SET state = 'frozen' WHERE year = $1 AND number = $2 AND state = 'open'`,
      [week.year, week.number],
    );
    return rowCount === 1 ? writeResults(sql, week, rules) : undefined;
  });
  if (ranks !== undefined) log.info({ week: nameOf(week), ranks }, 'week closed');
}

/** Writes how the week ended for everybody who played in it. Answers how many that are. */
async function writeResults(sql: Sql, { year, number }: Week, rules: WeekRules): Promise<number> {
  const counted = await sql.query<{ players: number }>(
    `SELECT count(*) AS players FROM weekly_score WHERE year = $1 AND week = $2`,
    [year, number],
  );
  const players = counted.rows[0]?.players ?? 0;
  const rewards = Array.from({ length: REWARDED_RANKS }, (_, i) => rewardOf(i + 1));
  const needed = opponentsNeeded(rules, players);
  for (let above = 0; above < players; above += RESULTS)
    await sql.query(
      `INSERT INTO weekly_result (year, week, rank, user_id, wins, games, coins, opponents, opponents_needed, reward)
       SELECT year, week, rank, user_id, wins, games, coins, opponents, $4,
         CASE WHEN wins > 0 AND opponents >= $4 THEN coalesce(($3::bigint[])[rank], 0) ELSE 0 END
       FROM (SELECT *, row_number() OVER (ORDER BY wins DESC, games, last_win_at, user_id) AS rank
             FROM weekly_score WHERE year = $1 AND week = $2) AS ranked
       WHERE rank > $5 AND rank <= $6`,
      [year, number, rewards, needed, above, above + RESULTS],
    );
  return players;
}
