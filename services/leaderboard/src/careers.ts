import type { Sql } from '@fifteen/runtime';
import type { AchievementType } from './achievements.ts';
import { fold, step, type Career } from './fold.ts';
import { NOTHING, type Played, type Tally } from './record.ts';

/** The records of people in the database. The caller holds their locks. */

/** What is new to somebody. */
export interface Gain {
  readonly achievements: ReadonlyMap<AchievementType, Date>;
  readonly levels: ReadonlyMap<number, Date>;
}

interface RecordRow {
  user_id: string;
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
  /** The game comes after all that are in it. */
  newest: boolean;
}

const tallyOf = (row: RecordRow): Tally => ({
  ...{ wins: row.wins, losses: row.losses, draws: row.draws, games: row.games },
  ...{ winStreak: row.win_streak, bestWinStreak: row.best_win_streak, losingStreak: row.losing_streak },
  diagonals: row.diagonals,
});

/** Takes a game that was just written down into its player's record. */
export async function addGame(sql: Sql, userId: string, game: Played): Promise<Gain> {
  const { rows } = await sql.query<RecordRow>(
    `SELECT *, (last_at, last_game) < ($2::timestamptz, $3::uuid) AS newest FROM player_stats WHERE user_id = $1`,
    [userId, game.finishedAt, game.gameId],
  );
  const [row] = rows;
  if (row && !row.newest) return foldAnew(sql, userId);
  const had = row ? await achievementsOf(sql, userId) : new Set<string>();
  const { tally, unlocked, level } = step(row ? tallyOf(row) : NOTHING, had, game);
  const gain = {
    achievements: new Map(unlocked.map((type) => [type, game.finishedAt])),
    levels: new Map(level === undefined ? [] : [[level, game.finishedAt]]),
  };
  await writeRecord(sql, userId, tally, game);
  await writeGain(sql, userId, gain);
  return gain;
}

/** Makes a record anew from all games of its user: one was heard of late, or somebody asks. Answers what is new. */
export async function foldAnew(sql: Sql, userId: string): Promise<Gain> {
  const games = await gamesOf(sql, userId);
  const last = games.at(-1);
  if (!last) return { achievements: new Map(), levels: new Map() };
  const had = await achievementsOf(sql, userId);
  const reached = await highestLevelOf(sql, userId);
  const career = fold(games);
  await writeRecord(sql, userId, career.tally, last);
  await sql.query(`DELETE FROM achievement WHERE user_id = $1 AND type <> ALL ($2)`, [
    userId,
    [...career.achievements.keys()],
  ]);
  await writeGain(sql, userId, career);
  return {
    achievements: new Map([...career.achievements].filter(([type]) => !had.has(type))),
    levels: new Map([...career.levels].filter(([level]) => level > reached)),
  };
}

/** Somebody's games in the order in which they ended. */
async function gamesOf(sql: Sql, userId: string): Promise<Played[]> {
  const { rows } = await sql.query<Played>(
    `SELECT game_id AS "gameId", outcome, diagonal, finished_at AS "finishedAt"
     FROM player_game WHERE user_id = $1 ORDER BY finished_at, game_id`,
    [userId],
  );
  return rows;
}

async function achievementsOf(sql: Sql, userId: string): Promise<Set<string>> {
  const { rows } = await sql.query<{ type: string }>(`SELECT type FROM achievement WHERE user_id = $1`, [
    userId,
  ]);
  return new Set(rows.map(({ type }) => type));
}

async function highestLevelOf(sql: Sql, userId: string): Promise<number> {
  const { rows } = await sql.query<{ level: number }>(
    `SELECT coalesce(max(level), 1) AS level FROM level_up WHERE user_id = $1`,
    [userId],
  );
  return rows[0]?.level ?? 1;
}

const writeRecord = (sql: Sql, userId: string, tally: Tally, last: Played): Promise<unknown> =>
  sql.query(
    `INSERT INTO player_stats (user_id, wins, losses, draws, games, win_streak, best_win_streak, losing_streak, diagonals,
       last_at, last_game)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (user_id) DO UPDATE SET wins = $2, losses = $3, draws = $4, games = $5, win_streak = $6,
       best_win_streak = $7, losing_streak = $8, diagonals = $9, last_at = $10, last_game = $11`,
    [
      ...[userId, tally.wins, tally.losses, tally.draws, tally.games],
      ...[tally.winStreak, tally.bestWinStreak, tally.losingStreak, tally.diagonals],
      ...[last.finishedAt, last.gameId],
    ],
  );

async function writeGain(sql: Sql, userId: string, gain: Gain | Career): Promise<void> {
  if (gain.achievements.size > 0)
    await sql.query(
      `INSERT INTO achievement (user_id, type, unlocked_at) SELECT $1, * FROM unnest($2::text[], $3::timestamptz[])
       ON CONFLICT (user_id, type) DO UPDATE SET unlocked_at = EXCLUDED.unlocked_at`,
      [userId, [...gain.achievements.keys()], [...gain.achievements.values()]],
    );
  if (gain.levels.size > 0)
    await sql.query(
      `INSERT INTO level_up (user_id, level, reached_at) SELECT $1, * FROM unnest($2::int[], $3::timestamptz[])
       ON CONFLICT (user_id, level) DO UPDATE SET reached_at = EXCLUDED.reached_at`,
      [userId, [...gain.levels.keys()], [...gain.levels.values()]],
    );
}
