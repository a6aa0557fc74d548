import type { UserId, GameId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { build, queryRows } from '@fifteen/runtime/statements';
import type { FinishedGame, PlayerGame } from '../domain/finished-game.ts';
import { weekOf, type TimeRange } from '../domain/week.ts';

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

/** Inserts finished games. Returns the ids of those that were not inserted before. */
export async function insertGames(sql: Sql, unordered: readonly FinishedGame[]): Promise<Set<GameId>> {
  // In one order, so that replicas with the same games do not deadlock.
  const games = unordered.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await sql.query<{ id: GameId }>(
    `INSERT INTO game (id, x_user, o_user, winner, condition, plies, bet, finished_at)
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::bigint[],
       $8::timestamptz[]) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      ...[games.map(({ id }) => id), games.map(({ x }) => x), games.map(({ o }) => o)],
      ...[games.map(({ winner }) => winner), games.map(({ condition }) => condition)],
      ...[games.map(({ plies }) => plies), games.map(({ bet }) => bet)],
      games.map(({ finishedAt }) => finishedAt),
    ],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Inserts games from the view of each of their players. */
export async function insertPlayerGames(sql: Sql, games: readonly PlayerGame[]): Promise<void> {
  const weeks = games.map(({ finishedAt }) => weekOf(finishedAt));
  await sql.query(
    `INSERT INTO player_game (user_id, game_id, opponent_id, outcome, diagonal, coins, finished_at, year, week)
     SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::boolean[], $6::bigint[],
       $7::timestamptz[], $8::smallint[], $9::smallint[])`,
    [
      ...[games.map(({ userId }) => userId), games.map(({ gameId }) => gameId)],
      ...[games.map(({ opponentId }) => opponentId), games.map(({ outcome }) => outcome)],
      ...[games.map(({ diagonal }) => diagonal), games.map(({ coins }) => coins)],
      games.map(({ finishedAt }) => finishedAt),
      ...[weeks.map(({ year }) => year), weeks.map(({ number }) => number)],
    ],
  );
}

/** Returns the number of stored games that ended in a range. */
export async function countGames(sql: Sql, { from, until }: TimeRange): Promise<number> {
  const stored = build('game').where('finished_at', '>=', from).where('finished_at', '<', until);
  const [row] = await queryRows<{ n: number }>(sql, stored.count({ n: '*' }));
  return row?.n ?? 0;
}

/** Returns the hours of a range in which stored games ended. */
export async function hoursWithGames(sql: Sql, { from, until }: TimeRange): Promise<TimeRange[]> {
  const { rows } = await sql.query<TimeRange>(
    `SELECT hour AS "from", least(hour + interval '1 hour', $2) AS until
     FROM generate_series($1::timestamptz, $2::timestamptz - interval '1 ms', interval '1 hour') AS hour
     WHERE EXISTS (SELECT FROM game WHERE finished_at >= hour AND finished_at < least(hour + interval '1 hour', $2))
     ORDER BY hour`,
    [from, until],
  );
  return rows;
}

/** Returns those ids of games that are not stored. */
export async function missingGames(sql: Sql, ids: readonly GameId[]): Promise<Set<GameId>> {
  const { rows } = await sql.query<{ id: GameId }>(
    `SELECT id FROM unnest($1::uuid[]) AS ended (id) WHERE NOT EXISTS (SELECT FROM game WHERE game.id = ended.id)`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
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
