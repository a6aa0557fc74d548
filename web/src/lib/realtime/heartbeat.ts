import { KEEP_ALIVE_EVERY, PING_TIMEOUT } from '@fifteen/contract/constants';

const TICK = 1_000;
/** A timer this late means that the device or the tab slept, and the connection most likely died meanwhile. */
const SLEEP_MS = 5_000;

interface HeartbeatOptions {
  /** Sends a ping with that timestamp; false when there is no line to send it on. */
  ping: (timestamp: number) => boolean;
  /** How long an answer took, in milliseconds. */
  measured: (latency: number) => void;
  /** The connection is dead or must be taken for dead. */
  dead: () => void;
}

interface Probe {
  timestamp: number;
  answer: Promise<number>;
  settle: (latency: number | null) => void;
}

/** Feels whether the connection is alive: by pings, and by noticing that time was slept through. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #probe: Probe | null = null;
  #beat: ReturnType<typeof setInterval> | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.stop();
    this.#beat = setInterval(this.check, KEEP_ALIVE_EVERY);
    let last = Date.now();
    this.#watch = setInterval(() => {
      const late = Date.now() - last - TICK;
      last = Date.now();
      if (late > SLEEP_MS) this.#woke();
    }, TICK);
    document.addEventListener('visibilitychange', this.#seen);
  }

  stop(): void {
    clearInterval(this.#beat);
    clearInterval(this.#watch);
    document.removeEventListener('visibilitychange', this.#seen);
    this.lost();
  }

  /** The connection is gone: what was asked on it gets no answer, and says nothing about the next one. */
  lost(): void {
    this.#probe?.settle(null);
  }

  /** Asks for a sign of life. Resolves with the round trip; rejects when there is no line, or no answer in 5 s. */
  probe(): Promise<number> {
    if (this.#probe) return this.#probe.answer;
    const timestamp = Date.now();
    if (!this.#options.ping(timestamp)) return Promise.reject(new Error('no line'));
    let settle: Probe['settle'] = () => undefined;
    const timer = setTimeout(() => {
      settle(null);
      this.#options.dead();
    }, PING_TIMEOUT);
    const answer = new Promise<number>((resolve, reject) => {
      settle = (latency) => {
        clearTimeout(timer);
        this.#probe = null;
        if (latency === null) reject(new Error('no answer'));
        else resolve(latency);
      };
    });
    this.#probe = { timestamp, answer, settle };
    return answer;
  }

  /** A pong came in. */
  pong(timestamp: number): void {
    if (this.#probe?.timestamp !== timestamp) return;
    const latency = Date.now() - timestamp;
    this.#probe.settle(latency);
    this.#options.measured(latency);
  }

  /** Sends a ping; without an answer the connection counts as dead. */
  readonly check = (): void => {
    this.probe().catch(() => undefined);
  };

  /** A hidden tab's timers are held back although its line lives: there, ask before cutting. */
  #woke(): void {
    if (document.hidden) this.check();
    else this.#options.dead();
  }

  readonly #seen = (): void => {
    if (!document.hidden) this.check();
  };
}
