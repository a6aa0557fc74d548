import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { TimeRange } from '../domain/week.ts';
import type { WeeklyLeaderboardRules } from '../domain/weekly-leaderboard-rules.ts';
import { lockUsers } from './locks.ts';
import { reevaluateGames } from './weekly-scores.ts';

/** What identity knows of users. Its events may arrive in any order, and after the games that depend on them. */

/** The network and device of a user since an instant. */
export interface AccessRecord {
  readonly userId: UserId;
  readonly network: string;
  readonly device: string;
  readonly at: Date;
}

/** Inserts a player without a registration, unless the player exists. */
export async function insertPlayer(sql: Sql, userId: UserId): Promise<void> {
  await sql.query(`INSERT INTO player (user_id) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);
}

/** Stores when a user registered, and decides again about the games since. Of two dates, the earlier one counts. */
export async function storeRegistration(
  sql: Sql,
  { userId, at }: { userId: UserId; at: Date },
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO player (user_id, registered_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET registered_at = least(player.registered_at, EXCLUDED.registered_at)
     WHERE player.registered_at IS NULL OR player.registered_at > EXCLUDED.registered_at`,
    [userId, at],
  );
  if (rowCount) await reevaluateGames(sql, userId, at, rules);
}

/** Stores the network and device of a user since `at`, and decides again about the games that ended after it. */
export async function storeAccessRecord(
  sql: Sql,
  { userId, network, device, at }: AccessRecord,
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  await insertPlayer(sql, userId);
  const { rowCount } = await sql.query(
    `INSERT INTO sighting (user_id, at, network, device)
     SELECT $1, $2, $3, $4 FROM player WHERE user_id = $1 AND NOT deleted ON CONFLICT DO NOTHING`,
    [userId, at, network, device],
  );
  if (rowCount) await reevaluateGames(sql, userId, at, rules);
}

/**
 * Marks a guest as deleted: no board lists the guest. Deletes the access records, achievements and level-ups. Games and
 * weekly results stay, because they are those of opponents and of paid weeks, too.
 */
export async function markDeleted(sql: Sql, userId: UserId): Promise<void> {
  // A game that another replica records now writes its achievements before the deletion, or none after it.
  await lockUsers(sql, [userId]);
  await sql.query(
    `INSERT INTO player (user_id, deleted) VALUES ($1, true) ON CONFLICT (user_id) DO UPDATE SET deleted = true`,
    [userId],
  );
  await Promise.all([
    sql.query(`DELETE FROM sighting WHERE user_id = $1`, [userId]),
    sql.query(`DELETE FROM achievement WHERE user_id = $1`, [userId]),
    sql.query(`DELETE FROM level_up WHERE user_id = $1`, [userId]),
  ]);
}

/** Returns the players of a range of whom no registration is stored. */
export async function playersWithoutRegistration(sql: Sql, { from, until }: TimeRange): Promise<UserId[]> {
  const { rows } = await sql.query<{ user_id: UserId }>(
    `SELECT DISTINCT user_id FROM player_game LEFT JOIN player USING (user_id)
     WHERE finished_at >= $1 AND finished_at < $2 AND outcome <> 'bot' AND registered_at IS NULL`,
    [from, until],
  );
  return rows.map((row) => row.user_id);
}

/** Returns the registered players of a range of whom no access record is stored. */
export async function playersWithoutAccessRecord(sql: Sql, { from, until }: TimeRange): Promise<UserId[]> {
  const { rows } = await sql.query<{ user_id: UserId }>(
    `SELECT DISTINCT user_id FROM player_game JOIN player USING (user_id)
     WHERE finished_at >= $1 AND finished_at < $2 AND outcome <> 'bot' AND registered_at IS NOT NULL AND NOT deleted
       AND NOT EXISTS (SELECT 1 FROM sighting WHERE sighting.user_id = player_game.user_id)`,
    [from, until],
  );
  return rows.map((row) => row.user_id);
}
