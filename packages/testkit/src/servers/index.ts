import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrograms } from './install.ts';
import { startNats } from './nats.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { givenServer, type Place, type Server } from './server.ts';

const kinds = {
  postgres: { variable: 'POSTGRES_URL', program: 'postgres', start: startPostgres },
  redis: { variable: 'REDIS_URL', program: 'redis-server', start: startRedis },
  nats: { variable: 'NATS_URL', program: 'nats-server', start: startNats },
} as const;

/** The kinds of server we stand on. */
export type Kind = keyof typeof kinds;

/** How servers are to be had. */
export interface ServerOptions {
  /** For what they keep and write: a directory each in it, and their output in `log/`. */
  readonly dir: string;
  readonly durable?: boolean;
  /** Prefix of the keys, subjects and streams of those who use them. */
  readonly namespace?: string;
  /** Start our own even where the environment names one: for tests that kill it. */
  readonly own?: boolean;
  /** Takes a line when something takes long, as an installation does. */
  readonly say?: (line: string) => void;
}

/** Makes sure of the programs of the servers that the environment does not name (of all of them for `own`). */
export function ensureServers(wanted: readonly Kind[], own: boolean, say: (line: string) => void): void {
  const missing = wanted.filter((kind) => own || !process.env[kinds[kind].variable]);
  ensurePrograms(
    missing.map((kind) => kinds[kind].program),
    say,
  );
}

/**
 * Gets servers of the kinds asked for: those named by POSTGRES_URL (a superuser's), REDIS_URL and NATS_URL, and for the
 * others private ones on free ports of the loopback. Fails with one line that says what is missing and how to get it.
 */
export async function startServers<K extends Kind>(
  wanted: readonly K[],
  { dir, namespace = '', durable = false, own = false, say = () => {} }: ServerOptions,
): Promise<Record<K, Server>> {
  const given = (kind: K) => (own ? undefined : process.env[kinds[kind].variable]);
  ensureServers(wanted, own, say);
  mkdirSync(join(dir, 'log'), { recursive: true });
  const start = (kind: K): Promise<Server> => {
    const url = given(kind);
    const place: Place = { dir: join(dir, kind), log: join(dir, 'log', `${kind}.log`), durable, namespace };
    return url ? Promise.resolve(givenServer(url)) : kinds[kind].start(place);
  };
  const started = await Promise.allSettled(wanted.map(start));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
    throw failed.reason;
  }
  return Object.fromEntries(
    wanted.map((kind, i) => [kind, (started[i] as PromiseFulfilledResult<Server>).value]),
  ) as Record<K, Server>;
}
