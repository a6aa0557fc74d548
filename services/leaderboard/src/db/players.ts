import { BOT_PREFIX, type UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { TimeRange } from '../domain/week.ts';
import type { WeeklyLeaderboardRules } from '../domain/weekly-leaderboard-rules.ts';
import { lockUsers } from './locks.ts';
import { lockUserAndOpponents, reevaluateGames } from './weekly-scores.ts';

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
  await lockUserAndOpponents(sql, userId, at);
  const { rowCount } = await sql.query(
    `INSERT INTO player (user_id, registered_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET registered_at = least(player.registered_at, EXCLUDED.registered_at)
     WHERE player.registered_at IS NULL OR player.registered_at > EXCLUDED.registered_at`,
    [userId, at],
  );
  if (rowCount) await reevaluateGames(sql, userId, at, rules);
}

/** Stores networks and devices of a user, and decides again about the games that ended after the oldest new record. */
export async function storeAccessRecords(
  sql: Sql,
  userId: UserId,
  records: readonly Omit<AccessRecord, 'userId'>[],
  rules: WeeklyLeaderboardRules,
): Promise<void> {
  const oldest = (of: readonly { at: Date }[]): Date =>
    new Date(Math.min(...of.map(({ at }) => at.getTime())));
  await lockUserAndOpponents(sql, userId, oldest(records));
  await insertPlayer(sql, userId);
  // In one order, so that replicas with the same records do not deadlock.
  const { rows } = await sql.query<{ at: Date }>(
    `INSERT INTO sighting (user_id, at, network, device)
     SELECT user_id, record.* FROM player, unnest($2::timestamptz[], $3::text[], $4::text[]) AS record (at, network, device)
     WHERE user_id = $1 AND NOT deleted ORDER BY at, network, device ON CONFLICT DO NOTHING RETURNING at`,
    [
      userId,
      records.map(({ at }) => at),
      records.map(({ network }) => network),
      records.map(({ device }) => device),
    ],
  );
  if (rows.length > 0) await reevaluateGames(sql, userId, oldest(rows), rules);
}

/**
 * Marks a guest as deleted: no board lists the guest. Deletes the access records, achievements, level-ups and border.
 * Games and weekly results stay, because they are those of opponents and of paid weeks, too.
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
    sql.query(`DELETE FROM border WHERE user_id = $1`, [userId]),
  ]);
}

/** Returns the players of the games of a range between two users, of whom no registration is stored. */
export async function playersWithoutRegistration(sql: Sql, { from, until }: TimeRange): Promise<UserId[]> {
  const { rows } = await sql.query<{ user_id: UserId }>(
    `SELECT DISTINCT user_id
     FROM game, unnest(ARRAY[x_user, o_user]) AS played (user_id) LEFT JOIN player USING (user_id)
     WHERE finished_at >= $1 AND finished_at < $2 AND condition <> 'expired' AND registered_at IS NULL
       AND NOT (starts_with(x_user, $3) OR starts_with(o_user, $3))`,
    [from, until, BOT_PREFIX],
  );
  return rows.map((row) => row.user_id);
}

/**
 * Returns the players of the games of a range between two registered players. Only their access records change which games
 * count.
 */
export async function registeredPlayers(sql: Sql, { from, until }: TimeRange): Promise<UserId[]> {
  const { rows } = await sql.query<{ user_id: UserId }>(
    `SELECT DISTINCT unnest(ARRAY[x_user, o_user]) AS user_id
     FROM game JOIN player AS x ON x.user_id = x_user JOIN player AS o ON o.user_id = o_user
     WHERE finished_at >= $1 AND finished_at < $2 AND condition <> 'expired'
       AND x.registered_at <= finished_at AND o.registered_at <= finished_at`,
    [from, until],
  );
  return rows.map((row) => row.user_id);
}

/** Returns those access records that are not stored. */
export async function missingAccessRecords(
  sql: Sql,
  records: readonly AccessRecord[],
): Promise<AccessRecord[]> {
  const { rows } = await sql.query<AccessRecord>(
    `SELECT user_id AS "userId", at, network, device
     FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[]) AS record (user_id, at, network, device)
     WHERE NOT EXISTS (SELECT FROM sighting AS s WHERE s.user_id = record.user_id AND s.at = record.at
       AND s.network = record.network AND s.device = record.device)`,
    [
      ...[records.map(({ userId }) => userId), records.map(({ at }) => at)],
      ...[records.map(({ network }) => network), records.map(({ device }) => device)],
    ],
  );
  return rows;
}
