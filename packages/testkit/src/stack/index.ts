import { rmSync } from 'node:fs';
import { bundlesOfRun } from '../bundles.ts';
import { temporaryDirectory } from '../temporary.ts';
import { copiedDatabases } from '../test-database.ts';
import { isInTestRun, uniqueName } from '../test-run.ts';
import { dropDatabases, migrated } from './databases.ts';
import { inContainers } from './replicas.ts';
import { openStack, type Site, type Stack, type StackOptions } from './stack.ts';

export { bundlesIn } from '../bundles.ts';
export { withCredentials } from '../servers/credentials.ts';
export { databaseOf, withClient } from '../servers/databases.ts';
export { removeVolumes, startServers } from '../servers/index.ts';
export { ensurePrograms, pathOf, postgresPrograms } from '../servers/install.ts';
export { withParentDeathSignal } from '../servers/process.ts';
export type { Server } from '../servers/server.ts';
export { crashAt } from './crash-at.ts';
export { databaseName, migrated, runMigrations, type Databases } from './databases.ts';
export { callerEnv, serviceEnv, type Env } from './environment.ts';
export type { LinkOpener } from './links.ts';
export { assertPortFree } from './replicas.ts';
export { secretsIn } from '../secrets.ts';
export { openStack, type Site, type Stack, type StackOptions } from './stack.ts';
export { withDatabases } from './with-databases.ts';

/**
 * Starts the whole product for a test, as processes on free ports, and deletes its data on stop. A crashed process
 * stays down until the test restarts it or calls `stack.supervise`.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const namespace = uniqueName();
  const dir = temporaryDirectory(namespace);
  const removeFiles = () => rmSync(dir, { recursive: true, force: true });
  const site = {
    dir,
    namespace,
    durable: false,
    ...creation(options),
    ...(isInTestRun() && !inContainers ? { bundles: await bundlesOfRun() } : {}),
    report: (line: string) => void process.stderr.write(`${line}\n`),
  };
  const stack = await openStack(site, options).catch((error: unknown) => {
    removeFiles();
    throw error;
  });
  return {
    ...stack,
    stop: async () => {
      await stack.stop();
      if (stack.servers.postgres.processes.length === 0)
        await dropDatabases(stack.servers.postgres.url, namespace);
      removeFiles();
    },
  };
}

/** Returns how the databases are created: with the schema of the first checkout, or as copies of those of the run. */
function creation({ checkoutOf, own }: StackOptions): Pick<Site, 'databases'> {
  const checkout = checkoutOf?.(0);
  if (checkout)
    return {
      databases: (adminUrl, namespace, services) => migrated(adminUrl, namespace, services, checkout),
    };
  return isInTestRun() && !own ? { databases: copiedDatabases } : {};
}
