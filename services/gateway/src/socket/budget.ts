import { AppError } from '@fifteen/runtime';

/** How much a socket may say (reliability 1.11). Past the first it is closed, past the others it is refused. */
const WINDOW_MS = 20_000;
const FRAMES = 50;
const FRAMES_IN_GAME = 100;
/** Keep-alive pings are no part of it, but they are no way round it either. */
const PINGS = 40;
const MINUTE_MS = 60_000;
const BAD_FRAMES = 20;

/** Acts that cost more than a frame, per minute. */
const PER_MINUTE = {
  player_chat: 20,
  start_matchmaking: 6,
  request_current_game_state: 30,
} as const;

export type Counted = keyof typeof PER_MINUTE;

/** Counts in windows that begin with their first event. */
class Counter {
  readonly #windowMs: number;
  #until = 0;
  #count = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Counts one more; answers how many there were in this window. */
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
export class Budget {
  readonly #frames = new Counter(WINDOW_MS);
  readonly #pings = new Counter(WINDOW_MS);
  readonly #bad = new Counter(MINUTE_MS);
  readonly #acts = new Map<Counted, Counter>();

  /** One more frame: who may send so many. */
  frame(now = Date.now()): 'anybody' | 'players' | 'nobody' {
    const frames = this.#frames.count(now);
    return frames <= FRAMES ? 'anybody' : frames <= FRAMES_IN_GAME ? 'players' : 'nobody';
  }

  ping(now = Date.now()): boolean {
    return this.#pings.count(now) <= PINGS;
  }

  /** One more frame that fits no schema; false when it was one too many. */
  badFrame(now = Date.now()): boolean {
    return this.#bad.count(now) < BAD_FRAMES;
  }

  /** One more of an act. Errors: TOO_MANY_REQUESTS. */
  act(type: Counted, now = Date.now()): void {
    const counter = this.#acts.get(type) ?? new Counter(MINUTE_MS);
    this.#acts.set(type, counter);
    if (counter.count(now) <= PER_MINUTE[type]) return;
    throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', { retryAfter: counter.secondsLeft(now) });
  }
}
