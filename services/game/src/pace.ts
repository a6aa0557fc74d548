import { isBot } from './game.ts';

/** The times of a game, in milliseconds; see the configuration. */
export interface Pace {
  turn: number;
  grace: number;
  autoMove: number;
  botMin: number;
  botMax: number;
  /** Until the ledger is asked again about a stake that it did not answer for. */
  stakeRetry: number;
}

/** Answers a number in [0, 1). */
export type Random = () => number;

/** A turn's end, and when the server has to look at it: a little later, or when it moves itself. */
export interface Turn {
  turnDeadline: Date;
  dueAt: Date;
}

/** `ms` after an instant. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The turn that begins at `at` for a seat. */
export function turnFrom(at: Date, userId: string, auto: boolean, pace: Pace, random: Random): Turn {
  if (auto) return { turnDeadline: later(at, pace.autoMove), dueAt: later(at, pace.autoMove) };
  const turnDeadline = later(at, pace.turn);
  if (!isBot(userId)) return { turnDeadline, dueAt: later(turnDeadline, pace.grace) };
  return { turnDeadline, dueAt: later(at, pace.botMin + random() * (pace.botMax - pace.botMin)) };
}
