import { review, type Side } from '@fifteen/rules';

/** A move as it was made. */
export interface Made {
  readonly position: number;
  /** Made by the server for an absent player. */
  readonly auto: boolean;
  readonly at: Date;
}

/** A game that is over, as far as it tells how somebody played. */
export interface Played {
  readonly startedAt: Date;
  readonly moves: readonly Made[];
  readonly winner: Side | null;
}

/** How a person played a game. */
export interface Signals {
  readonly thoughtMs: readonly number[];
  readonly choices: number;
  readonly perfect: number;
  readonly quickLoss: boolean;
}

/** How often somebody met this opponent in their last games. */
export interface Company {
  readonly recent: number;
  readonly withPair: number;
}

const SUSPICIONS = ['machine', 'thrown', 'pair'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** A game that is lost by then was hardly played. */
const QUICK_PLIES = 6;
/** Fewer perfect choices than this are luck, or an easy game. */
const LEAST_CHOICES = 4;
/** People think longer about some moves than about others: a spread below this share of the mean is none … */
const EVEN_SPREAD = 0.3;
/** … and nobody reads the board faster than this, on average. */
const FASTEST_MS = 700;
/** From so many games on, so many of them with one opponent are no accident. */
const PAIR_GAMES = 10;
const PAIR_SHARE = 0.75;

/** What a side did in a game. A choice is a move where the board offered something worse as well. */
export function signalsOf({ startedAt, moves, winner }: Played, side: Side): Signals {
  const judged = review(moves.map(({ position }) => position));
  const thoughtMs: number[] = [];
  let [choices, perfect] = [0, 0];
  for (const [index, move] of moves.entries()) {
    const judgement = judged[index];
    if (!judgement || judgement.side !== side || move.auto) continue;
    thoughtMs.push(Math.max(0, move.at.getTime() - (moves[index - 1]?.at ?? startedAt).getTime()));
    const free = judgement.ply === 1 ? 14 : 16 - judgement.ply;
    if (judgement.best.length === free) continue;
    choices += 1;
    if (judgement.best.includes(judgement.position)) perfect += 1;
  }
  const lost = winner !== null && winner !== side;
  return { thoughtMs, choices, perfect, quickLoss: lost && moves.length <= QUICK_PLIES };
}

/** What a game looks like. One alone says nothing: see `flags.ts`. */
export function suspicionsOf(signals: Signals, { recent, withPair }: Company): Suspicion[] {
  const { choices, perfect, quickLoss, thoughtMs } = signals;
  const looks: Record<Suspicion, boolean> = {
    machine: choices >= LEAST_CHOICES && perfect === choices && isUnhuman(thoughtMs),
    thrown: quickLoss,
    pair: recent >= PAIR_GAMES && withPair >= recent * PAIR_SHARE,
  };
  return SUSPICIONS.filter((suspicion) => looks[suspicion]);
}

function isUnhuman(thoughtMs: readonly number[]): boolean {
  const mean = thoughtMs.reduce((sum, ms) => sum + ms, 0) / thoughtMs.length;
  const variance = thoughtMs.reduce((sum, ms) => sum + (ms - mean) ** 2, 0) / thoughtMs.length;
  return mean < FASTEST_MS || Math.sqrt(variance) < mean * EVEN_SPREAD;
}
