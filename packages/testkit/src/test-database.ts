import type { ServiceName } from '@fifteen/topology';
import { migrate } from '@fifteen/runtime/migrate';
import {
  databaseOf,
  dropDatabase,
  ensureDatabase,
  withClient,
  withLock,
  type ServiceDatabase,
} from './servers/databases.ts';
import { schemaFolder } from './repository.ts';
import { databaseName, type Databases } from './stack/databases.ts';
import { scratchRole, testRun, uniqueName } from './test-run.ts';

/** A database of one test file. */
export interface TestDatabase extends ServiceDatabase {
  /** Drops the database and closes its connections. */
  drop(): Promise<void>;
}

/**
 * Creates a database with the service's schema: a copy (about 50 ms) of one that was migrated once in this run. `url`
 * connects as the service's role, `ownerUrl` as the migrations'.
 */
export async function testDatabase(service: ServiceName): Promise<TestDatabase> {
  const dir = schemaFolder(service);
  if (!dir) throw new Error(`${service} has no migrations`);
  return create(service, await template(service, dir));
}

/** Creates a database for each service of a product that has one, with the names of its namespace. */
export async function copiedDatabases(
  adminUrl: string,
  namespace: string,
  services: readonly ServiceName[],
): Promise<Databases> {
  const databases = services.map(async (service) => {
    const dir = schemaFolder(service);
    if (!dir) return [];
    const like = await template(service, dir);
    const name = databaseName(namespace, service);
    return [[service, await ensureDatabase(adminUrl, service, { name, template: like })]];
  });
  return Object.fromEntries((await Promise.all(databases)).flat());
}

/** Creates an empty database with an owner and the role `fifteen_scratch`, for tests with a schema of their own. */
export function scratchDatabase(): Promise<TestDatabase> {
  return create(scratchRole);
}

async function create(service: string, like?: string): Promise<TestDatabase> {
  const { id, postgres } = testRun();
  const name = `${id}_${service}_${uniqueName()}`;
  const database = await ensureDatabase(postgres, service, { name, ...(like ? { template: like } : {}) });
  return { ...database, drop: () => dropDatabase(postgres, name) };
}

/** Returns the name of the run's template for a service. The first caller creates it; the others wait. */
function template(service: ServiceName, dir: string): Promise<string> {
  const { id, postgres } = testRun();
  const name = `${id}_${service}`;
  const fresh = `${name}_fresh`;
  return withLock(postgres, name, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    await dropDatabase(postgres, fresh);
    await ensureDatabase(postgres, service, { name: fresh });
    await migrate({ url: databaseOf(postgres, service, fresh).ownerUrl, dir });
    await withClient(postgres, (other) => other.query(`ALTER DATABASE ${fresh} RENAME TO ${name}`));
    return name;
  });
}
