import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabase, ensureRoles, withClient } from './servers/databases.ts';
import { startServers } from './servers/index.ts';
import { serviceNames } from './services.ts';
import { scratchRole, shareTestRun, uniqueName } from './test-run.ts';

const prefix = 'fifteen-test-';

/** Vitest's global set-up: one Postgres for the whole run, and one directory for all that the tests start. */
export default async function setup(): Promise<() => Promise<void>> {
  removeLeftovers();
  const dir = join(tmpdir(), prefix + process.pid);
  mkdirSync(dir, { recursive: true });
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { postgres } = await startServers(['postgres'], { dir, say });
  const run = { id: uniqueName(), dir, postgres: postgres.url };
  await ensureRoles(postgres.url, [...serviceNames, scratchRole]);
  shareTestRun(run);
  return async () => {
    if (postgres.units.length === 0) await dropDatabases(postgres.url, run.id);
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
}

/** What runs that were killed have left behind. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function dropDatabases(url: string, id: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ datname: string }>('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
      `${id}_`,
    ]),
  );
  for (const { datname } of rows) await dropDatabase(url, datname);
}
