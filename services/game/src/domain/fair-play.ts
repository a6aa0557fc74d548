import { review, type Side } from '@fifteen/domain';

/** A recorded move. */
export interface MoveRecord {
  readonly position: number;
  /** Whether the server made it for an absent player. */
  readonly auto: boolean;
  readonly at: Date;
}

/** The parts of an ended game that show how its players played. */
export interface GameRecord {
  readonly startedAt: Date;
  readonly moves: readonly MoveRecord[];
  readonly winner: Side | null;
}

/** Measurements of how one player played a game. */
export interface FairPlaySignals {
  readonly thoughtMs: readonly number[];
  readonly choices: number;
  readonly perfect: number;
  readonly quickLoss: boolean;
}

/** How many of a player's recent games were against the same opponent. */
export interface OpponentShare {
  readonly recent: number;
  readonly withPair: number;
}

const SUSPICIONS = ['machine', 'thrown', 'pair'] as const;
/** Played by a machine, thrown, or most games against one opponent. */
export type Suspicion = (typeof SUSPICIONS)[number];

/** A game that is lost within so many moves counts as thrown. */
const QUICK_PLIES = 6;
/** Fewer choices than this can be perfect by luck. */
const MINIMUM_CHOICES = 4;
/** Lowest standard deviation of human thinking time, as a share of its mean. */
const MINIMUM_SPREAD = 0.3;
/** Lowest mean of human thinking time, in milliseconds. */
const MINIMUM_MEAN_MS = 700;
/** Of at least so many games, this share against one opponent is suspicious. */
const PAIR_GAMES = 10;
const PAIR_SHARE = 0.75;

/** Returns the signals of one side of a game. A choice is a move for which a worse position was free. */
export function signalsOf({ startedAt, moves, winner }: GameRecord, side: Side): FairPlaySignals {
  const reviews = review(moves.map(({ position }) => position));
  const thoughtMs: number[] = [];
  let [choices, perfect] = [0, 0];
  for (const [index, move] of moves.entries()) {
    const judgement = reviews[index];
    if (!judgement || judgement.side !== side || move.auto) continue;
    thoughtMs.push(Math.max(0, move.at.getTime() - (moves[index - 1]?.at ?? startedAt).getTime()));
    // The first move has a cell less, but never only best ones.
    const free = 16 - judgement.ply;
    if (judgement.best.length === free) continue;
    choices += 1;
    if (judgement.best.includes(judgement.position)) perfect += 1;
  }
  const lost = winner !== null && winner !== side;
  return { thoughtMs, choices, perfect, quickLoss: lost && moves.length <= QUICK_PLIES };
}

/** Returns what a game is suspicious of. One game proves nothing: several of them raise a flag. */
export function suspicionsOf(signals: FairPlaySignals, { recent, withPair }: OpponentShare): Suspicion[] {
  const { choices, perfect, quickLoss, thoughtMs } = signals;
  const found: Record<Suspicion, boolean> = {
    machine: choices >= MINIMUM_CHOICES && perfect === choices && isUnhuman(thoughtMs),
    thrown: quickLoss,
    pair: recent >= PAIR_GAMES && withPair >= recent * PAIR_SHARE,
  };
  return SUSPICIONS.filter((suspicion) => found[suspicion]);
}

function isUnhuman(thoughtMs: readonly number[]): boolean {
  const mean = thoughtMs.reduce((sum, ms) => sum + ms, 0) / thoughtMs.length;
  const variance = thoughtMs.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / thoughtMs.length;
  return mean < MINIMUM_MEAN_MS || Math.sqrt(variance) < mean * MINIMUM_SPREAD;
}
