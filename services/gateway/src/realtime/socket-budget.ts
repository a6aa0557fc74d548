import { AppError } from '@fifteen/runtime';
import { raisedBy, type LimitScales } from '../edge/limits.ts';

/**
 * How much one socket may send (docs/spec/guarantees.md#guarantees-11). Beyond the frames, pings and bad frames it is
 * closed with 1008; beyond the state requests it gets TOO_MANY_REQUESTS. Pings, as messages and of the protocol, and
 * pongs do not count as frames, but are bounded as well.
 */
export const SOCKET_LIMITS = {
  frames: { times: 50, seconds: 20 },
  framesInGame: { times: 100, seconds: 20 },
  pings: { times: 40, seconds: 20 },
  badFrames: { times: 20, seconds: 60 },
  stateRequests: { times: 30, seconds: 60 },
} as const;

/** Counts in windows that begin with their first event. */
class Counter {
  readonly #windowMs: number;
  #until = 0;
  #count = 0;

  constructor({ seconds }: { seconds: number }) {
    this.#windowMs = seconds * 1_000;
  }

  /** Counts one more; returns the count of this window. */
  count(now: number): number {
    if (now >= this.#until) {
      this.#until = now + this.#windowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count;
  }

  secondsLeft(now: number): number {
    return Math.max(1, Math.ceil((this.#until - now) / 1_000));
  }
}

/** The budget of one socket. */
export class SocketBudget {
  readonly #frames = new Counter(SOCKET_LIMITS.frames);
  readonly #pings = new Counter(SOCKET_LIMITS.pings);
  readonly #bad = new Counter(SOCKET_LIMITS.badFrames);
  readonly #stateRequests = new Counter(SOCKET_LIMITS.stateRequests);
  readonly #scales: LimitScales;

  constructor(scales: LimitScales = { address: 1, player: 1 }) {
    this.#scales = scales;
  }

  /** Counts a frame; returns which users may send this many. */
  frame(now = performance.now()): 'all' | 'players' | 'none' {
    const frames = this.#frames.count(now) / this.#scales.player;
    return frames <= SOCKET_LIMITS.frames.times
      ? 'all'
      : frames <= SOCKET_LIMITS.framesInGame.times
        ? 'players'
        : 'none';
  }

  ping(now = performance.now()): boolean {
    return this.#pings.count(now) <= SOCKET_LIMITS.pings.times * this.#scales.player;
  }

  /** Counts an invalid frame; returns false for one too many. */
  badFrame(now = performance.now()): boolean {
    return this.#bad.count(now) < SOCKET_LIMITS.badFrames.times * this.#scales.player;
  }

  /**
   * Counts a request for the current state.
   * @throws TOO_MANY_REQUESTS
   */
  state(now = performance.now()): void {
    if (this.#stateRequests.count(now) <= SOCKET_LIMITS.stateRequests.times * this.#scales.player) return;
    const details = {
      retryAfter: this.#stateRequests.secondsLeft(now),
      ...raisedBy(this.#scales, 'PLAYER_LIMIT_SCALE'),
    };
    throw new AppError('TOO_MANY_REQUESTS', details);
  }
}
