import type { WeeklyReward } from '@fifteen/proto/economy';
import type { Database, Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
import { WEEKLY_ENTRIES, weeklyRewardOf, type UserId } from '@fifteen/domain';
import type { Week } from '../domain/week.ts';
import { requiredOpponents, type WeeklyLeaderboardRules } from '../domain/weekly-leaderboard-rules.ts';

/** Results that one statement inserts, in some hundred milliseconds. */
const BATCH = 10_000;

/** Hours for which a reward waits for a missing wallet: far longer than wallets are late after an outage of the ledger. */
const WALLET_HOURS = 24;

interface ResultRow {
  year: number;
  week: number;
  rank: number;
  user_id: UserId;
  wins: number;
  games: number;
  coins: number;
  reward: number;
  paid_at: Date | null;
  /** The code of the ledger's error. */
  rejection: string | null;
  wallet_missing_since: Date | null;
  seen_at: Date | null;
  opponents: number | null;
  opponents_needed: number | null;
}

const resultsOf = ({ year, number: week }: Week) => build<ResultRow>('weekly_result').where({ year, week });

/**
 * Freezes an open week: writes the rank of each player, once. Returns the number of players, or undefined if another
 * replica froze the week.
 */
export function freezeWeek(
  db: Database,
  week: Week,
  rules: WeeklyLeaderboardRules,
): Promise<number | undefined> {
  return db.tx(async (sql) => {
    const { rowCount } = await sql.query(
      `UPDATE week SET state = 'frozen' WHERE year = $1 AND number = $2 AND state = 'open'`,
      [week.year, week.number],
    );
    return rowCount === 1 ? insertResults(sql, week, rules) : undefined;
  });
}

/** Inserts the result of each player of a week. Returns the number of players. */
async function insertResults(
  sql: Sql,
  { year, number }: Week,
  rules: WeeklyLeaderboardRules,
): Promise<number> {
  const counted = await sql.query<{ players: number }>(
    `SELECT count(*) AS players FROM weekly_score WHERE year = $1 AND week = $2`,
    [year, number],
  );
  const players = counted.rows[0]?.players ?? 0;
  const rewards = Array.from({ length: WEEKLY_ENTRIES }, (_, i) => weeklyRewardOf(i + 1));
  const opponents = requiredOpponents(rules, players);
  for (let above = 0; above < players; above += BATCH)
    await sql.query(
      `INSERT INTO weekly_result (year, week, rank, user_id, wins, games, coins, opponents, opponents_needed, reward)
       SELECT year, week, rank, user_id, wins, games, coins, opponents, $4,
         CASE WHEN wins > 0 AND opponents >= $4 THEN coalesce(($3::bigint[])[rank], 0) ELSE 0 END
       FROM (SELECT *, row_number() OVER (ORDER BY wins DESC, games, last_win_at, user_id) AS rank
             FROM weekly_score WHERE year = $1 AND week = $2) AS ranked
       WHERE rank > $5 AND rank <= $6`,
      [year, number, rewards, opponents, above, above + BATCH],
    );
  return players;
}

/** Returns the ranks of a frozen week whose reward is neither paid nor rejected, best first. */
export async function unpaidRewards(db: Sql, week: Week): Promise<{ rank: number; userId: UserId }[]> {
  const unpaid = resultsOf(week)
    .where('reward', '>', 0)
    .where({ paid_at: null, rejection: null })
    .orderBy('rank');
  return (await queryRows(db, unpaid)).map(({ rank, user_id: userId }) => ({ rank, userId }));
}

/** Marks a reward as paid. */
export async function markPaid(db: Sql, week: Week, rank: number): Promise<void> {
  const unpaid = resultsOf(week).where({ rank, paid_at: null });
  await execute(db, unpaid.update({ paid_at: build.fn.now() }));
}

/** Marks a reward as rejected by the ledger, with the code of its error. */
export async function markRejected(db: Sql, week: Week, rank: number, code: string): Promise<void> {
  await execute(db, resultsOf(week).where({ rank, paid_at: null }).update({ rejection: code }));
}

/** How long the ledger has known no wallet of a player with a reward. */
export interface MissingWallet {
  /** It is missing for the first time. */
  isNew: boolean;
  /** It has been missing for longer than wallets are late. */
  isOverdue: boolean;
}

/** Stores since when the wallet of a rank is missing. Returns undefined if another replica has paid the reward meanwhile. */
export async function storeMissingWallet(
  db: Sql,
  { year, number }: Week,
  rank: number,
): Promise<MissingWallet | undefined> {
  const { rows } = await db.query<MissingWallet>(
    `UPDATE weekly_result SET wallet_missing_since = coalesce(wallet_missing_since, now())
     WHERE year = $1 AND week = $2 AND rank = $3 AND paid_at IS NULL
     RETURNING wallet_missing_since = now() AS "isNew",
       wallet_missing_since < now() - make_interval(hours => $4) AS "isOverdue"`,
    [year, number, rank, WALLET_HOURS],
  );
  return rows[0];
}

/** Marks a frozen week as paid if no reward is left to pay. */
export async function markWeekPaid(db: Sql, { year, number }: Week): Promise<void> {
  await db.query(
    `UPDATE week SET state = 'paid' WHERE year = $1 AND number = $2 AND state = 'frozen' AND NOT EXISTS
       (SELECT FROM weekly_result r WHERE r.year = $1 AND r.week = $2 AND reward > 0 AND paid_at IS NULL AND rejection IS NULL)`,
    [year, number],
  );
}

/** Returns the ranks of a week whose reward the ledger rejected. */
export async function rejectedRanks(db: Sql, week: Week): Promise<number[]> {
  const rejected = await queryRows(db, resultsOf(week).whereNotNull('rejection').orderBy('rank'));
  return rejected.map(({ rank }) => rank);
}

/** A reward that the ledger must have paid. */
export interface ExpectedReward extends WeeklyReward {
  /** The ledger confirmed that it was paid. */
  isPaid: boolean;
}

/**
 * Returns the rewards that the ledger must have paid for a week. A rejected one is among them until an operator has granted
 * its coins and marked it as paid.
 */
export async function expectedRewards(sql: Sql, { year, number }: Week): Promise<ExpectedReward[]> {
  const { rows } = await sql.query<ExpectedReward>(
    `SELECT rank, user_id AS "userId", reward AS coins, paid_at IS NOT NULL AS "isPaid" FROM weekly_result
      WHERE year = $1 AND week = $2 AND reward > 0 AND (rejection IS NULL OR paid_at IS NULL)`,
    [year, number],
  );
  return rows;
}
