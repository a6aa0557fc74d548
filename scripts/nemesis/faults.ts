import type { Random } from '@fifteen/testkit';
import type { Server, Stack } from '@fifteen/testkit/stack';
import { setTimeout as sleep } from 'node:timers/promises';

/** A kind of fault. It is over when `inject` resolves, with what it hit; empty when it hit nothing. */
export interface Fault {
  readonly name: string;
  readonly inject: (random: Random) => Promise<string>;
}

/** Milliseconds for which a server is away: longer than the timeouts of calls, shorter than a turn. */
const AWAY_MS = 8_000;

/** Returns the faults of Redis and NATS: they are stopped, suspended and emptied. */
export function serverFaults({ servers: { redis, nats } }: Stack): Fault[] {
  return Object.entries({ redis, nats }).flatMap(([name, server]) => {
    const [process] = server.processes;
    if (!process) return [];
    const outageMs = (random: Random) => 200 + random.int(AWAY_MS);
    return [
      {
        name: `${name} stopped`,
        inject: async (random: Random) => {
          const ms = outageMs(random);
          await process.stop();
          await sleep(ms);
          await process.start();
          return `for ${ms} ms`;
        },
      },
      {
        name: `${name} suspended`,
        inject: async (random: Random) => {
          const ms = outageMs(random);
          await process.pause();
          await sleep(ms);
          await process.resume();
          return `for ${ms} ms`;
        },
      },
      { name: `${name} emptied`, inject: () => server.wipe().then(() => 'with a kill') },
    ];
  });
}

/** Starts servers that were killed, with their data. */
export const startAll = async (servers: readonly Server[]): Promise<void> =>
  void (await Promise.all(servers.map((server) => server.restart())));
