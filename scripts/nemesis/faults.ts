import type { Random } from '@fifteen/testkit';
import type { Server, Stack } from '@fifteen/testkit/stack';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A kind of fault. `inject` resolves with what it hit; empty when it hit nothing. */
export interface Fault {
  readonly name: string;
  /** When it was over, by `performance.now()`, if `inject` also waits for the recovery; else that is when it resolves. */
  readonly endedAt?: () => number;
  /** Why this run cannot inject it. */
  readonly obstacle?: string | undefined;
  readonly inject: (random: Random) => Promise<string>;
}

/** Milliseconds for which a server is away: longer than the timeouts of calls, shorter than a turn. */
const AWAY_MS = 8_000;
/** How often Redis is flushed at most, and the longest pause between two flushes. */
const FLUSHES = 8;
const FLUSH_PAUSE_MS = 1_000;

/** Returns the faults of Redis and NATS. Redis keeps nothing on disk: each of its ends empties it. */
export function serverFaults({ servers: { redis, nats } }: Stack): Fault[] {
  return [
    ...outages('redis', redis),
    { name: 'redis killed', inject: () => redis.wipe().then(() => 'with all data') },
    { name: 'redis flushed', inject: (random) => flush(redis, random) },
    ...outages('nats', nats),
    { name: 'nats emptied', inject: () => nats.wipe().then(() => 'with a kill') },
  ];
}

/** Returns the faults in which a server is away for some seconds. */
function outages(name: string, { processes: [process] }: Server): Fault[] {
  if (!process) return [];
  const outage = (how: string, begin: () => Promise<void>, end: () => Promise<void>): Fault => ({
    name: `${name} ${how}`,
    inject: async (random) => {
      const ms = 200 + random.int(AWAY_MS);
      await begin();
      await sleep(ms);
      await end();
      return `for ${ms} ms`;
    },
  });
  return [
    outage(
      'stopped',
      () => process.stop(),
      () => process.start(),
    ),
    outage(
      'suspended',
      () => process.pause(),
      () => process.resume(),
    ),
  ];
}

/** Deletes all data several times, while all clients stay connected. */
async function flush({ url }: Server, random: Random): Promise<string> {
  const times = 2 + random.int(FLUSHES - 1);
  const { hostname: host, port } = new URL(url);
  const client = connect({ host, port: Number(port) });
  for (let flushes = 0; flushes < times; flushes += 1) {
    client.write('FLUSHALL\r\n');
    await once(client, 'data');
    await sleep(random.int(FLUSH_PAUSE_MS));
  }
  client.end();
  return `${times} times`;
}

/** Starts servers that were killed, with their data. */
export const startAll = async (servers: readonly Server[]): Promise<void> =>
  void (await Promise.all(servers.map((server) => server.restart())));

/** Returns the kinds that never happened, among those that a run was to inject: there may be no such kind. */
export const missedKinds = (counts: ReadonlyMap<string, number>, kinds: readonly string[]): string[] =>
  kinds.filter((name) => !counts.get(name));
