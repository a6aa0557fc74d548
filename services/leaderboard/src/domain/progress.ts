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

/** The effect of one game on a player's progress. */
interface Step {
  readonly stats: PlayerStats;
  /** Achievements that this game unlocked. */
  readonly unlocked: AchievementType[];
  /** The level that this game reached, if it reached one. */
  readonly level: number | undefined;
}

/** Returns the effect of the newest game of a player who already has these achievements. */
export function applyGame(before: PlayerStats, owned: ReadonlySet<string>, game: PlayedGame): Step {
  const stats = addGame(before, game);
  const level = levelOf(stats.wins);
  return {
    stats,
    unlocked: fulfilledBy(before, stats).filter((type) => !owned.has(type)),
    level: level > levelOf(before.wins) ? level : undefined,
  };
}

/** Returns the progress of a player from all games, in the order in which they ended. */
export function computeProgress(games: readonly PlayedGame[]): Progress {
  let stats = EMPTY_STATS;
  const achievements = new Map<AchievementType, Date>();
  const levels = new Map<number, Date>();
  for (const game of games) {
    const step = applyGame(stats, new Set(achievements.keys()), game);
    stats = step.stats;
    for (const type of step.unlocked) achievements.set(type, game.finishedAt);
    if (step.level !== undefined) levels.set(step.level, game.finishedAt);
  }
  return { stats, achievements, levels };
}
