import { AppError, type Sql } from '@fifteen/runtime';
import { build, rowsOf } from '@fifteen/runtime/statements';
import { levelUp } from './telling.ts';
import { REWARDED_RANKS } from './prizes.ts';
import type { Week } from './weeks.ts';

/** What somebody has reached and not seen yet. */

/** Level-ups that are answered at once. */
const LEVELS = 50;
/** A result of longer ago is nobody's news. */
const RESULT_WEEKS = 5;

/** Level-ups that were not acknowledged, oldest first. */
export async function pendingLevelUps(db: Sql, userId: string): Promise<ReturnType<typeof levelUp>[]> {
  const rows = await rowsOf<{ level: number }>(
    db,
    build('level_up')
      .select('level')
      .where({ user_id: userId, acknowledged_at: null })
      .orderBy('level')
      .limit(LEVELS),
  );
  return rows.map(({ level }) => levelUp(userId, level));
}

/** A repeat is no error. Errors: NOT_FOUND (also somebody else's). */
export async function acknowledgeLevelUp(db: Sql, userId: string, id: string): Promise<void> {
  const [, level] = id.startsWith(`${userId}:`) ? (/:(\d{1,6})$/.exec(id) ?? []) : [];
  const { rowCount } = await db.query(
    `UPDATE level_up SET acknowledged_at = coalesce(acknowledged_at, now()) WHERE user_id = $1 AND level = $2`,
    [userId, Number(level ?? 0)],
  );
  if (rowCount === 0 || levelUp(userId, Number(level)).id !== id)
    throw new AppError('NOT_FOUND', 'There is no such level-up');
}

/** How a week ended for somebody. */
export interface RankResult {
  readonly week: Week;
  readonly rank: number;
  readonly wins: number;
  readonly games: number;
  readonly coinsEarned: number;
  readonly reward: number;
  readonly paid: boolean;
  /** Why there is no reward; empty when there is one. */
  readonly unrewarded: Unrewarded | '';
  readonly opponents: number;
  readonly opponentsNeeded: number;
}

/** A rank below the rewarded ones, no win, too few different opponents, or a reward that the ledger rejected. */
type Unrewarded = 'rank' | 'wins' | 'opponents' | 'refused';

/** The newest result that somebody has not seen; one with a reward when that is in the wallet. */
export async function pendingRank(db: Sql, userId: string): Promise<RankResult | undefined> {
  const { rows } = await db.query<Omit<RankResult, 'week'> & { year: number; number: number }>(
    `SELECT year, week AS number, rank, wins, games, coins AS "coinsEarned", reward, paid_at IS NOT NULL AS paid,
       coalesce(opponents, 0) AS opponents, coalesce(opponents_needed, 0) AS "opponentsNeeded",
       CASE WHEN refused IS NOT NULL THEN 'refused' WHEN reward > 0 THEN '' WHEN rank > $3 THEN 'rank'
            WHEN wins = 0 THEN 'wins' ELSE 'opponents' END AS unrewarded
     FROM weekly_result WHERE user_id = $1 AND seen_at IS NULL AND (reward = 0 OR paid_at IS NOT NULL OR refused IS NOT NULL)
       AND to_date(year || '-' || week, 'IYYY-IW') > now() - make_interval(weeks => $2)
     ORDER BY year DESC, week DESC LIMIT 1`,
    [userId, RESULT_WEEKS, REWARDED_RANKS],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { year, number, ...result } = row;
  return { week: { year, number }, ...result };
}

/** The result of a week was seen, and with it those before. A repeat, or nothing pending, is no error. */
export async function markRankSeen(db: Sql, userId: string, { year, number }: Week): Promise<void> {
  await db.query(
    `UPDATE weekly_result SET seen_at = now() WHERE user_id = $1 AND seen_at IS NULL AND (year, week) <= ($2, $3)`,
    [userId, year, number],
  );
}
