import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandOf } from './install.ts';
import { freePort } from './ports.ts';
import { ownServer, type Place, type Server } from './server.ts';

/** The largest message, in bytes: events and pushes are a few kilobytes, and nothing else goes through NATS. */
const maxPayload = 256 * 1024;

/** Starts a private NATS with JetStream, whose streams lie in the directory. */
export async function startNats({ dir, log }: Place): Promise<Server> {
  const port = await freePort();
  const file = join(dir, 'nats.conf');
  const store = join(dir, 'jetstream');
  const prepare = () => {
    mkdirSync(store, { recursive: true, mode: 0o700 });
    writeFileSync(
      file,
      `listen: "127.0.0.1:${port}"
max_payload: ${maxPayload}
jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB, max_file_store: 1GB }
`,
    );
  };
  const unit = {
    name: 'nats',
    command: [commandOf('nats-server'), '-c', file],
    log,
    ready: (output: string) => output.includes('Server is ready'),
    stopSignal: 'SIGTERM',
    orphanSignal: 'TERM',
    graceMs: 5_000,
  } as const;
  return ownServer(`nats://127.0.0.1:${port}`, unit, prepare, () =>
    rmSync(store, { recursive: true, force: true }),
  );
}
