import type { UserId } from '@fifteen/domain';
import type { Sql } from '@fifteen/runtime';
import { EMPTY_STATS, type PlayedGame, type PlayerStats } from '../domain/player-stats.ts';
import { applyGames, computeProgress, type Milestones, type Progress } from '../domain/progress.ts';

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
}

/** What is to be written of a user: the stats as of the last game, and new milestones. */
interface NewProgress extends Progress {
  userId: UserId;
  last: PlayedGame;
}

const statsOf = (row: StatsRow): PlayerStats => ({
  ...{ wins: row.wins, losses: row.losses, draws: row.draws, games: row.games },
  ...{ winStreak: row.win_streak, bestWinStreak: row.best_win_streak, losingStreak: row.losing_streak },
  diagonals: row.diagonals,
});

/** Adds games that were just inserted to the progress of their players. Returns the new milestones of each. */
export async function addToProgress(
  sql: Sql,
  games: readonly (PlayedGame & { userId: UserId })[],
): Promise<Map<UserId, Milestones>> {
  const gamesByUser = Map.groupBy(games.toSorted(byEnd), ({ userId }) => userId);
  const userIds = [...gamesByUser.keys()];
  const [{ rows }, ownedByUser] = await Promise.all([
    sql.query<StatsRow>(`SELECT * FROM player_stats WHERE user_id = ANY ($1)`, [userIds]),
    ownedAchievements(sql, userIds),
  ]);
  const rowsByUser = new Map(rows.map((row) => [row.user_id, row]));
  const milestones = new Map<UserId, Milestones>();
  const added: NewProgress[] = [];
  for (const [userId, played] of gamesByUser) {
    const row = rowsByUser.get(userId);
    const [first, last] = [played[0], played.at(-1)];
    if (!first || !last) continue;
    if (row && !isAfter(first, row)) {
      milestones.set(userId, await rebuildProgress(sql, userId));
      continue;
    }
    const owned = ownedByUser.get(userId) ?? new Set();
    const progress = applyGames(row ? statsOf(row) : EMPTY_STATS, owned, played);
    milestones.set(userId, progress);
    added.push({ userId, last, ...progress });
  }
  await writeProgress(sql, added);
  return milestones;
}

/** Compares games by their ends, as the column order of the index on them does. */
const byEnd = (a: PlayedGame, b: PlayedGame): number =>
  a.finishedAt.getTime() - b.finishedAt.getTime() || (a.gameId < b.gameId ? -1 : 1);

/** Returns whether a game comes after all games in the stats. */
const isAfter = ({ finishedAt, gameId }: PlayedGame, { last_at: at, last_game: last }: StatsRow): boolean =>
  finishedAt.getTime() > at.getTime() || (finishedAt.getTime() === at.getTime() && gameId > last);

/** Computes a user's progress again from all games, after a late game or on request. Returns the new milestones. */
export async function rebuildProgress(sql: Sql, userId: UserId): Promise<Milestones> {
  const games = await gamesOf(sql, userId);
  const last = games.at(-1);
  if (!last) return { achievements: new Map(), levels: new Map() };
  const owned = (await ownedAchievements(sql, [userId])).get(userId) ?? new Set();
  const highestLevel = await highestLevelOf(sql, userId);
  const progress = computeProgress(games);
  await sql.query(`DELETE FROM achievement WHERE user_id = $1 AND type <> ALL ($2)`, [
    userId,
    [...progress.achievements.keys()],
  ]);
  await writeProgress(sql, [{ userId, last, ...progress }]);
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

async function ownedAchievements(sql: Sql, userIds: readonly UserId[]): Promise<Map<UserId, Set<string>>> {
  const { rows } = await sql.query<{ user_id: UserId; types: string[] }>(
    `SELECT user_id, array_agg(type) AS types FROM achievement WHERE user_id = ANY ($1) GROUP BY user_id`,
    [userIds],
  );
  return new Map(rows.map(({ user_id: userId, types }) => [userId, new Set(types)]));
}

async function highestLevelOf(sql: Sql, userId: UserId): Promise<number> {
  const { rows } = await sql.query<{ level: number }>(
    `SELECT coalesce(max(level), 1) AS level FROM level_up WHERE user_id = $1`,
    [userId],
  );
  return rows[0]?.level ?? 1;
}

/** Writes stats and milestones. A deleted guest, whose last game may end after the deletion, gets no milestones. */
async function writeProgress(sql: Sql, progress: readonly NewProgress[]): Promise<void> {
  if (progress.length === 0) return;
  const achievements = progress.flatMap((of) =>
    [...of.achievements].map((one) => [of.userId, ...one] as const),
  );
  const levels = progress.flatMap((of) => [...of.levels].map((one) => [of.userId, ...one] as const));
  await Promise.all([
    writeStats(sql, progress),
    achievements.length > 0 &&
      sql.query(
        `INSERT INTO achievement (user_id, type, unlocked_at)
         SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS unlocked (user_id, type, at)
         WHERE NOT EXISTS (SELECT FROM player WHERE player.user_id = unlocked.user_id AND deleted)
         ON CONFLICT (user_id, type) DO UPDATE SET unlocked_at = EXCLUDED.unlocked_at`,
        columns(achievements),
      ),
    levels.length > 0 &&
      sql.query(
        `INSERT INTO level_up (user_id, level, reached_at)
         SELECT * FROM unnest($1::text[], $2::int[], $3::timestamptz[]) AS reached (user_id, level, at)
         WHERE NOT EXISTS (SELECT FROM player WHERE player.user_id = reached.user_id AND deleted)
         ON CONFLICT (user_id, level) DO UPDATE SET reached_at = EXCLUDED.reached_at`,
        columns(levels),
      ),
  ]);
}

const columns = <T>(rows: readonly (readonly [UserId, T, Date])[]): unknown[] => [
  rows.map(([userId]) => userId),
  rows.map(([, value]) => value),
  rows.map(([, , at]) => at),
];

async function writeStats(sql: Sql, progress: readonly NewProgress[]): Promise<void> {
  const column = (of: (stats: PlayerStats) => number) => progress.map(({ stats }) => of(stats));
  await sql.query(
    `INSERT INTO player_stats (user_id, wins, losses, draws, games, win_streak, best_win_streak, losing_streak, diagonals,
       last_at, last_game)
     SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[],
       $9::int[], $10::timestamptz[], $11::uuid[])
     ON CONFLICT (user_id) DO UPDATE SET wins = EXCLUDED.wins, losses = EXCLUDED.losses, draws = EXCLUDED.draws,
       games = EXCLUDED.games, win_streak = EXCLUDED.win_streak, best_win_streak = EXCLUDED.best_win_streak,
       losing_streak = EXCLUDED.losing_streak, diagonals = EXCLUDED.diagonals, last_at = EXCLUDED.last_at,
       last_game = EXCLUDED.last_game`,
    [
      ...[progress.map(({ userId }) => userId), column(({ wins }) => wins), column(({ losses }) => losses)],
      ...[column(({ draws }) => draws), column(({ games }) => games), column(({ winStreak }) => winStreak)],
      ...[column(({ bestWinStreak }) => bestWinStreak), column(({ losingStreak }) => losingStreak)],
      ...[column(({ diagonals }) => diagonals), progress.map(({ last }) => last.finishedAt)],
      progress.map(({ last }) => last.gameId),
    ],
  );
}
