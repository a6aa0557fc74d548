import { AppError, type Sql } from '@fifteen/runtime';

/** Whoever has not finished so many games with others … */
const SEASONED_GAMES = 20;
/** … stakes so much in a game at most: a new account is no way to the tables where much is won at once. */
const NEW_PLAYER_STAKE = 50_000;

/**
 * May this user stake so much? Games that were played to their end on the board with another person count, for coins or
 * not. What was once allowed stays so, as games only become more: a start that is repeated gets the same answer.
 * Errors: STAKE_LIMIT.
 */
export async function assertMayStake(sql: Sql, userId: string, bet: number): Promise<void> {
  if (bet <= NEW_PLAYER_STAKE) return;
  const half = (seat: string, other: string): string =>
    `(SELECT 1 FROM game WHERE ${seat} = $1 AND status = 'finished' AND NOT starts_with(${other}, 'player_') LIMIT $2)`;
  const { rowCount } = await sql.query(`${half('x_user', 'o_user')} UNION ALL ${half('o_user', 'x_user')}`, [
    userId,
    SEASONED_GAMES,
  ]);
  if ((rowCount ?? 0) >= SEASONED_GAMES) return;
  throw new AppError('STAKE_LIMIT', `New players stake ${NEW_PLAYER_STAKE} coins at most`, {
    coins: NEW_PLAYER_STAKE,
    games: SEASONED_GAMES,
  });
}
