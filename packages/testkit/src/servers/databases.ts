import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Prefix of the project's roles in Postgres, and of databases without another name. */
const prefix = 'fifteen_';

/** A service's database with the addresses of its two roles. */
export interface ServiceDatabase {
  /** Address for the service, whose role has the rights that the migrations grant. */
  readonly url: string;
  /** Address for the migrations, whose role owns the database and everything in it. */
  readonly ownerUrl: string;
}

/** Runs `work` on one connection, and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'bootstrap' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` under a lock of this name, which all users of the server share. */
export function withLock<T>(
  adminUrl: string,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withClient(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [prefix + name]);
    return work(client);
  });
}

/**
 * Creates the two roles of each service if they are missing: `fifteen_<service>`, which the service connects as, and
 * `fifteen_<service>_owner`, which its migrations run as. Migrations grant rights to the former. Both passwords are
 * derived from the superuser's, so that all users of one server have the same.
 */
export async function ensureRoles(adminUrl: string, services: readonly string[]): Promise<void> {
  await withLock(adminUrl, 'roles', async (client) => {
    for (const role of services.flatMap((service) => [roleOf(service), ownerOf(service)])) {
      const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
      const statement = rowCount === 0 ? 'CREATE' : 'ALTER';
      const password = client.escapeLiteral(passwordOf(adminUrl, role));
      await client.query(`${statement} ROLE ${client.escapeIdentifier(role)} LOGIN PASSWORD ${password}`);
    }
  });
}

/** Returns the addresses of a service's database, whether it exists or not. Its default name is `fifteen_<service>`. */
export function databaseOf(adminUrl: string, service: string, name = prefix + service): ServiceDatabase {
  const as = (role: string) => {
    const url = new URL(adminUrl);
    Object.assign(url, { username: role, password: passwordOf(adminUrl, role), pathname: `/${name}` });
    return url.toString();
  };
  return { url: as(roleOf(service)), ownerUrl: as(ownerOf(service)) };
}

/** Creates a service's database if it is missing: empty, or as a copy of a template without connections. */
export async function ensureDatabase(
  adminUrl: string,
  service: string,
  { name = prefix + service, template }: { name?: string; template?: string } = {},
): Promise<ServiceDatabase> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount !== 0) return;
    const database = client.escapeIdentifier(name);
    const like = template ? `TEMPLATE ${client.escapeIdentifier(template)}` : '';
    await client.query(`CREATE DATABASE ${database} OWNER ${ownerOf(service)} ${like}`);
    await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${roleOf(service)}`);
  });
  return databaseOf(adminUrl, service, name);
}

/** Drops a database and closes its connections. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`),
  );
}

const roleOf = (service: string) => prefix + service;
const ownerOf = (service: string) => `${prefix}${service}_owner`;

function passwordOf(adminUrl: string, role: string): string {
  return createHmac('sha256', new URL(adminUrl).password).update(role).digest('base64url');
}
