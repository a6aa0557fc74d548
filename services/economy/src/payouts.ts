import type { StakeRecord, WeeklyReward } from '@fifteen/proto/economy';
import type { Sql } from '@fifteen/runtime';
import { STATES } from './stakes.ts';

/** What was paid, for the services that decide who is paid: they compare it with their own records. */

/** Returns the stakes of these games; a game without a stake is missing. */
export async function stakesOf(sql: Sql, gameIds: readonly string[]): Promise<StakeRecord[]> {
  const { rows } = await sql.query<StakeRow>(
    `SELECT game_id, x_user, o_user, bet, state, winner, short FROM stake WHERE game_id = ANY ($1)`,
    [gameIds],
  );
  return rows.map((row) => ({
    stake: {
      gameId: row.game_id,
      state: STATES[row.state],
      winnerId: row.winner ?? '',
      shortUserIds: row.short,
    },
    xUserId: row.x_user ?? '',
    oUserId: row.o_user ?? '',
    bet: row.bet ?? 0,
  }));
}

interface StakeRow {
  game_id: string;
  x_user: string | null;
  o_user: string | null;
  bet: number | null;
  state: keyof typeof STATES;
  winner: string | null;
  short: string[];
}

/** Returns the rewards that were paid for a week, by rank, with the coins that were really moved. */
export async function weeklyRewards(
  sql: Sql,
  { year, week }: { year: number; week: number },
): Promise<WeeklyReward[]> {
  const { rows } = await sql.query<WeeklyReward>(
    `SELECT rank, user_id AS "userId", coalesce(sum(amount), 0)::bigint AS coins
       FROM weekly_reward LEFT JOIN transfer USING (entry_key)
      WHERE iso_year = $1 AND iso_week = $2 GROUP BY rank, user_id ORDER BY rank`,
    [year, week],
  );
  return rows;
}
