import type { UserId } from '@fifteen/domain';
import { AppError, type Sql } from '@fifteen/runtime';

/** The limit on the stakes of new players; `config.ts` describes it. */
export interface StakeLimit {
  /** The highest bet of a new player; 0 switches the limit off. */
  coins: number;
  /** Finished games after which the limit ends. */
  games: number;
  /** Different opponents among these games. */
  opponents: number;
}

/** A shorter game does not count: two accounts of one person can finish one in five moves. */
const MINIMUM_MOVES = 7;

/** @throws STAKE_LIMIT when a new player may not stake this bet */
export async function assertStakeAllowed(
  sql: Sql,
  limit: StakeLimit,
  userId: UserId,
  bet: number,
): Promise<void> {
  const { coins, games, opponents } = limit;
  if (coins === 0 || bet <= coins || (await isExperienced(sql, userId, limit))) return;
  throw new AppError('STAKE_LIMIT', { coins, games, opponents });
}

/** Returns the highest bet of this user, undefined when they may stake any. */
export async function findStakeLimit(
  sql: Sql,
  limit: StakeLimit,
  userId: UserId,
): Promise<number | undefined> {
  const isLimited = limit.coins > 0 && !(await isExperienced(sql, userId, limit));
  return isLimited ? limit.coins : undefined;
}

/**
 * Counts games that ended on the board against other people, with any bet. Both numbers only grow, so an allowed bet
 * stays allowed, and a repeated start gets the same response. Reads at most 1,000 games of each seat.
 */
async function isExperienced(sql: Sql, userId: UserId, { games, opponents }: StakeLimit): Promise<boolean> {
  const gamesOfSeat = (seat: string, other: string): string =>
    `(SELECT ${other} AS opponent FROM game WHERE ${seat} = $1 AND status = 'finished'
       AND cardinality(moves) >= $2 AND NOT starts_with(${other}, 'player_') LIMIT 1000)`;
  const { rows } = await sql.query<{ games: number; opponents: number }>(
    `SELECT count(*)::int AS games, count(DISTINCT opponent)::int AS opponents
     FROM (${gamesOfSeat('x_user', 'o_user')} UNION ALL ${gamesOfSeat('o_user', 'x_user')}) AS played`,
    [userId, MINIMUM_MOVES],
  );
  const [played] = rows;
  return played !== undefined && played.games >= games && played.opponents >= opponents;
}
