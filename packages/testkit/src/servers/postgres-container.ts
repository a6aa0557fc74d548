import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { asContainer, forgetVolume, images } from './container.ts';
import { withClient } from './databases.ts';
import { freePort } from './ports.ts';
import { ensurePassword, settings, urlAt } from './postgres.ts';
import { ownServer, type Place, type Server } from './server.ts';

/** Inside the container. */
const data = '/var/lib/postgresql/data';
/** The image asks nobody on the loopback for a password, which is where all callers of ours come from. */
const initdbArgs = '--data-checksums --no-sync --auth-host=scram-sha-256';

/**
 * Starts the same Postgres from its image. Its data lie in a volume, where its own user can own them; unless they are to
 * last, they go when it stops.
 */
export async function startPostgresContainer({ dir, log, durable = true }: Place): Promise<Server> {
  const password = join(dir, 'password');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  ensurePassword(password);
  const port = await freePort();
  const url = urlAt(port, password);
  const name = volumeOf(dir);
  const unit = {
    name: 'postgres',
    launch: asContainer({
      image: images.postgres,
      command: ['postgres', ...settings(port, durable)],
      env: { POSTGRES_PASSWORD: new URL(url).password, POSTGRES_INITDB_ARGS: initdbArgs },
      volume: { name, at: data },
    }),
    log,
    // Its output does not tell: the image starts it once more to make the database.
    ready: () => answers(url),
    stopSignal: 'SIGINT',
    graceMs: 20_000,
  } as const;
  const forget = () => forgetVolume(name);
  const server = await ownServer(url, unit, () => undefined, forget);
  return durable ? server : { ...server, stop: () => server.stop().then(forget) };
}

/** The volume of the Postgres whose other things lie in this directory. */
export const volumeOf = (dir: string): string =>
  `fifteen-${createHash('sha256').update(dir).digest('hex').slice(0, 16)}`;

const answers = (url: string): Promise<boolean> =>
  withClient(url, () => Promise.resolve(true)).catch(() => false);
