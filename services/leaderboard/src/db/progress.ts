import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import type { AchievementType } from '../domain/achievements.ts';
import { EMPTY_STATS, type PlayedGame, type PlayerStats } from '../domain/player-stats.ts';
import { applyGame, computeProgress, type Milestones } from '../domain/progress.ts';

/** The stored progress of users. The caller holds their locks. */

interface StatsRow {
  user_id: UserId;
  wins: number;
  losses: number;
  draws: number;
  games: number;
  win_streak: number;
  best_win_streak: number;
  losing_streak: number;
  diagonals: number;
  last_at: Date;
  last_game: string;
  /** Whether the game to add comes after all games in the stats. */
  newest: boolean;
}

const statsOf = (row: StatsRow): PlayerStats => ({
  ...{ wins: row.wins, losses: row.losses, draws: row.draws, games: row.games },
  ...{ winStreak: row.win_streak, bestWinStreak: row.best_win_streak, losingStreak: row.losing_streak },
  diagonals: row.diagonals,
});

/** Adds a game that was just inserted to its player's progress. Returns the new milestones. */
export async function addToProgress(sql: Sql, userId: UserId, game: PlayedGame): Promise<Milestones> {
  const [{ rows }, owned] = await Promise.all([
    sql.query<StatsRow>(
      `SELECT *, (last_at, last_game) < ($2::timestamptz, $3::uuid) AS newest FROM player_stats WHERE user_id = $1`,
      [userId, game.finishedAt, game.gameId],
    ),
    ownedAchievements(sql, userId),
  ]);
  const [row] = rows;
  if (row && !row.newest) return rebuildProgress(sql, userId);
  const { stats, unlocked, level } = applyGame(row ? statsOf(row) : EMPTY_STATS, owned, game);
  const milestones = {
    achievements: new Map(unlocked.map((type): [AchievementType, Date] => [type, game.finishedAt])),
    levels: new Map(level === undefined ? [] : [[level, game.finishedAt]]),
  };
  await Promise.all([writeStats(sql, userId, stats, game), writeMilestones(sql, userId, milestones)]);
  return milestones;
}

/** Computes a user's progress again from all games, after a late game or on request. Returns the new milestones. */
export async function rebuildProgress(sql: Sql, userId: UserId): Promise<Milestones> {
  const games = await gamesOf(sql, userId);
  const last = games.at(-1);
  if (!last) return { achievements: new Map(), levels: new Map() };
  const owned = await ownedAchievements(sql, userId);
  const highestLevel = await highestLevelOf(sql, userId);
  const progress = computeProgress(games);
  await writeStats(sql, userId, progress.stats, last);
  await sql.query(`DELETE FROM achievement WHERE user_id = $1 AND type <> ALL ($2)`, [
    userId,
    [...progress.achievements.keys()],
  ]);
  await writeMilestones(sql, userId, progress);
  return {
    achievements: new Map([...progress.achievements].filter(([type]) => !owned.has(type))),
    levels: new Map([...progress.levels].filter(([level]) => level > highestLevel)),
  };
}

/** Returns a user's games in the order in which they ended. */
async function gamesOf(sql: Sql, userId: UserId): Promise<PlayedGame[]> {
  const { rows } = await sql.query<PlayedGame>(
    `SELECT game_id AS "gameId", outcome, diagonal, finished_at AS "finishedAt"
     FROM player_game WHERE user_id = $1 ORDER BY finished_at, game_id`,
    [userId],
  );
  return rows;
}

async function ownedAchievements(sql: Sql, userId: UserId): Promise<Set<string>> {
  const { rows } = await sql.query<{ type: string }>(`SELECT type FROM achievement WHERE user_id = $1`, [
    userId,
  ]);
  return new Set(rows.map(({ type }) => type));
}

async function highestLevelOf(sql: Sql, userId: UserId): Promise<number> {
  const { rows } = await sql.query<{ level: number }>(
    `SELECT coalesce(max(level), 1) AS level FROM level_up WHERE user_id = $1`,
    [userId],
  );
  return rows[0]?.level ?? 1;
}

const writeStats = (sql: Sql, userId: UserId, stats: PlayerStats, last: PlayedGame): Promise<unknown> =>
  sql.query(
    `INSERT INTO player_stats (user_id, wins, losses, draws, games, win_streak, best_win_streak, losing_streak, diagonals,
       last_at, last_game)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (user_id) DO UPDATE SET wins = $2, losses = $3, draws = $4, games = $5, win_streak = $6,
       best_win_streak = $7, losing_streak = $8, diagonals = $9, last_at = $10, last_game = $11`,
    [
      ...[userId, stats.wins, stats.losses, stats.draws, stats.games],
      ...[stats.winStreak, stats.bestWinStreak, stats.losingStreak, stats.diagonals],
      ...[last.finishedAt, last.gameId],
    ],
  );

async function writeMilestones(
  sql: Sql,
  userId: UserId,
  { achievements, levels }: Milestones,
): Promise<void> {
  if (achievements.size > 0)
    await sql.query(
      `INSERT INTO achievement (user_id, type, unlocked_at) SELECT $1, * FROM unnest($2::text[], $3::timestamptz[])
       ON CONFLICT (user_id, type) DO UPDATE SET unlocked_at = EXCLUDED.unlocked_at`,
      [userId, [...achievements.keys()], [...achievements.values()]],
    );
  if (levels.size > 0)
    await sql.query(
      `INSERT INTO level_up (user_id, level, reached_at) SELECT $1, * FROM unnest($2::int[], $3::timestamptz[])
       ON CONFLICT (user_id, level) DO UPDATE SET reached_at = EXCLUDED.reached_at`,
      [userId, [...levels.keys()], [...levels.values()]],
    );
}
