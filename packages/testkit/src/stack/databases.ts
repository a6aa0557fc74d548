import { serviceNames, type ServiceName } from '@fifteen/topology';
import { migrate } from '@fifteen/runtime/migrate';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dropDatabase, ensureDatabase, ensureRoles, type ServiceDatabase } from '../servers/databases.ts';
import { schemaFolder } from '../repository.ts';

/** The databases of the services that have one. */
export type Databases = Partial<Record<ServiceName, ServiceDatabase>>;

/** Returns the name of a service's database. */
export const databaseName = (namespace: string, service: ServiceName): string =>
  `${namespace || 'fifteen'}_${service}`;

/** Creates a database for each service that has migrations, and runs those of this version or of another checkout. */
export async function migrated(
  adminUrl: string,
  namespace: string,
  services: readonly ServiceName[],
  checkout?: string,
): Promise<Databases> {
  await ensureRoles(adminUrl, services);
  const databases = services.map(async (service) => {
    const dir = schemaFolder(service);
    if (!dir) return [];
    const database = await ensureDatabase(adminUrl, service, { name: databaseName(namespace, service) });
    await (checkout
      ? runMigrations({ [service]: database }, checkout)
      : migrate({ url: database.ownerUrl, dir }));
    return [[service, database]];
  });
  return Object.fromEntries((await Promise.all(databases)).flat());
}

/** Migrates databases to the version of a checkout as a deployment does: with its command, in each service's folder. */
export async function runMigrations(databases: Databases, checkout: string): Promise<void> {
  const command = join(checkout, 'packages/runtime/src/commands/migrate.ts');
  const runs = Object.entries(databases).map(([service, { ownerUrl }]) =>
    promisify(execFile)(process.execPath, [command], {
      cwd: join(checkout, 'services', service),
      env: { ...process.env, POSTGRES_OWNER_URL: ownerUrl },
    }),
  );
  await Promise.all(runs);
}

/** Drops the databases of a namespace and closes their connections. */
export async function dropDatabases(adminUrl: string, namespace: string): Promise<void> {
  for (const service of serviceNames) await dropDatabase(adminUrl, databaseName(namespace, service));
}
