import { isBot, type UserId } from '@fifteen/domain';

/** Durations of a game, in milliseconds; `config.ts` describes them. */
export interface Timings {
  turn: number;
  grace: number;
  autoMove: number;
  botMin: number;
  botMax: number;
  /** Delay before a request to the economy service is repeated. */
  stakeRetry: number;
}

/** Returns a number in [0, 1). */
export type Random = () => number;

/** The deadline of a turn, and when the server acts: after the grace period, or when it makes the move itself. */
export interface Turn {
  turnDeadline: Date;
  dueAt: Date;
}

/** Returns the instant `ms` milliseconds after `at`. */
export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Returns the turn of a seat that begins at `at`. */
export function turnFrom(at: Date, userId: UserId, auto: boolean, timings: Timings, random: Random): Turn {
  if (auto) return { turnDeadline: later(at, timings.autoMove), dueAt: later(at, timings.autoMove) };
  const turnDeadline = later(at, timings.turn);
  if (!isBot(userId)) return { turnDeadline, dueAt: later(turnDeadline, timings.grace) };
  return { turnDeadline, dueAt: later(at, timings.botMin + random() * (timings.botMax - timings.botMin)) };
}
