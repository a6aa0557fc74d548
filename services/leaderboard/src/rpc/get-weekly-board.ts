import type { GetWeeklyBoardRequest, GetWeeklyBoardResponse, WeeklyRow } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import { boardLimit } from '../domain/board-limit.ts';
import { endOf, weekOf } from '../domain/week.ts';

/**
 * Returns the board of the running week: more wins first, then fewer games, then the earlier last win. Users without a
 * win are not on it.
 */
export async function getWeeklyBoard(
  { db }: AppContext,
  { limit }: GetWeeklyBoardRequest,
): Promise<GetWeeklyBoardResponse> {
  const clock = await db.query<{ now: Date }>(`SELECT now()`);
  const week = weekOf(clock.rows[0]?.now ?? new Date());
  const { rows } = await db.query<WeeklyRow>(
    `SELECT row_number() OVER (ORDER BY wins DESC, games, last_win_at, user_id)::int AS rank, user_id AS "userId", wins,
       games, coins AS "coinsEarned"
     FROM weekly_score WHERE year = $1 AND week = $2 AND wins > 0 AND NOT EXISTS
       (SELECT FROM player WHERE player.user_id = weekly_score.user_id AND deleted)
     ORDER BY wins DESC, games, last_win_at, user_id LIMIT $3`,
    [week.year, week.number, boardLimit(limit)],
  );
  return { week, endsAt: endOf(week), rows };
}
