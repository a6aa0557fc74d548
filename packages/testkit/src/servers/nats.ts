import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authorization, OPERATOR, withCredentials } from '../broker.ts';
import { secretsIn, type Secrets } from '../secrets.ts';
import { asContainer, images } from './container.ts';
import { commandOf } from './install.ts';
import { freePort } from './ports.ts';
import { asProcess } from './process.ts';
import { ownServer, type Place, type Server } from './server.ts';

/** The largest message, in bytes: events and pushes are a few kilobytes, and nothing else goes through NATS. */
const maxPayload = 256 * 1024;

/** The secrets of the brokers that we started. */
const passwords = new WeakMap<Server, Secrets>();

/** A broker as a service knows it: with its own name and password. One that the environment names is taken as it is. */
export function brokerUrl(server: Server, service: string): string {
  const passwordOf = passwords.get(server);
  return passwordOf ? withCredentials(server.url, service, passwordOf(service)) : server.url;
}

/**
 * Starts a private NATS with JetStream, whose streams lie in the directory. Each service has a user of its own, which
 * may do what that service does; the server's url is the operator's.
 */
export async function startNats({ dir, log, namespace = '', inContainer }: Place): Promise<Server> {
  const port = await freePort();
  const file = join(dir, 'nats.conf');
  const store = join(dir, 'jetstream');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const passwordOf = secretsIn(dir);
  const prepare = () => {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    writeFileSync(
      file,
      `listen: "127.0.0.1:${port}"
max_payload: ${maxPayload}
jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB, max_file_store: 1GB }
${authorization(namespace, (user) => JSON.stringify(passwordOf(user)))}`,
      { mode: 0o600 },
    );
  };
  const unit = {
    name: 'nats',
    launch: inContainer
      ? asContainer({ image: images.nats, command: ['nats-server', '-c', file], directories: [dir] })
      : asProcess({ command: [commandOf('nats-server'), '-c', file], orphanSignal: 'TERM' }),
    log,
    ready: (output: string) => output.includes('Server is ready'),
    stopSignal: 'SIGTERM',
    graceMs: 5_000,
  } as const;
  const url = withCredentials(`nats://127.0.0.1:${port}`, OPERATOR, passwordOf(OPERATOR));
  const server = await ownServer(url, unit, prepare, () => rmSync(store, { recursive: true, force: true }));
  passwords.set(server, passwordOf);
  return server;
}
