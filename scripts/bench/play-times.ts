import type { Times } from './bench-game.ts';

/** Durations of the events of real play in milliseconds. */
export interface PlayTimes extends Times {
  /** From the start of a search until its match is announced. */
  readonly match: number[];
  /** From the start of a search until the first state of its game. */
  readonly start: number[];
  /** The same for a game for coins. */
  readonly stakedStart: number[];
  /** From the last second of the countdown to a rematch until the first state of its game. */
  readonly rematch: number[];
  /** From sending the last move until the result. */
  readonly end: number[];
  /** From sending the last move until the winner's new balance. */
  readonly payout: number[];
  /** From sending a move until a spectator receives it. */
  readonly spectator: number[];
  /** From the request for a guest account until its socket is authenticated. */
  readonly guest: number[];
}

/** Names of the events in a report. */
export const PLAY_EVENTS = {
  own: 'a move to its player',
  opponent: 'a move to the opponent',
  spectator: 'a move to a spectator',
  match: 'search to match',
  start: 'search to game',
  stakedStart: 'search to game for coins',
  rematch: 'countdown to rematch',
  end: 'last move to result',
  payout: 'last move to coins',
  guest: 'arrival of a guest',
} as const satisfies Record<keyof PlayTimes, string>;

export const emptyTimes = (): PlayTimes => ({
  ...{ own: [], opponent: [], spectator: [], match: [], start: [], stakedStart: [] },
  ...{ rematch: [], end: [], payout: [], guest: [] },
});

/** Removes the durations that were measured so far, and returns them. */
export function takeTimes(times: PlayTimes): PlayTimes {
  const result = emptyTimes();
  for (const event of Object.keys(times) as (keyof PlayTimes)[])
    for (const ms of times[event].splice(0)) result[event].push(ms);
  return result;
}
