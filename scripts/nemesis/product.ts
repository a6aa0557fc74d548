import type { LeaderboardConfig } from '@fifteen/leaderboard/config';
import { bundlesIn, openStack, type Stack } from '@fifteen/testkit/stack';
import { serviceNames } from '@fifteen/topology';
import { join } from 'node:path';
import { Clocks } from './clocks.ts';
import { serverFaults, startAll, type Fault } from './faults.ts';
import { Links } from './links.ts';
import { PostgresPair } from './postgres.ts';

/** Seconds from the end of a week until it is closed: a run may end soon after its week. */
export const CLOSE_AFTER_SECONDS = 15;
/** Most players of a run meet one opponent. */
const WEEK = {
  CLOSE_AFTER_SECONDS: String(CLOSE_AFTER_SECONDS),
  CLOSE_INTERVAL_SECONDS: '3',
  REWARD_OPPONENTS_IN_SMALL_WEEK: '1',
} satisfies Partial<Record<keyof LeaderboardConfig, string>>;

/** A product that can fail in many ways. */
export interface Product {
  readonly stack: Stack;
  /** All kinds of faults of servers, networks and clocks. */
  readonly faults: readonly Fault[];
  /** Kills all servers at once. Returns the function that starts them with their data. */
  killServers(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Starts a product with two replicas of each service in `dir`, whose week ends in `weekEndsInMs`. */
export async function openNemesisProduct(dir: string, weekEndsInMs: number): Promise<Product> {
  const clocks = new Clocks(dir, weekEndsInMs);
  const bundles = await bundlesIn(join(dir, 'bundles'));
  const postgres = await PostgresPair.start(dir, clocks.envOf('postgres'));
  const links = new Links();
  const stop = async () => {
    links.close();
    await postgres.stop();
  };
  try {
    // The product takes the server that the environment names, as it does in production.
    process.env['POSTGRES_URL'] = postgres.url;
    const envOf = (name: (typeof serviceNames)[number]) => ({
      ...clocks.envOf(name),
      ...(name === 'leaderboard' ? WEEK : {}),
    });
    const stack = await openStack(
      { dir, namespace: '', durable: false, bundles, report: () => undefined },
      {
        replicas: 2,
        link: links.open,
        env: Object.fromEntries(serviceNames.map((name) => [name, envOf(name)])),
      },
    );
    return {
      stack,
      faults: [...serverFaults(stack), ...postgres.faults(), ...links.faults(), ...clocks.faults()],
      killServers: async () => {
        const { redis, nats } = stack.servers;
        const [startPostgres] = await Promise.all([postgres.kill(), redis.kill(), nats.kill()]);
        return () => Promise.all([startPostgres(), startAll([redis, nats])]).then(() => undefined);
      },
      stop: () => stack.stop().then(stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
