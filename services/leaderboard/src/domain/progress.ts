import { fulfilledBy, type AchievementType } from './achievements.ts';
import { addGame, EMPTY_STATS, levelOf, type PlayedGame, type PlayerStats } from './player-stats.ts';

/** Achievements and levels, each with the end of the game that reached it. */
export interface Milestones {
  readonly achievements: ReadonlyMap<AchievementType, Date>;
  readonly levels: ReadonlyMap<number, Date>;
}

/** The stats and milestones of a player. */
export interface Progress extends Milestones {
  readonly stats: PlayerStats;
}

/**
 * Returns the stats of a player after further games, in the order in which they ended, and the milestones that these reached.
 * @param owned achievements before these games
 */
export function applyGames(
  before: PlayerStats,
  owned: ReadonlySet<string>,
  games: readonly PlayedGame[],
): Progress {
  let stats = before;
  const achievements = new Map<AchievementType, Date>();
  const levels = new Map<number, Date>();
  for (const game of games) {
    const after = addGame(stats, game);
    for (const type of fulfilledBy(stats, after))
      if (!owned.has(type) && !achievements.has(type)) achievements.set(type, game.finishedAt);
    const level = levelOf(after.wins);
    if (level > levelOf(stats.wins)) levels.set(level, game.finishedAt);
    stats = after;
  }
  return { stats, achievements, levels };
}

/** Returns the progress of a player from all games, in the order in which they ended. */
export const computeProgress = (games: readonly PlayedGame[]): Progress =>
  applyGames(EMPTY_STATS, new Set(), games);
