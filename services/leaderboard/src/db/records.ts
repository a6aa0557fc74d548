import type { UserId } from '@fifteen/domain';
import type { Achievement, PlayerRecord } from '@fifteen/proto/leaderboard';
import type { Sql } from '@fifteen/runtime';
import { ACHIEVEMENTS, type AchievementType } from '../domain/achievements.ts';
import { defaultBorder } from '../domain/border-selection.ts';
import { levelOf, winsToNextLevel } from '../domain/player-stats.ts';

interface RecordRow {
  user_id: UserId;
  wins: number;
  losses: number;
  draws: number;
  games: number;
  win_streak: number;
  best_win_streak: number;
  border: string | null;
}

interface AchievementRow {
  user_id: UserId;
  type: AchievementType;
  unlocked_at: Date;
}

/** Returns the records of users in the given order. A user without games has an empty one. */
export async function loadRecords(db: Sql, userIds: readonly UserId[]): Promise<PlayerRecord[]> {
  const { rows } = await db.query<RecordRow>(
    `SELECT wanted.user_id, coalesce(wins, 0) AS wins, coalesce(losses, 0) AS losses, coalesce(draws, 0) AS draws,
       coalesce(games, 0) AS games, coalesce(win_streak, 0) AS win_streak,
       coalesce(best_win_streak, 0) AS best_win_streak, border
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (user_id, place)
     LEFT JOIN player_stats USING (user_id) LEFT JOIN border USING (user_id) ORDER BY place`,
    [userIds],
  );
  const achievements = await loadAchievements(db, userIds);
  return rows.map((row) => recordOf(row, achievements.get(row.user_id) ?? []));
}

function recordOf(row: RecordRow, achievements: Achievement[]): PlayerRecord {
  const { user_id: userId, wins, losses, draws, games: totalGames } = row;
  return {
    ...{ userId, wins, losses, draws, totalGames, achievements },
    level: levelOf(wins),
    winsToNextLevel: winsToNextLevel(wins),
    currentWinStreak: row.win_streak,
    bestWinStreak: row.best_win_streak,
    chosenBorder: row.border ?? '',
    border: row.border ?? defaultBorder(row),
  };
}

/** Returns the unlocked achievements of a user in the order of the catalogue. */
export async function loadUserAchievements(db: Sql, userId: UserId): Promise<Achievement[]> {
  return (await loadAchievements(db, [userId])).get(userId) ?? [];
}

/** Returns the unlocked achievements by user, in the order of the catalogue. */
async function loadAchievements(db: Sql, userIds: readonly UserId[]): Promise<Map<UserId, Achievement[]>> {
  const { rows } = await db.query<AchievementRow>(
    `SELECT user_id, type, unlocked_at FROM achievement WHERE user_id = ANY ($1)
     ORDER BY array_position($2::text[], type)`,
    [userIds, ACHIEVEMENTS],
  );
  const byUser = new Map<UserId, Achievement[]>();
  for (const { user_id: userId, type, unlocked_at: unlockedAt } of rows)
    byUser.set(userId, [...(byUser.get(userId) ?? []), { type, unlockedAt }]);
  return byUser;
}
