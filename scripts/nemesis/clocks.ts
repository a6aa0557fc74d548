import type { Random } from '@fifteen/testkit';
import { ensurePrograms, pathOf } from '@fifteen/testkit/stack';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults.ts';

/** Gives a process another clock. */
const LIBRARY = 'libfaketime.so.1';
const HOUR = 3_600;
const STEPPED_MS = 8_000;
const DAY_MS = 86_400_000;

type Env = Readonly<Record<string, string>>;

/**
 * The clocks of a product. A file for each service, and one for Postgres, has the seconds by which its clock is fast: it
 * is read once a second, so clocks can be stepped while processes run.
 */
export class Clocks {
  readonly #dir: string;
  readonly #ahead: number;

  /**
   * @param closesInMs milliseconds until the week ends by these clocks
   * @throws Error that says how to install the library, where this process may not
   */
  constructor(dir: string, closesInMs: number) {
    ensurePrograms([LIBRARY], console.log);
    this.#dir = join(dir, 'clocks');
    this.#ahead = Math.floor((nextMonday() - Date.now() - closesInMs) / 1_000);
    mkdirSync(this.#dir, { recursive: true });
    for (const name of ['postgres', ...serviceNames]) this.#set(name, this.#ahead);
  }

  /** Returns the environment of the processes with this clock. */
  envOf(name: ServiceName | 'postgres'): Env {
    return {
      LD_PRELOAD: pathOf(LIBRARY),
      FAKETIME_TIMESTAMP_FILE: join(this.#dir, name),
      FAKETIME_CACHE_DURATION: '1',
      // Timers and measured times go on.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  faults(): Fault[] {
    return [{ name: 'clock stepped', inject: (random) => this.#step(random) }];
  }

  /** Steps the clock of a service by up to an hour, and back. */
  async #step(random: Random): Promise<string> {
    const name = random.pick(serviceNames);
    const seconds = random.int(2 * HOUR) - HOUR;
    this.#set(name, this.#ahead + seconds);
    await sleep(1_000 + random.int(STEPPED_MS));
    this.#set(name, this.#ahead);
    return `${name} by ${seconds} s`;
  }

  #set(name: string, seconds: number): void {
    writeFileSync(join(this.#dir, name), `${seconds < 0 ? '' : '+'}${seconds}\n`, { mode: 0o644 });
  }
}

/** Returns the next end of a week: Monday, 00:00 UTC. 1970 began with a Thursday. */
function nextMonday(): number {
  const days = Math.floor(Date.now() / DAY_MS);
  return (days + 7 - ((days + 3) % 7)) * DAY_MS;
}
