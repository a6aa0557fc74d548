import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { imageOf } from '../images.ts';
import { containerLauncher, volumeOf } from './container.ts';
import { withClient } from './databases.ts';
import { freePort } from './ports.ts';
import { ensurePassword, settings, urlAt } from './postgres.ts';
import { startPrivateContainer, type ServerPlace, type Server } from './server.ts';

/** Data directory of the image. */
const data = '/var/lib/postgresql/data';
/** Options with which the image creates a cluster. */
export const initdbEnv = { POSTGRES_INITDB_ARGS: '--data-checksums --no-sync' };

/** Starts Postgres from its image. The data are in a volume, where the image's user can own them. */
export async function startPostgresContainer({ dir, log, durable }: ServerPlace): Promise<Server> {
  const password = join(dir, 'password');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  ensurePassword(password);
  const port = await freePort();
  const url = urlAt(port, password);
  const spec = {
    name: 'postgres',
    launch: containerLauncher({
      image: imageOf('postgres'),
      command: ['postgres', ...settings(durable)],
      env: { POSTGRES_PASSWORD: new URL(url).password, ...initdbEnv },
      port: { container: 5432, host: port },
      volume: { name: volumeOf(dir), at: data },
    }),
    log,
    // The output does not show readiness, because the image starts Postgres once more to create the database.
    ready: () => isReachable(url),
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  } as const;
  return startPrivateContainer(url, spec, { dir, durable });
}

const isReachable = (url: string): Promise<boolean> =>
  withClient(url, () => Promise.resolve(true)).catch(() => false);
