import type { Sql } from '@fifteen/runtime';
import { endOf, weekOf, type Week } from './weeks.ts';

const MOST = 50;
const limited = (limit: number): number => (limit === 0 ? MOST : Math.min(limit, MOST));

/** A row of the board of a week. */
export interface WeeklyRow {
  readonly rank: number;
  readonly userId: string;
  readonly wins: number;
  readonly games: number;
  readonly coinsEarned: number;
}

/** The board of the week that runs, best first: more wins, then fewer games, then who got there first. */
export async function weeklyBoard(
  db: Sql,
  limit: number,
): Promise<{ week: Week; endsAt: Date; rows: WeeklyRow[] }> {
  const clock = await db.query<{ now: Date }>(`SELECT now()`);
  const week = weekOf(clock.rows[0]?.now ?? new Date());
  const { rows } = await db.query<WeeklyRow>(
    `SELECT row_number() OVER (ORDER BY wins DESC, games, last_win_at, user_id)::int AS rank, user_id AS "userId", wins,
       games, coins AS "coinsEarned"
     FROM weekly_score WHERE year = $1 AND week = $2 AND NOT EXISTS
       (SELECT FROM player WHERE player.user_id = weekly_score.user_id AND deleted)
     ORDER BY wins DESC, games, last_win_at, user_id LIMIT $3`,
    [week.year, week.number, limited(limit)],
  );
  return { week, endsAt: endOf(week), rows };
}

/** A row of the board of all time. */
export interface AllTimeRow {
  readonly rank: number;
  readonly userId: string;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly totalGames: number;
}

/** The board of all time: more wins, then fewer games. Only who has won is on it. */
export async function allTimeBoard(db: Sql, limit: number): Promise<AllTimeRow[]> {
  const { rows } = await db.query<Omit<AllTimeRow, 'rank'>>(
    `SELECT user_id AS "userId", wins, losses, draws, games AS "totalGames" FROM player_stats
     WHERE wins > 0 AND NOT EXISTS (SELECT FROM player WHERE player.user_id = player_stats.user_id AND deleted)
     ORDER BY wins DESC, games, user_id LIMIT $1`,
    [limited(limit)],
  );
  return rows.map((row, index) => ({ rank: index + 1, ...row }));
}
