import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engineAnswers } from './container.ts';
import { ensurePrograms, hasProgram } from './install.ts';
import { startNats } from './nats.ts';
import { startPostgresContainer } from './postgres-container.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { givenServer, type Place, type Server } from './server.ts';

const kinds = {
  postgres: {
    variable: 'POSTGRES_URL',
    program: 'postgres',
    start: (place: Place) => (place.inContainer ? startPostgresContainer(place) : startPostgres(place)),
  },
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

/**
 * Does a server of ours run in a container? `SERVERS` says so for all (`containers` or `programs`); otherwise it does
 * where its program is missing and an engine answers.
 */
function runsInContainer(kind: Kind): boolean {
  const { SERVERS } = process.env;
  if (SERVERS) return SERVERS === 'containers';
  return !hasProgram(kinds[kind].program) && engineAnswers();
}

/** Makes sure of the programs of the servers that the environment does not name (of all of them for `own`). */
export function ensureServers(wanted: readonly Kind[], own: boolean, say: (line: string) => void): void {
  const missing = wanted.filter(
    (kind) => (own || !process.env[kinds[kind].variable]) && !runsInContainer(kind),
  );
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
    if (url) return Promise.resolve(givenServer(url));
    const inContainer = runsInContainer(kind);
    const log = join(dir, 'log', `${kind}.log`);
    return kinds[kind].start({ dir: join(dir, kind), log, durable, namespace, inContainer });
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
