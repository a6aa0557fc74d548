import { join } from 'node:path';
import type { ServiceDatabase } from '../servers/databases.ts';
import { freePort, isFree } from '../servers/ports.ts';
import { Unit } from '../servers/unit.ts';
import { root, serviceNames, type ServiceName } from '../services.ts';
import { calleeEnv, callerEnv, type Env, type Ports } from './environment.ts';
import type { Inbox } from './mail.ts';
import type { Secrets } from './secrets.ts';

/** The world that services start in. */
export interface World {
  readonly dir: string;
  readonly namespace: string;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly servers: Readonly<Record<'redis' | 'nats', { readonly url: string }>>;
  readonly mail: Inbox;
  readonly databases: Partial<Record<ServiceName, ServiceDatabase>>;
}

/** An orderly end may take this long: the time in which a service tells its callers, and finishes what it has begun. */
const graceMs = 20_000;

/** The site as people reach it, at each gateway. */
export const siteUrls = (ports: Ports): string[] => ports.gateway.map((port) => `http://localhost:${port}`);

/** A free port for each replica. The first gateway gets the one wished for, or nobody gets any. */
export async function choosePorts(replicas: number, wished?: number): Promise<Ports> {
  if (wished !== undefined && !(await isFree(wished)))
    throw new Error(
      `Port ${wished} is taken: stop what listens there, or choose another one: PORT=8090 make run`,
    );
  const ports: [ServiceName, number[]][] = [];
  for (const name of serviceNames) {
    const own = await Promise.all(Array.from({ length: replicas }, freePort));
    ports.push([name, name === 'gateway' && wished !== undefined ? [wished, ...own.slice(1)] : own]);
  }
  return Object.fromEntries(ports) as Record<ServiceName, number[]>;
}

/** The processes of a service, not yet started; `extra` is added to their environment. */
export function replicasOf(service: ServiceName, world: World, extra: Env = {}): Unit[] {
  return world.ports[service].map((port, index, all) => {
    const name = all.length > 1 ? `${service}.${index + 1}` : service;
    return new Unit({
      name,
      command: [process.execPath, 'src/main.ts'],
      cwd: `${root}services/${service}`,
      env: { ...commonEnv(service, world), ...ownEnv(service, port, world), ...extra },
      log: join(world.dir, 'log', `${name}.log`),
      ready: (output) => output.includes('"msg":"ready"'),
      stopSignal: 'SIGTERM',
      // Nothing that a service holds is hurt by a kill.
      orphanSignal: 'KILL',
      graceMs,
    });
  });
}

function commonEnv(service: ServiceName, { namespace, servers, databases, ports, secrets }: World): Env {
  const database = databases[service];
  return {
    LOG_LEVEL: 'info',
    // Everybody here comes from one address.
    RATE_LIMIT_SCALE: '1000',
    NAMESPACE: namespace,
    REDIS_URL: servers.redis.url,
    NATS_URL: servers.nats.url,
    ...(database ? { POSTGRES_URL: database.url } : {}),
    ...callerEnv(service, ports, secrets),
    ...calleeEnv(service, secrets),
  };
}

function ownEnv(service: ServiceName, port: number, { ports, secrets, mail }: World): Env {
  if (service === 'gateway')
    return {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      WEB_ROOT: `${root}web/dist`,
      // A few sockets need no time to come back one after the other.
      DRAIN_SECONDS: '0.5',
    };
  const rpc = { GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port) };
  if (service !== 'identity') return rpc;
  return {
    ...rpc,
    PUBLIC_URL: siteUrls(ports)[0] ?? '',
    SMTP_URL: mail.smtpUrl,
    MAIL_FROM: 'Fifteen <no-reply@fifteen.localhost>',
    CODE_KEY: secrets('codes'),
  };
}
