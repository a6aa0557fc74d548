import { serviceNames, type ServiceName } from '@fifteen/topology';
import { migrate } from '@fifteen/runtime/migrate';
import { dropDatabase, ensureDatabase, ensureRoles, type ServiceDatabase } from '../servers/databases.ts';
import { schemaFolder } from '../repository.ts';

/** The databases of the services that have one. */
export type Databases = Partial<Record<ServiceName, ServiceDatabase>>;

/** Returns the name of a service's database. */
export const databaseName = (namespace: string, service: ServiceName): string =>
  `${namespace || 'fifteen'}_${service}`;

/** Creates and migrates a database for each service that has migrations. */
export async function migrated(
  adminUrl: string,
  namespace: string,
  services: readonly ServiceName[],
): Promise<Databases> {
  await ensureRoles(adminUrl, services);
  const databases = services.map(async (service) => {
    const dir = schemaFolder(service);
    if (!dir) return [];
    const database = await ensureDatabase(adminUrl, service, { name: databaseName(namespace, service) });
    await migrate({ url: database.ownerUrl, dir });
    return [[service, database]];
  });
  return Object.fromEntries((await Promise.all(databases)).flat());
}

/** Drops the databases of a namespace and closes their connections. */
export async function dropDatabases(adminUrl: string, namespace: string): Promise<void> {
  for (const service of serviceNames) await dropDatabase(adminUrl, databaseName(namespace, service));
}
