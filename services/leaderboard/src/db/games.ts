import type { UserId, GameId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { FinishedGame, PlayerGame } from '../domain/finished-game.ts';
import type { Span, Week } from '../domain/week.ts';

interface GameRow {
  id: GameId;
  x_user: UserId;
  o_user: UserId;
  winner: UserId | null;
  condition: FinishedGame['condition'];
  plies: number;
  bet: number;
  finished_at: Date;
}

/** Inserts a finished game. Returns false if it was inserted before. */
export async function insertGame(sql: Sql, game: FinishedGame): Promise<boolean> {
  const { rowCount } = await sql.query(
    `INSERT INTO game (id, x_user, o_user, winner, condition, plies, bet, finished_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
    [game.id, game.x, game.o, game.winner, game.condition, game.plies, game.bet, game.finishedAt],
  );
  return rowCount === 1;
}

/** Inserts a game from the view of each of its players. */
export async function insertPlayerGames(sql: Sql, games: readonly PlayerGame[], week: Week): Promise<void> {
  await sql.query(
    `INSERT INTO player_game (user_id, game_id, opponent_id, outcome, diagonal, coins, finished_at, year, week)
     SELECT *, $8, $9 FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::bigint[],
       $7::timestamptz[])`,
    [
      ...[games.map(({ userId }) => userId), games.map(({ gameId }) => gameId)],
      ...[games.map(({ opponentId }) => opponentId), games.map(({ outcome }) => outcome)],
      ...[games.map(({ diagonal }) => diagonal), games.map(({ coins }) => coins)],
      ...[games.map(({ finishedAt }) => finishedAt), week.year, week.number],
    ],
  );
}

/** Returns the number of stored games that ended in a span. */
export async function countGames(sql: Sql, { from, until }: Span): Promise<number> {
  const stored = build('game').where('finished_at', '>=', from).where('finished_at', '<', until);
  const [row] = await queryRows<{ n: number }>(sql, stored.count({ n: '*' }));
  return row?.n ?? 0;
}

/** Returns a user's games against other users that ended since an instant, in weeks that are open. */
export async function gamesInOpenWeeks(sql: Sql, userId: UserId, since: Date): Promise<FinishedGame[]> {
  const { rows } = await sql.query<GameRow>(
    `SELECT game.* FROM game JOIN player_game ON player_game.game_id = game.id AND player_game.user_id = $1
     JOIN week ON week.year = player_game.year AND week.number = player_game.week AND week.state = 'open'
     WHERE player_game.finished_at >= $2 AND player_game.outcome <> 'bot' ORDER BY game.finished_at, game.id`,
    [userId, since],
  );
  return rows.map(({ x_user: x, o_user: o, finished_at: finishedAt, ...row }) => ({
    ...row,
    ...{ x, o, finishedAt },
  }));
}
