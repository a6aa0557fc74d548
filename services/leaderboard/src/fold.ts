import { fulfilled, type AchievementType } from './achievements.ts';
import { levelOf, NOTHING, withGame, type Played, type Tally } from './record.ts';

/** What one more game, the newest, makes of somebody. */
export interface Step {
  readonly tally: Tally;
  /** Unlocked by this game. */
  readonly unlocked: AchievementType[];
  /** The level that was reached by it, if one was. */
  readonly level: number | undefined;
}

/** The newest game of somebody who had these achievements. */
export function step(before: Tally, had: ReadonlySet<string>, game: Played): Step {
  const tally = withGame(before, game);
  const level = levelOf(tally.wins);
  return {
    tally,
    unlocked: fulfilled(before, tally).filter((type) => !had.has(type)),
    level: level > levelOf(before.wins) ? level : undefined,
  };
}

/** What somebody's games come to, in the order in which they ended. */
export interface Career {
  readonly tally: Tally;
  /** With the end of the game that fulfilled each. */
  readonly achievements: ReadonlyMap<AchievementType, Date>;
  readonly levels: ReadonlyMap<number, Date>;
}

/** The same from the beginning: for games that were heard of late. */
export function fold(games: readonly Played[]): Career {
  let tally = NOTHING;
  const achievements = new Map<AchievementType, Date>();
  const levels = new Map<number, Date>();
  for (const game of games) {
    const now = step(tally, new Set(achievements.keys()), game);
    tally = now.tally;
    for (const type of now.unlocked) achievements.set(type, game.finishedAt);
    if (now.level !== undefined) levels.set(now.level, game.finishedAt);
  }
  return { tally, achievements, levels };
}
