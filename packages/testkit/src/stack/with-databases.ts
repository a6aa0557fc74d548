import { serviceNames } from '@fifteen/topology';
import { rmSync } from 'node:fs';
import { startServers } from '../servers/index.ts';
import { temporaryDirectory } from '../temporary.ts';
import { uniqueName } from '../test-run.ts';
import { dropDatabases, migrated, type Databases } from './databases.ts';

/** Runs `work` with a new, migrated database for each service that has one. Drops them afterwards. */
export async function withDatabases<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const namespace = uniqueName();
  const dir = temporaryDirectory(namespace);
  const report = (line: string) => void process.stderr.write(`${line}\n`);
  const { postgres } = await startServers(['postgres'], { dir, report });
  try {
    return await work(await migrated(postgres.url, namespace, serviceNames));
  } finally {
    await dropDatabases(postgres.url, namespace);
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
