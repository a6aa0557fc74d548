import { AppError, type Sql } from '@fifteen/runtime';
import { build, rowsOf } from '@fifteen/runtime/statements';
import { ACHIEVEMENTS, type AchievementType } from './achievements.ts';
import { defaultBorder } from './borders.ts';
import { levelOf, winsToNextLevel } from './record.ts';

/** An achievement that somebody has unlocked. */
export interface Unlocked {
  readonly type: AchievementType;
  readonly unlockedAt: Date;
}

/** What is known of somebody's games, and what they wear for it. */
export interface Record {
  readonly userId: string;
  readonly level: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly totalGames: number;
  readonly currentWinStreak: number;
  readonly bestWinStreak: number;
  readonly winsToNextLevel: number;
  readonly chosenBorder: string;
  readonly border: string;
  readonly achievements: Unlocked[];
}

/** Records asked for at once. */
const MOST = 200;

interface RecordRow {
  user_id: string;
  wins: number;
  losses: number;
  draws: number;
  games: number;
  win_streak: number;
  best_win_streak: number;
  border: string | null;
}

/** The records of these people, in the order asked for; of whom nothing is known, an empty one. Errors: INVALID. */
export async function recordsOf(db: Sql, userIds: readonly string[]): Promise<Record[]> {
  if (userIds.length > MOST) throw new AppError('INVALID', 'At most 200 records at once');
  const { rows } = await db.query<RecordRow>(
    `SELECT wanted.user_id, coalesce(wins, 0) AS wins, coalesce(losses, 0) AS losses, coalesce(draws, 0) AS draws,
       coalesce(games, 0) AS games, coalesce(win_streak, 0) AS win_streak,
       coalesce(best_win_streak, 0) AS best_win_streak, border
     FROM unnest($1::text[]) WITH ORDINALITY AS wanted (user_id, place)
     LEFT JOIN player_stats USING (user_id) LEFT JOIN border USING (user_id) ORDER BY place`,
    [userIds],
  );
  const achievements = await achievementsOf(db, userIds);
  return rows.map((row) => recordOf(row, achievements.get(row.user_id) ?? []));
}

function recordOf(row: RecordRow, achievements: Unlocked[]): Record {
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

/** What these people have unlocked, in the order of the catalogue. */
export async function achievementsOf(db: Sql, userIds: readonly string[]): Promise<Map<string, Unlocked[]>> {
  const { rows } = await db.query<Unlocked & { user_id: string }>(
    `SELECT user_id, type, unlocked_at AS "unlockedAt" FROM achievement WHERE user_id = ANY ($1)
     ORDER BY array_position($2::text[], type)`,
    [userIds, ACHIEVEMENTS],
  );
  const all = new Map<string, Unlocked[]>();
  for (const { user_id: userId, ...unlocked } of rows)
    all.set(userId, [...(all.get(userId) ?? []), unlocked]);
  return all;
}

/** Games of two people against each other, from the first one's view. */
export async function headToHead(
  db: Sql,
  userId: string,
  otherId: string,
): Promise<{ wins: number; losses: number; draws: number; totalGames: number }> {
  const rows = await rowsOf<{ outcome: string; n: number }>(
    db,
    build('player_game')
      .select('outcome')
      .count({ n: '*' })
      .where({ user_id: userId, opponent_id: otherId })
      .whereNot({ outcome: 'bot' })
      .groupBy('outcome'),
  );
  const of = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.n ?? 0;
  const [wins, losses, draws] = [of('win'), of('loss'), of('draw')];
  return { wins, losses, draws, totalGames: wins + losses + draws };
}
