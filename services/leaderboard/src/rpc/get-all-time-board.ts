import type { GetAllTimeBoardResponse, AllTimeRow, GetAllTimeBoardRequest } from '@fifteen/proto/leaderboard';
import type { AppContext } from '../context.ts';
import { boardLimit } from '../domain/board-limit.ts';

/** Returns the board of all time: more wins first, then fewer games. Users without a win are not on it. */
export async function getAllTimeBoard(
  { db }: AppContext,
  { limit }: GetAllTimeBoardRequest,
): Promise<GetAllTimeBoardResponse> {
  const { rows } = await db.query<Omit<AllTimeRow, 'rank'>>(
    `SELECT user_id AS "userId", wins, losses, draws, games AS "totalGames" FROM player_stats
     WHERE wins > 0 AND NOT EXISTS (SELECT FROM player WHERE player.user_id = player_stats.user_id AND deleted)
     ORDER BY wins DESC, games, user_id LIMIT $1`,
    [boardLimit(limit)],
  );
  return { rows: rows.map((row, index) => ({ rank: index + 1, ...row })) };
}
