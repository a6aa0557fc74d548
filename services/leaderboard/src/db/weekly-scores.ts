import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { countsForWeek, type PlayerSnapshot } from '../domain/eligibility.ts';
import type { FinishedGame } from '../domain/finished-game.ts';
import { weekOf, type Week } from '../domain/week.ts';
import type { WeekRules } from '../domain/week-rules.ts';
import { gamesInOpenWeeks } from './games.ts';
import { lockOpenWeek, lockUsers } from './locks.ts';

interface SnapshotRow {
  user_id: UserId;
  registered_at: Date | null;
  networks: string[] | null;
  devices: string[] | null;
}

const UNKNOWN: PlayerSnapshot = { registeredAt: null, networks: [], devices: [] };

/**
 * Minutes before the end of a game whose access records count, with the last one before them: no game is longer than 16, and
 * identity publishes the same network and device of a user again only after 30 (`services/identity/src/rpc/authenticate.ts`).
 */
const RECORD_VALID_MINUTES = 40;

/**
 * Decides whether a game of an open week counts, and updates the scores of its players if the decision changed. The caller
 * holds the locks of the players and of the week.
 */
export async function scoreGame(sql: Sql, game: FinishedGame, week: Week, rules: WeekRules): Promise<void> {
  const userIds = [game.x, game.o];
  const players = await playersAt(sql, userIds, game.finishedAt);
  const [x, o] = [players.get(game.x) ?? UNKNOWN, players.get(game.o) ?? UNKNOWN];
  const { rowCount } = await sql.query(
    `UPDATE player_game SET counts = $2 WHERE game_id = $1 AND counts <> $2`,
    [game.id, countsForWeek(game, x, o, rules)],
  );
  if (!rowCount) return;
  await Promise.all(userIds.map((userId) => updateScore(sql, week, userId, rules)));
}

/**
 * Decides again about a user's games in open weeks that ended since an instant. Usually the event about the user precedes
 * the games, and there are none.
 */
export async function reevaluateGames(
  sql: Sql,
  userId: UserId,
  since: Date,
  rules: WeekRules,
): Promise<void> {
  await lockUsers(sql, [userId]);
  const games = await gamesInOpenWeeks(sql, userId, since);
  if (games.length === 0) return;
  await lockUsers(
    sql,
    games.flatMap(({ x, o }) => [x, o]),
  );
  for (const game of games) {
    const week = weekOf(game.finishedAt);
    if (await lockOpenWeek(sql, week)) await scoreGame(sql, game, week, rules);
  }
}

/**
 * Returns the users as they were at an instant, with the networks and devices of the `RECORD_VALID_MINUTES` before it: the one
 * they had when that span began, and those of their sessions and requests during it.
 */
async function playersAt(
  sql: Sql,
  userIds: readonly UserId[],
  at: Date,
): Promise<Map<UserId, PlayerSnapshot>> {
  const { rows } = await sql.query<SnapshotRow>(
    `SELECT p.user_id, p.registered_at, s.networks, s.devices FROM player p, LATERAL
       (SELECT array_agg(network) FILTER (WHERE network <> '') AS networks,
          array_agg(device) FILTER (WHERE device <> '') AS devices
        FROM sighting WHERE user_id = p.user_id AND at <= $2 AND at >= coalesce(
          (SELECT max(at) FROM sighting
           WHERE user_id = p.user_id AND at <= $2::timestamptz - make_interval(mins => $3)), '-infinity')) s
     WHERE p.user_id = ANY ($1)`,
    [userIds, at, RECORD_VALID_MINUTES],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      { registeredAt: row.registered_at, networks: row.networks ?? [], devices: row.devices ?? [] },
    ]),
  );
}

/** Writes a user's score of a week from the games that count; of the wins over each opponent only the first few. */
async function updateScore(sql: Sql, week: Week, userId: UserId, rules: WeekRules): Promise<void> {
  const key = [week.year, week.number, userId];
  const { rowCount } = await sql.query(
    `INSERT INTO weekly_score (year, week, user_id, wins, games, coins, opponents, last_win_at)
     SELECT $1, $2, $3, count(*) FILTER (WHERE won), count(*), sum(coins), count(DISTINCT opponent_id),
       max(finished_at) FILTER (WHERE won)
     FROM (SELECT coins, opponent_id, finished_at, outcome = 'win' AND $4 >= row_number() OVER
             (PARTITION BY opponent_id, outcome ORDER BY finished_at, game_id) AS won
           FROM player_game WHERE user_id = $3 AND year = $1 AND week = $2 AND counts) AS game
     HAVING count(*) > 0
     ON CONFLICT (year, week, user_id) DO UPDATE SET wins = EXCLUDED.wins, games = EXCLUDED.games,
       coins = EXCLUDED.coins, opponents = EXCLUDED.opponents, last_win_at = EXCLUDED.last_win_at`,
    [...key, rules.winsPerOpponent],
  );
  if (rowCount === 0)
    await sql.query(`DELETE FROM weekly_score WHERE year = $1 AND week = $2 AND user_id = $3`, key);
}
