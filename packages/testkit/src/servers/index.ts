import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasContainerEngine, removeVolume } from './container.ts';
import { ensurePrograms, hasProgram } from './install.ts';
import { startNats } from './nats.ts';
import { startPostgresContainer } from './postgres-container.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import { existingServer, type ServerPlace, type Server } from './server.ts';
import { shareNats, sharePostgres, shareRedis } from './shared.ts';

const kinds = {
  postgres: {
    variable: 'POSTGRES_URL',
    program: 'postgres',
    start: (place: ServerPlace) => (place.inContainer ? startPostgresContainer(place) : startPostgres(place)),
    share: sharePostgres,
  },
  redis: { variable: 'REDIS_URL', program: 'redis-server', start: startRedis, share: shareRedis },
  nats: { variable: 'NATS_URL', program: 'nats-server', start: startNats, share: shareNats },
} as const;

/** A kind of server that the services need. */
export type Kind = keyof typeof kinds;

/** Options of a test's servers. */
export interface ServerOptions {
  /** Parent of the servers' data directories and of `log/`, which has their output. */
  readonly dir: string;
  /** Keeps the data over a crash of the machine, for the next start. */
  readonly durable?: boolean;
  /** Prefix of the services' keys, subjects and streams. */
  readonly namespace?: string;
  /** Starts private servers even where the environment names some: for tests that kill them. */
  readonly own?: boolean;
  /** Environment of Postgres, such as another clock. */
  readonly postgresEnv?: Readonly<Record<string, string>>;
  /** Receives a line of progress when something takes long, such as an installation. */
  readonly report?: (line: string) => void;
}

/** Returns where tests run servers: the value of `TEST_SERVERS`, or containers where an engine responds. */
function serverPlace(): 'containers' | 'local' {
  const { TEST_SERVERS } = process.env;
  if (!TEST_SERVERS) return hasContainerEngine() ? 'containers' : 'local';
  if (TEST_SERVERS === 'containers' || TEST_SERVERS === 'local') return TEST_SERVERS;
  throw new Error('TEST_SERVERS must be containers or local');
}

/**
 * Returns whether a private server runs in a container. Durable data stay with the program that wrote them, whether an
 * engine responds today or not; they are in a container only where the program is missing.
 */
export function runsInContainer(kind: Kind, durable: boolean): boolean {
  if (durable) return !hasProgram(kinds[kind].program) && hasContainerEngine();
  return serverPlace() === 'containers';
}

/**
 * Starts the containers that all processes of a test run share, one of each kind that the environment does not name,
 * and sets their addresses in the environment. Does nothing where tests use installed programs. Returns the function
 * that stops them.
 */
export async function shareServers(): Promise<() => Promise<void>> {
  // The worker processes of the run inherit this decision.
  process.env.TEST_SERVERS = serverPlace();
  const wanted = process.env.TEST_SERVERS === 'containers' ? Object.values(kinds) : [];
  const starting = wanted
    .filter(({ variable }) => !process.env[variable])
    .map(async ({ variable, share }) => {
      const { url, stop } = await share();
      process.env[variable] = url;
      return stop;
    });
  const stops = await Promise.all(starting).catch((cause: unknown) => {
    throw new Error('No servers in containers: TEST_SERVERS=local uses programs of this machine', { cause });
  });
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

/** Removes the volumes of the servers that ran in containers with this directory. */
export function removeVolumes(dir: string): void {
  for (const kind of Object.keys(kinds)) removeVolume(join(dir, kind));
}

/** Installs the programs of the servers that the environment does not name (of all for `own`), if they are missing. */
export function ensureServers(
  wanted: readonly Kind[],
  { own = false, durable = false, report = () => {} }: Partial<ServerOptions>,
): void {
  const missing = wanted.filter(
    (kind) => (own || !process.env[kinds[kind].variable]) && !runsInContainer(kind, durable),
  );
  ensurePrograms(
    missing.map((kind) => kinds[kind].program),
    report,
  );
}

/**
 * Starts the servers of these kinds: the ones at POSTGRES_URL (as superuser), REDIS_URL and NATS_URL, and private ones
 * on free loopback ports for the others.
 * @throws Error that names a missing program and how to install it
 */
export async function startServers<K extends Kind>(
  wanted: readonly K[],
  { dir, namespace = '', durable = false, own = false, postgresEnv = {}, report = () => {} }: ServerOptions,
): Promise<Record<K, Server>> {
  const addressOf = (kind: K) => (own ? undefined : process.env[kinds[kind].variable]);
  ensureServers(wanted, { own, durable, report });
  mkdirSync(join(dir, 'log'), { recursive: true });
  const start = (kind: K): Promise<Server> => {
    const url = addressOf(kind);
    if (url) return Promise.resolve(existingServer(url));
    const inContainer = runsInContainer(kind, durable);
    const log = join(dir, 'log', `${kind}.log`);
    return kinds[kind].start({ dir: join(dir, kind), log, durable, namespace, inContainer, postgresEnv });
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
