import { serviceNames, type Caller, type ServiceName } from '@fifteen/topology';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles } from '../bundles.ts';
import { startServers, type Kind } from '../servers/index.ts';
import { brokerUrl } from '../servers/nats.ts';
import type { Server } from '../servers/server.ts';
import type { Exit, SupervisedProcess } from '../servers/supervised-process.ts';
import { secretsIn } from '../secrets.ts';
import { migrated, type Databases } from './databases.ts';
import { callerEnv, callerEnvs, type Env, type StackContext } from './environment.ts';
import { linkedContext, type LinkOpener } from './links.ts';
import { inbox } from './mail.ts';
import { addressIn, choosePorts, inContainers, metricsUrls, replicasOf, siteUrls } from './replicas.ts';
import { supervise } from './supervise.ts';

/** Deviations from a stack with one replica of each service. */
export interface StackOptions {
  /** Replicas of each service. Default: 1, or 2 as containers. */
  readonly replicas?: number;
  /** `FAILPOINT` of a service's processes, at their first start only. */
  readonly failpoints?: Partial<Record<ServiceName, string>>;
  /** Further environment variables, by service. */
  readonly env?: Partial<Record<ServiceName, Env>>;
  /**
   * Returns the checkout whose sources a replica (0, 1, …) runs at its next start; undefined for this one. The first
   * checkout of replica 0 creates the databases. Images have one version only.
   */
  readonly checkoutOf?: (replica: number) => string | undefined;
  /** Services to start. Default: all. */
  readonly services?: readonly ServiceName[];
  /** Opens links between the processes, for tests of networks. Without it, processes connect to each other. */
  readonly link?: LinkOpener;
  /** Starts private servers even where the environment names some: for tests that kill them. */
  readonly own?: boolean;
}

/** Location and persistence of a product. */
export interface Site {
  /** Directory for all its files. */
  readonly dir: string;
  /** Prefix of its keys, subjects, streams and databases, so that several products can share servers; may be empty. */
  readonly namespace: string;
  /** Keeps the data over a crash of the machine. */
  readonly durable: boolean;
  /** Creates the services' databases in another way than by migrating them. */
  readonly databases?: typeof migrated;
  /** Programs to run instead of the sources. */
  readonly bundles?: Bundles;
  /** The wished port of the site. If the next port is taken, the inbox uses another one. */
  readonly port?: number;
  readonly mailPort?: number;
  /** Receives a line for each event that a user should know. */
  readonly report: (line: string) => void;
}

/** A running product. */
export interface Stack {
  /** Address of the first gateway; `urls` has all. */
  readonly url: string;
  readonly urls: readonly string[];
  /** Metrics address of each process by its name: `game`, or `game.1` where there are several. */
  readonly metrics: Readonly<Record<string, string>>;
  /** Page that shows the sent mail; `/email` there is the same as JSON. */
  readonly mailUrl: string;
  readonly servers: Readonly<Record<Kind, Server>>;
  /** The services' databases, for queries of tests. */
  readonly databases: Databases;
  /** Environment of the operators' command line: RPC_TOKEN and the services' addresses. */
  readonly adminEnv: Env;
  /** The same for every caller. */
  readonly callerEnvs: Readonly<Record<Caller, Env>>;
  /** Returns the processes of a service, to kill, restart or read. */
  service(name: ServiceName): readonly SupervisedProcess[];
  /** Returns the gRPC target of each process, in the same order. The gateway has none; see `urls`. */
  addresses(name: ServiceName): readonly string[];
  /** Returns the ids of all running processes by name. */
  pids(): Record<string, number>;
  /**
   * Restarts every process that crashes from now on, after a short wait. Calls `changed` after each restart. `environment`
   * returns what is added to the environment of a process for the start after a crash.
   */
  supervise(changed: () => void, environment?: (crashed: SupervisedProcess, exit: Exit) => Env): void;
  /** Stops everything: the gateways first, then the services, then the servers. */
  stop(): Promise<void>;
}

const kinds = ['postgres', 'redis', 'nats'] as const satisfies readonly Kind[];

/**
 * Starts servers, inbox, schemas and services. Resolves when all are ready. When one fails, stops the others and
 * throws.
 */
export async function openStack(site: Site, options: StackOptions = {}): Promise<Stack> {
  const { replicas = inContainers ? 2 : 1, services = serviceNames, own = false } = options;
  const { databases = migrated } = site;
  const ports = await choosePorts(replicas, site.port);
  const metricsPorts = await choosePorts(replicas);
  const logDir = join(site.dir, 'log');
  mkdirSync(logDir, { recursive: true });
  const secrets = secretsIn(site.dir);
  const mail = await inbox(site.dir, site.mailPort);
  const servers = await startServers(kinds, { ...site, own });
  const replicasByService = new Map<ServiceName, readonly SupervisedProcess[]>();
  const running = () => [...replicasByService.values(), mail.process].flat();
  const stop = async () => {
    await stopAll(replicasByService.get('gateway') ?? []);
    await stopAll(running());
    await stopAll(Object.values(servers));
  };
  try {
    const urls = siteUrls(ports);
    const url = urls[0] ?? '';
    const context: StackContext = {
      ...{
        namespace: site.namespace,
        secrets,
        siteUrl: url,
        address: addressIn(ports),
        smtpUrl: mail.smtpUrl,
      },
      redisUrl: servers.redis.url,
      natsUrl: (service) => brokerUrl(servers.nats, service),
      databases: await databases(servers.postgres.url, site.namespace, services),
    };
    const shared = { ports, metricsPorts, logDir, bundles: site.bundles, checkoutOf: options.checkoutOf };
    for (const name of services) {
      const own = await linkedContext(context, name, { ports, servers, open: options.link });
      replicasByService.set(name, replicasOf(name, { ...shared, context: own, extra: options.env?.[name] }));
    }
    await Promise.all([mail.process.start(), ...startAll(replicasByService, options.failpoints ?? {})]);
    const everything = Object.values(servers)
      .flatMap((server) => server.processes)
      .concat(running());
    return {
      ...{ urls, url, mailUrl: mail.url, servers, databases: context.databases, stop },
      adminEnv: callerEnv('admin', context),
      callerEnvs: callerEnvs(context),
      metrics: metricsUrls(metricsPorts),
      service: (name) => replicasByService.get(name) ?? [],
      addresses: (name) => ports[name].map((port) => `ipv4:127.0.0.1:${port}`),
      pids: () => Object.fromEntries(everything.flatMap(({ name, pid }) => (pid ? [[name, pid]] : []))),
      supervise: (changed, environment = () => ({})) =>
        everything.forEach((one) => supervise(one, site.report, changed, (exit) => environment(one, exit))),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts all services at once: each of them waits for its upstreams. */
function startAll(
  replicasByService: ReadonlyMap<ServiceName, readonly SupervisedProcess[]>,
  failpoints: Partial<Record<ServiceName, string>>,
): Promise<void>[] {
  return [...replicasByService].flatMap(([name, replicas]) => {
    const FAILPOINT = failpoints[name];
    return replicas.map((replica) => replica.start(FAILPOINT ? { FAILPOINT } : {}));
  });
}

async function stopAll(all: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(all.map((one) => one.stop()));
}
