import { WINS_PER_LEVEL, type GameId } from '@fifteen/domain';

/** A finished game from the view of one of its players; `bot` for one against the computer. */
export interface PlayedGame {
  readonly gameId: GameId;
  readonly outcome: 'win' | 'loss' | 'draw' | 'bot';
  /** Won by a diagonal line. */
  readonly diagonal: boolean;
  readonly finishedAt: Date;
}

/** Totals and streaks of a player's games. */
export interface PlayerStats {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** Wins, losses and draws; games against the computer do not count. */
  readonly games: number;
  readonly winStreak: number;
  readonly bestWinStreak: number;
  readonly losingStreak: number;
  /** Wins by a diagonal line. */
  readonly diagonals: number;
}

/** The stats of a player without games. */
export const EMPTY_STATS: PlayerStats = {
  wins: 0,
  losses: 0,
  draws: 0,
  games: 0,
  winStreak: 0,
  bestWinStreak: 0,
  losingStreak: 0,
  diagonals: 0,
};

/** Adds the newest game. A draw ends a streak of either kind; a game against the computer changes nothing. */
export function addGame(stats: PlayerStats, { outcome, diagonal }: PlayedGame): PlayerStats {
  if (outcome === 'bot') return stats;
  const winStreak = outcome === 'win' ? stats.winStreak + 1 : 0;
  return {
    wins: stats.wins + (outcome === 'win' ? 1 : 0),
    losses: stats.losses + (outcome === 'loss' ? 1 : 0),
    draws: stats.draws + (outcome === 'draw' ? 1 : 0),
    games: stats.games + 1,
    winStreak,
    bestWinStreak: Math.max(stats.bestWinStreak, winStreak),
    losingStreak: outcome === 'loss' ? stats.losingStreak + 1 : 0,
    diagonals: stats.diagonals + (outcome === 'win' && diagonal ? 1 : 0),
  };
}

/** Returns the level of a player with so many wins: 1, and one more for every ten. */
export const levelOf = (wins: number): number => 1 + Math.floor(wins / WINS_PER_LEVEL);

/** Returns the wins that are missing to the next level, 1 to 10. */
export const winsToNextLevel = (wins: number): number => WINS_PER_LEVEL - (wins % WINS_PER_LEVEL);
