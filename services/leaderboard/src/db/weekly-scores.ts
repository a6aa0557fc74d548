import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { countsForWeek, type PlayerSnapshot } from '../domain/eligibility.ts';
import type { FinishedGame } from '../domain/finished-game.ts';
import { weekName, weekOf, weeksOf, type Week } from '../domain/week.ts';
import type { WeeklyLeaderboardRules } from '../domain/weekly-leaderboard-rules.ts';
import { gamesInOpenWeeks } from './games.ts';
import { lockOpenWeeks, lockUsers } from './locks.ts';

interface SnapshotRow {
  /** The row's user: 1 for X of the first game, 2 for O, 3 for X of the second, … */
  place: number;
  registered_at: Date | null;
  networks: string[] | null;
  devices: string[] | null;
}

const UNKNOWN: PlayerSnapshot = { registeredAt: null, networks: [], devices: [] };

/**
 * Minutes before the end of a game whose access records count, with the last one before them: no game is longer than 16, and
 * identity publishes the same network and device of a user again only after 30 (`services/identity/src/workflows/publish-access.ts`).
 */
export const RECORD_VALID_MINUTES = 46;

/**
 * Decides which games of open weeks count, and updates the scores of their players where a decision changed. The caller
 * holds the locks of the players and of the weeks.
 */
export async function scoreGames(
  sql: Sql,
  games: readonly FinishedGame[],
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  if (games.length === 0) return;
  const players = await playersAtEnd(sql, games);
  const { rows } = await sql.query<{ user_id: UserId; year: number; week: number }>(
    `UPDATE player_game AS p SET counts = g.counts FROM unnest($1::uuid[], $2::boolean[]) AS g (game_id, counts)
     WHERE p.game_id = g.game_id AND p.counts <> g.counts RETURNING p.user_id, p.year, p.week`,
    [
      games.map(({ id }) => id),
      games.map((game, index) => {
        const [x = UNKNOWN, o = UNKNOWN] = players[index] ?? [];
        return countsForWeek(game, x, o, rules);
      }),
    ],
  );
  for (const week of weeksOf(games.map(({ finishedAt }) => finishedAt))) {
    const changed = rows.filter((row) => row.year === week.year && row.week === week.number);
    const userIds = [...new Set(changed.map((row) => row.user_id))];
    if (userIds.length > 0) await updateScores(sql, week, userIds, rules);
  }
}

/**
 * Locks a user and the opponents of their games in open weeks since an instant, all in one statement: two transactions that
 * each lock their own user first, and each other's later, would deadlock. A game against a further opponent that is recorded
 * meanwhile makes it release its locks and begin again.
 */
export async function lockUserAndOpponents(sql: Sql, userId: UserId, since: Date): Promise<void> {
  await sql.query('SAVEPOINT before_locks');
  for (let locked = new Set<UserId>(); ;) {
    const players = [userId, ...playersOf(await gamesInOpenWeeks(sql, userId, since))];
    if (players.every((player) => locked.has(player))) return;
    if (locked.size > 0) await sql.query('ROLLBACK TO SAVEPOINT before_locks');
    await lockUsers(sql, players);
    locked = new Set(players);
  }
}

/**
 * Decides again about a user's games in open weeks that ended since an instant. Usually the event about the user precedes
 * the games, and there are none. The caller holds the locks of {@link lockUserAndOpponents}.
 */
export async function reevaluateGames(
  sql: Sql,
  userId: UserId,
  since: Date,
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  const games = await gamesInOpenWeeks(sql, userId, since);
  if (games.length === 0) return;
  const openWeeks = await lockOpenWeeks(sql, weeksOf(games.map(({ finishedAt }) => finishedAt)));
  const isOpen = ({ finishedAt }: FinishedGame): boolean => openWeeks.has(weekName(weekOf(finishedAt)));
  await scoreGames(sql, games.filter(isOpen), rules);
}

const playersOf = (games: readonly FinishedGame[]): UserId[] => games.flatMap(({ x, o }) => [x, o]);

/** X and O of a game, with what is known of them. */
type Players = [x: PlayerSnapshot | undefined, o: PlayerSnapshot | undefined];

/**
 * Returns the players of each game as they were at its end, with the networks and devices of the `RECORD_VALID_MINUTES` before
 * it: the one they had when that range began, and those of their sessions and requests during it.
 */
async function playersAtEnd(sql: Sql, games: readonly FinishedGame[]): Promise<Players[]> {
  const { rows } = await sql.query<SnapshotRow>(
    `SELECT ended.place, p.registered_at, s.networks, s.devices
     FROM unnest($1::text[], $2::timestamptz[]) WITH ORDINALITY AS ended (user_id, at, place)
     JOIN player p USING (user_id), LATERAL
       (SELECT array_agg(network) FILTER (WHERE network <> '') AS networks,
          array_agg(device) FILTER (WHERE device <> '') AS devices
        FROM sighting WHERE user_id = p.user_id AND at <= ended.at AND at >= coalesce(
          (SELECT max(at) FROM sighting
           WHERE user_id = p.user_id AND at <= ended.at - make_interval(mins => $3)), '-infinity')) s`,
    [playersOf(games), games.flatMap(({ finishedAt }) => [finishedAt, finishedAt]), RECORD_VALID_MINUTES],
  );
  const byPlace = new Map(rows.map((row) => [row.place, snapshotOf(row)]));
  return games.map((_, index) => [byPlace.get(2 * index + 1), byPlace.get(2 * index + 2)]);
}

const snapshotOf = (row: SnapshotRow): PlayerSnapshot => ({
  registeredAt: row.registered_at,
  networks: row.networks ?? [],
  devices: row.devices ?? [],
});

/** Writes the scores of users in a week from the games that count; of the wins over each opponent only the first few. */
async function updateScores(
  sql: Sql,
  { year, number }: Week,
  userIds: readonly UserId[],
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO weekly_score (year, week, user_id, wins, games, coins, opponents, last_win_at)
     SELECT $1, $2, user_id, count(*) FILTER (WHERE won), count(*), sum(coins), count(DISTINCT opponent_id),
       max(finished_at) FILTER (WHERE won)
     FROM (SELECT user_id, coins, opponent_id, finished_at, outcome = 'win' AND $4 >= row_number() OVER
             (PARTITION BY user_id, opponent_id, outcome ORDER BY finished_at, game_id) AS won
           FROM player_game WHERE user_id = ANY ($3) AND year = $1 AND week = $2 AND counts) AS game
     GROUP BY user_id
     ON CONFLICT (year, week, user_id) DO UPDATE SET wins = EXCLUDED.wins, games = EXCLUDED.games,
       coins = EXCLUDED.coins, opponents = EXCLUDED.opponents, last_win_at = EXCLUDED.last_win_at`,
    [year, number, userIds, rules.winsPerOpponent],
  );
  if (rowCount === userIds.length) return;
  await sql.query(
    `DELETE FROM weekly_score AS score WHERE year = $1 AND week = $2 AND user_id = ANY ($3) AND NOT EXISTS
       (SELECT FROM player_game AS p WHERE p.user_id = score.user_id AND p.year = $1 AND p.week = $2 AND counts)`,
    [year, number, userIds],
  );
}
