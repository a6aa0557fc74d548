import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asContainer, images, volumeOf } from './container.ts';
import { withClient } from './databases.ts';
import { freePort } from './ports.ts';
import { ensurePassword, settings, urlAt } from './postgres.ts';
import { ownContainer, type Place, type Server } from './server.ts';

/** The data directory of the image. */
const data = '/var/lib/postgresql/data';
/** What the image makes a cluster with. */
export const initdbEnv = { POSTGRES_INITDB_ARGS: '--data-checksums --no-sync' };

/** Starts the same Postgres from its image. Its data lie in a volume, where its own user can own them. */
export async function startPostgresContainer({ dir, log, durable }: Place): Promise<Server> {
  const password = join(dir, 'password');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  ensurePassword(password);
  const port = await freePort();
  const url = urlAt(port, password);
  const unit = {
    name: 'postgres',
    launch: asContainer({
      image: images.postgres,
      command: ['postgres', ...settings(durable)],
      env: { POSTGRES_PASSWORD: new URL(url).password, ...initdbEnv },
      port: { container: 5432, host: port },
      volume: { name: volumeOf(dir), at: data },
    }),
    log,
    // Its output does not tell: the image starts it once more to make the database.
    ready: () => answers(url),
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  } as const;
  return ownContainer(url, unit, { dir, durable });
}

const answers = (url: string): Promise<boolean> =>
  withClient(url, () => Promise.resolve(true)).catch(() => false);
