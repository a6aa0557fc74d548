/** A game as one of its people played it. */
export interface Played {
  readonly gameId: string;
  readonly outcome: 'win' | 'loss' | 'draw' | 'bot';
  /** Won by a diagonal line. */
  readonly diagonal: boolean;
  readonly finishedAt: Date;
}

/** What somebody's games come to. */
export interface Tally {
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  /** Wins, losses and draws; games against the computer are no part of a record. */
  readonly games: number;
  readonly winStreak: number;
  readonly bestWinStreak: number;
  readonly losingStreak: number;
  /** Wins by a diagonal line. */
  readonly diagonals: number;
}

export const NOTHING: Tally = {
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
export function withGame(tally: Tally, { outcome, diagonal }: Played): Tally {
  if (outcome === 'bot') return tally;
  const winStreak = outcome === 'win' ? tally.winStreak + 1 : 0;
  return {
    wins: tally.wins + (outcome === 'win' ? 1 : 0),
    losses: tally.losses + (outcome === 'loss' ? 1 : 0),
    draws: tally.draws + (outcome === 'draw' ? 1 : 0),
    games: tally.games + 1,
    winStreak,
    bestWinStreak: Math.max(tally.bestWinStreak, winStreak),
    losingStreak: outcome === 'loss' ? tally.losingStreak + 1 : 0,
    diagonals: tally.diagonals + (outcome === 'win' && diagonal ? 1 : 0),
  };
}

/** Wins from one level to the next. */
const WINS_A_LEVEL = 10;

/** The level of somebody with so many wins: 1, and one more for every ten. */
export const levelOf = (wins: number): number => 1 + Math.floor(wins / WINS_A_LEVEL);

/** Wins that are missing to the next level, 1 to 10. */
export const winsToNextLevel = (wins: number): number => WINS_A_LEVEL - (wins % WINS_A_LEVEL);
