import { serviceNames, type ServiceName } from '@fifteen/topology';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles } from '../bundles.ts';
import { startServers, type Kind } from '../servers/index.ts';
import { brokerUrl } from '../servers/nats.ts';
import type { Server } from '../servers/server.ts';
import type { Unit } from '../servers/unit.ts';
import { secretsIn } from '../secrets.ts';
import { migrated, type Databases } from './databases.ts';
import { callerEnv, type Env, type StackContext } from './environment.ts';
import { inbox } from './mail.ts';
import { addressIn, choosePorts, inContainers, metricsUrls, replicasOf, siteUrls } from './replicas.ts';
import { supervise } from './supervise.ts';

/** What is to be different from one of each service and nothing special. */
export interface StackOptions {
  /** How many processes of each service; when not said, 1, or 2 as containers. */
  readonly replicas?: number;
  /** `FAILPOINT` of a service's processes, for their first start only. */
  readonly failpoints?: Partial<Record<ServiceName, string>>;
  /** More environment, by service. */
  readonly env?: Partial<Record<ServiceName, Env>>;
  /** Only these services; all when not said. */
  readonly services?: readonly ServiceName[];
  /** Private servers even where the environment names some: for tests that kill them. */
  readonly own?: boolean;
}

/** Where the product lives. */
export interface Site {
  /** For all it keeps and writes. */
  readonly dir: string;
  /** Prefix of its keys, subjects, streams and databases, so that several can share servers; may be empty. */
  readonly namespace: string;
  /** Data must survive a crash of the machine. */
  readonly durable: boolean;
  /** Makes the services' databases, where they are not to be migrated. */
  readonly databases?: typeof migrated;
  /** The services' programs, where they are not to run from their sources. */
  readonly bundles?: Bundles;
  /** The ports wished for; the inbox goes elsewhere when its is taken. */
  readonly port?: number;
  readonly mailPort?: number;
  /** Receives a line for each event that a user should know. */
  readonly say: (line: string) => void;
}

/** The product, running. */
export interface Stack {
  /** The site, at the first gateway; `urls` has it at each. */
  readonly url: string;
  readonly urls: readonly string[];
  /** Where each process of a service serves its metrics, by its name: `game`, or `game.1` where there are several. */
  readonly metrics: Readonly<Record<string, string>>;
  /** The page with the mail it sent; `/email` there is the same as JSON. */
  readonly mailUrl: string;
  readonly servers: Readonly<Record<Kind, Server>>;
  /** The services' databases, for looking at them. */
  readonly databases: Databases;
  /** What the operators' tool needs in its environment: RPC_TOKEN and the services' addresses. */
  readonly adminEnv: Env;
  /** The processes of a service: each can be killed, restarted (on its port) and read. */
  service(name: ServiceName): readonly Unit[];
  /** The gRPC target of each of them, in the same order; of the gateway, which has none, see `urls`. */
  addresses(name: ServiceName): readonly string[];
  /** Process ids by name, of all that runs. */
  pids(): Record<string, number>;
  /** From now on restarts every process that crashes, after a short wait; `changed` runs after each. */
  supervise(changed: () => void): void;
  /** Stops all of it: the gateways first, then the services, then what they stand on. */
  stop(): Promise<void>;
}

const kinds = ['postgres', 'redis', 'nats'] as const satisfies readonly Kind[];

/** Brings up servers, inbox, schemas and services. Resolves when all of them serve; fails with nothing left running. */
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
  const units = new Map<ServiceName, readonly Unit[]>();
  const running = () => [...units.values(), mail.unit].flat();
  const stop = async () => {
    await stopAll(units.get('gateway') ?? []);
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
    for (const name of services)
      units.set(
        name,
        replicasOf(name, {
          ...{ ports, metricsPorts, logDir, context },
          ...{ bundles: site.bundles, extra: options.env?.[name] },
        }),
      );
    await Promise.all([mail.unit.start(), ...startAll(units, options.failpoints ?? {})]);
    const everything = Object.values(servers)
      .flatMap((server) => server.units)
      .concat(running());
    return {
      ...{ urls, url, mailUrl: mail.url, servers, databases: context.databases, stop },
      adminEnv: callerEnv('admin', context),
      metrics: metricsUrls(metricsPorts),
      service: (name) => units.get(name) ?? [],
      addresses: (name) => ports[name].map((port) => `ipv4:127.0.0.1:${port}`),
      pids: () => Object.fromEntries(everything.flatMap(({ name, pid }) => (pid ? [[name, pid]] : []))),
      supervise: (changed) => everything.forEach((unit) => supervise(unit, site.say, changed)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** All at once: every service can wait for its upstreams. */
function startAll(
  units: ReadonlyMap<ServiceName, readonly Unit[]>,
  failpoints: Partial<Record<ServiceName, string>>,
): Promise<void>[] {
  return [...units].flatMap(([name, replicas]) => {
    const FAILPOINT = failpoints[name];
    return replicas.map((unit) => unit.start(FAILPOINT ? { FAILPOINT } : {}));
  });
}

async function stopAll(all: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(all.map((one) => one.stop()));
}
