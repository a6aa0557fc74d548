import type { Sql } from '@fifteen/runtime';
import { counts, type Player } from './counting.ts';
import type { Ended } from './ended.ts';
import type { WeekRules } from './parts.ts';
import type { Week } from './weeks.ts';

/** The books of weeks that are open. The caller holds the locks of the people, and the week open. */

interface PlayerRow {
  user_id: string;
  registered_at: Date | null;
  networks: string[] | null;
  devices: string[] | null;
}

/** Decides anew which of these games count for their week. Answers those of which it is different now. */
export async function judge(sql: Sql, games: readonly Ended[], rules: WeekRules): Promise<Ended[]> {
  const changed: Ended[] = [];
  for (const game of games) {
    const players = await playersAt(sql, [game.x, game.o], game.finishedAt);
    const [x, o] = [players.get(game.x) ?? UNKNOWN, players.get(game.o) ?? UNKNOWN];
    const { rowCount } = await sql.query(
      `UPDATE player_game SET counts = $2 WHERE game_id = $1 AND counts <> $2`,
      [game.id, counts(game, x, o, rules)],
    );
    if (rowCount) changed.push(game);
  }
  return changed;
}

const UNKNOWN: Player = { registeredAt: null, networks: [], devices: [] };

/**
 * Minutes before its end in which a game was played with certainty: no game is longer than 8, and identity publishes the
 * same place of a user again only after 30 (`services/identity/src/rpc/authenticate.ts`).
 */
const PLAYED_MINUTES = 40;

/**
 * Returns the users as they were at an instant, with the networks and devices of the `PLAYED_MINUTES` before it: the one
 * they had when that span began, and those of their sessions and requests during it.
 */
async function playersAt(sql: Sql, userIds: readonly string[], at: Date): Promise<Map<string, Player>> {
  const { rows } = await sql.query<PlayerRow>(
    `SELECT p.user_id, p.registered_at, s.networks, s.devices FROM player p, LATERAL
       (SELECT array_agg(network) FILTER (WHERE network <> '') AS networks,
          array_agg(device) FILTER (WHERE device <> '') AS devices
        FROM sighting WHERE user_id = p.user_id AND at <= $2 AND at >= coalesce(
          (SELECT max(at) FROM sighting
           WHERE user_id = p.user_id AND at <= $2::timestamptz - make_interval(mins => $3)), '-infinity')) s
     WHERE p.user_id = ANY ($1)`,
    [userIds, at, PLAYED_MINUTES],
  );
  return new Map(
    rows.map((row) => [
      row.user_id,
      { registeredAt: row.registered_at, networks: row.networks ?? [], devices: row.devices ?? [] },
    ]),
  );
}

/** Writes down what somebody's games that count come to in a week; of the wins over each person only the first few. */
export async function refreshWeekly(sql: Sql, week: Week, userId: string, rules: WeekRules): Promise<void> {
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
    [...key, rules.winsAPair],
  );
  if (rowCount === 0)
    await sql.query(`DELETE FROM weekly_score WHERE year = $1 AND week = $2 AND user_id = $3`, key);
}
