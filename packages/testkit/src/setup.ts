import { serviceNames } from '@fifteen/topology';
import { rmSync } from 'node:fs';
import { dropDatabase, ensureRoles, withClient } from './servers/databases.ts';
import { ensureServers, shareServers, startServers } from './servers/index.ts';
import { serveSharedStack } from './shared-stack.ts';
import { temporaryDirectory } from './temporary.ts';
import { scratchRole, shareTestRun, uniqueName } from './test-run.ts';

/**
 * Vitest's global set-up: starts the shared servers and the shared product, and creates the directory of the run. Does
 * nothing with `TEST_SERVERS=none`: unit tests run on a machine that has no server, and could install none.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.TEST_SERVERS === 'none') return () => Promise.resolve();
  const id = uniqueName();
  const dir = temporaryDirectory(id);
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const isNamed = process.env.POSTGRES_URL !== undefined;
  const stopServers = await shareServers();
  // Installs all at once and before the tests: several installations at a time would block each other.
  ensureServers(['postgres', 'redis', 'nats'], { report });
  const { postgres } = await startServers(['postgres'], { dir });
  await ensureRoles(postgres.url, [...serviceNames, scratchRole]);
  // Products that a test starts create their databases there, too.
  process.env.POSTGRES_URL = postgres.url;
  shareTestRun({ id, dir, postgres: postgres.url });
  const stopSharedStack = await serveSharedStack(dir);
  return async () => {
    await stopSharedStack();
    if (isNamed) await dropDatabases(postgres.url, id);
    await postgres.stop();
    await stopServers();
    rmSync(dir, { recursive: true, force: true });
  };
}

async function dropDatabases(url: string, id: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      `${id}_`,
    ]),
  );
  for (const { datname } of rows) await dropDatabase(url, datname);
}
