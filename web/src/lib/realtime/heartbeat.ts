import { KEEP_ALIVE_EVERY, PING_TIMEOUT } from '@fifteen/contract/constants';

const TICK = 1_000;
/** A timer with this delay means that the device or the tab slept, and that the connection is probably lost. */
const SLEEP_MS = 5_000;

interface HeartbeatOptions {
  /** Sends a ping with this timestamp; returns false without a connection. */
  ping: (timestamp: number) => boolean;
  /** Called with the round trip in milliseconds. */
  measured: (latency: number) => void;
  /** Called when the connection is lost or must be presumed lost. */
  dead: () => void;
}

interface Probe {
  timestamp: number;
  answer: Promise<number>;
  settle: (latency: number | null) => void;
}

/** Checks the connection by pings, and by noticing that the device slept. */
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

  /** Rejects pending probes after the connection was lost. */
  lost(): void {
    this.#probe?.settle(null);
  }

  /** Sends a ping. Resolves with the round trip; rejects without a connection, or without a pong in 5 s. */
  probe(): Promise<number> {
    if (this.#probe) return this.#probe.answer;
    const timestamp = Date.now();
    if (!this.#options.ping(timestamp)) return Promise.reject(new Error('no connection'));
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

  /** Handles a pong. */
  pong(timestamp: number): void {
    if (this.#probe?.timestamp !== timestamp) return;
    const latency = Date.now() - timestamp;
    this.#probe.settle(latency);
    this.#options.measured(latency);
  }

  /** Sends a ping; without a pong, the connection counts as lost. */
  readonly check = (): void => {
    this.probe().catch(() => undefined);
  };

  /** Timers of a hidden tab are delayed even though its connection is alive: probe before reconnecting. */
  #woke(): void {
    if (document.hidden) this.check();
    else this.#options.dead();
  }

  readonly #seen = (): void => {
    if (!document.hidden) this.check();
  };
}
