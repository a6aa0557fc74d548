import { NATS_OPERATOR, natsAuthorization } from '@fifteen/topology';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCredentials } from './credentials.ts';
import { secretsIn, type Secrets } from '../secrets.ts';
import { imageOf } from '../images.ts';
import { containerLauncher, volumeOf } from './container.ts';
import { pathOf } from './install.ts';
import { freePort } from './ports.ts';
import { processLauncher } from './process.ts';
import { startPrivateContainer, startPrivateServer, type ServerPlace, type Server } from './server.ts';
import type { ProcessSpec } from './supervised-process.ts';

/** Bytes of the largest message. Events and pushes are a few kilobytes, and nothing else uses NATS. */
const maxPayload = 256 * 1024;

/** Passwords of the private brokers. */
const passwords = new WeakMap<Server, Secrets>();

/**
 * Returns the broker's address with the user and password of a service. An address from the environment stays as it is.
 */
export function brokerUrl(server: Server, service: string): string {
  const passwordOf = passwords.get(server);
  return passwordOf ? withCredentials(server.url, service, passwordOf(service)) : server.url;
}

/**
 * Starts a private NATS with JetStream. Each service has a user with its own permissions; the address of the server is
 * the operator's.
 */
export async function startNats(place: ServerPlace): Promise<Server> {
  const { dir, inContainer, log, namespace } = place;
  const port = await freePort();
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const passwordOf = secretsIn(dir);
  const configuration = (listen: string, store: string) => `listen: "${listen}"
max_payload: ${maxPayload}
jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB, max_file_store: 1GB }
${natsAuthorization(namespace, (user) => JSON.stringify(passwordOf(user)))}`;
  const url = withCredentials(`nats://127.0.0.1:${port}`, NATS_OPERATOR, passwordOf(NATS_OPERATOR));
  const spec = {
    name: 'nats',
    log,
    ready: (output: string) => output.includes('Server is ready'),
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  } as const;
  const start = inContainer ? startContainer : startProgram;
  const server = await start({ place, port, url, spec, configuration });
  passwords.set(server, passwordOf);
  return server;
}

interface Start {
  readonly place: ServerPlace;
  readonly port: number;
  readonly url: string;
  readonly spec: Omit<ProcessSpec, 'launch'>;
  /** Returns the content of the configuration file. */
  readonly configuration: (listen: string, store: string) => string;
}

/** Starts NATS from its image, with the streams in a volume. */
function startContainer({ place, port, url, spec, configuration }: Start): Promise<Server> {
  const target = '/etc/nats/fifteen.conf';
  const launch = containerLauncher({
    image: imageOf('nats'),
    command: ['nats-server', '-c', target],
    port: { container: 4222, host: port },
    volume: { name: volumeOf(place.dir), at: '/data' },
    file: { target, content: configuration('0.0.0.0:4222', '/data') },
  });
  return startPrivateContainer(url, { ...spec, launch }, place);
}

/** Starts NATS as an installed program, with the streams in its directory. */
function startProgram({ place: { dir }, port, url, spec, configuration }: Start): Promise<Server> {
  const file = join(dir, 'nats.conf');
  const store = join(dir, 'jetstream');
  const prepare = () => {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    writeFileSync(file, configuration(`127.0.0.1:${port}`, store), { mode: 0o600 });
  };
  const launch = processLauncher({ command: [pathOf('nats-server'), '-c', file], orphanSignal: 'TERM' });
  return startPrivateServer(url, { ...spec, launch }, prepare, () =>
    rmSync(store, { recursive: true, force: true }),
  );
}
