import type { Sql } from '@fifteen/runtime';
import type { Ended } from './ended.ts';
import { holdOpen, lockPeople } from './locks.ts';
import type { Parts } from './parts.ts';
import { weekOf } from './weeks.ts';
import { judge, refreshWeekly } from './weekly.ts';

/** What identity's facts say of people. They may come in any order, and after the games that hang on them. */

/** Since then somebody is registered; heard of twice, the earlier counts. */
export async function registered(parts: Parts, sql: Sql, userId: string, at: Date): Promise<void> {
  const { rowCount } = await sql.query(
    `INSERT INTO player (user_id, registered_at) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET registered_at = least(player.registered_at, EXCLUDED.registered_at)
     WHERE player.registered_at IS NULL OR player.registered_at > EXCLUDED.registered_at`,
    [userId, at],
  );
  if (rowCount) await judgeSince(parts, sql, userId, at);
}

/** There is a guest. */
export const arrived = (sql: Sql, userId: string): Promise<unknown> =>
  sql.query(`INSERT INTO player (user_id) VALUES ($1) ON CONFLICT DO NOTHING`, [userId]);

/** Records the network and device of a user since `at`, and decides again about the games that ended after it. */
export async function seen(
  parts: Parts,
  sql: Sql,
  { userId, network, device, at }: { userId: string; network: string; device: string; at: Date },
): Promise<void> {
  await arrived(sql, userId);
  const { rowCount } = await sql.query(
    `INSERT INTO sighting (user_id, at, network, device)
     SELECT $1, $2, $3, $4 FROM player WHERE user_id = $1 AND NOT deleted ON CONFLICT DO NOTHING`,
    [userId, at, network, device],
  );
  if (rowCount) await judgeSince(parts, sql, userId, at);
}

/** They are gone: no board names them. Where a guest was is forgotten, no game of theirs hangs on it. */
export async function deleted(sql: Sql, userId: string, guest: boolean): Promise<void> {
  await sql.query(
    `INSERT INTO player (user_id, deleted) VALUES ($1, true) ON CONFLICT (user_id) DO UPDATE SET deleted = true`,
    [userId],
  );
  if (guest) await sql.query(`DELETE FROM sighting WHERE user_id = $1`, [userId]);
}

interface GameRow {
  id: string;
  x_user: string;
  o_user: string;
  winner: string | null;
  condition: Ended['condition'];
  plies: number;
  bet: number;
  finished_at: Date;
}

/** Decides anew which of somebody's games count that ended since then; usually the fact came first and there are none. */
async function judgeSince({ rules }: Parts, sql: Sql, userId: string, since: Date): Promise<void> {
  await lockPeople(sql, [userId]);
  const games = await openGames(sql, userId, since);
  if (games.length === 0) return;
  await lockPeople(
    sql,
    games.flatMap(({ x, o }) => [x, o]),
  );
  for (const game of games) {
    const week = weekOf(game.finishedAt);
    if (!(await holdOpen(sql, week))) continue;
    if ((await judge(sql, [game], rules)).length === 0) continue;
    for (const player of [game.x, game.o]) await refreshWeekly(sql, week, player, rules);
  }
}

async function openGames(sql: Sql, userId: string, since: Date): Promise<Ended[]> {
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
