import { processSettings, serviceNames, type ServiceName } from '@fifteen/topology';
import { join } from 'node:path';
import type { Bundles } from '../bundles.ts';
import { containerLauncher } from '../servers/container.ts';
import { freePort, isFree } from '../servers/ports.ts';
import { processLauncher } from '../servers/process.ts';
import { SupervisedProcess, type Launch } from '../servers/supervised-process.ts';
import { root } from '../repository.ts';
import { serviceEnv, type Env, type StackContext } from './environment.ts';

/** The ports of each service's replicas. */
export type Ports = Readonly<Record<ServiceName, readonly number[]>>;

/** Milliseconds for a graceful shutdown: a service closes its connections and finishes work in progress. */
const graceMs = 20_000;

/** Returns the site's address at each gateway. */
export const siteUrls = (ports: Ports): string[] => ports.gateway.map(siteUrl);

const siteUrl = (port: number) => `http://localhost:${port}`;

/** Returns the gRPC target of a service, with all its replicas. */
export const addressIn = (ports: Ports) => (service: ServiceName) =>
  `ipv4:${ports[service].map((port) => `127.0.0.1:${port}`).join(',')}`;

/** Throws when the port for the site is taken, with what to do. */
export async function assertPortFree(port: number): Promise<void> {
  if (!(await isFree(port)))
    throw new Error(`Port ${port} is taken: stop what listens there, or choose another: PORT=8888 make run`);
}

/** Returns the metrics address of each replica, by the name of its process. */
export const metricsUrls = (ports: Ports): Record<string, string> =>
  Object.fromEntries(
    serviceNames.flatMap((service) =>
      ports[service].map((port, index, all) => [
        nameOf(service, index, all),
        `http://127.0.0.1:${port}/metrics`,
      ]),
    ),
  );

const nameOf = (service: ServiceName, index: number, all: readonly unknown[]): string =>
  all.length > 1 ? `${service}.${index + 1}` : service;

/** Returns free ports for all replicas. The first gateway gets the wished one. */
export async function choosePorts(replicas: number, wished?: number): Promise<Ports> {
  const ports: [ServiceName, number[]][] = [];
  for (const name of serviceNames) {
    const own = await Promise.all(Array.from({ length: replicas }, freePort));
    ports.push([name, name === 'gateway' && wished !== undefined ? [wished, ...own.slice(1)] : own]);
  }
  return Object.fromEntries(ports) as Record<ServiceName, number[]>;
}

interface ReplicaOptions {
  readonly ports: Ports;
  readonly metricsPorts: Ports;
  readonly logDir: string;
  readonly context: StackContext;
  /** Run instead of the sources. */
  readonly bundles?: Bundles | undefined;
  readonly checkoutOf?: (replica: number) => string | undefined;
  readonly extra?: Env | undefined;
}

/** Returns the processes of a service, not yet started. They write to `logDir`; `extra` is added to their environment. */
export function replicasOf(
  service: ServiceName,
  { ports, metricsPorts, logDir, context, bundles, checkoutOf, extra = {} }: ReplicaOptions,
): SupervisedProcess[] {
  return ports[service].map((port, index, all) => {
    const name = nameOf(service, index, all);
    const metrics = { METRICS_HOST: '127.0.0.1', METRICS_PORT: String(metricsPorts[service][index]) };
    const env = { ...serviceEnv(service, context), ...listenEnv(service, port), ...metrics, ...extra };
    return new SupervisedProcess({
      name,
      // Each start asks for the checkout, so that a restart can be an upgrade.
      launch: (more, log) => launchOf(service, env, { bundles, checkout: checkoutOf?.(index) })(more, log),
      log: join(logDir, `${name}.log`),
      ready: (output) => output.includes('"msg":"ready"'),
      stopSignal: 'SIGTERM',
      graceMs,
    });
  });
}

/** Whether the stack runs the images of `make images` (tagged `VERSION`) instead of the sources: `STACK=containers`. */
export const inContainers = process.env.STACK === 'containers';

function launchOf(
  service: ServiceName,
  env: Env,
  { bundles, checkout }: { bundles: Bundles | undefined; checkout: string | undefined },
): Launch {
  if (inContainers) {
    const image = `fifteen/${service}:${process.env.VERSION ?? 'dev'}`;
    return containerLauncher({ image, env, hardened: true });
  }
  const program = checkout ? undefined : bundles?.programOf(service);
  return processLauncher({
    command: [process.execPath, program ?? 'src/main.ts'],
    cwd: join(checkout ?? root, 'services', service),
    env: {
      ...processSettings,
      NODE_COMPILE_CACHE: (program && bundles?.compileCache) ?? compileCache,
      ...(service === 'gateway' ? { WEB_ROOT: `${root}web/dist` } : {}),
      ...env,
    },
    // A kill loses nothing: services keep no state of their own.
    orphanSignal: 'KILL',
  });
}

/** Node's compile cache, which halves the processor time of a start. */
const compileCache = `${root}node_modules/.cache/compiled`;

function listenEnv(service: ServiceName, port: number): Env {
  if (service !== 'gateway') return { GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port) };
  return { PORT: String(port), PUBLIC_URL: siteUrl(port) };
}
