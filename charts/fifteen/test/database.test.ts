import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { dropDatabase, withClient } from '../../../packages/testkit/src/servers/databases.ts';
import { testRun, uniqueName } from '../../../packages/testkit/src/test-run.ts';
import { chart } from './helm.ts';

const psql = spawnSync('psql', ['--version']).status === 0;
if (!psql) process.stderr.write('SKIPPED: how the chart makes a database, because psql is not here\n');

const server = () => new URL(testRun().postgres);
const role = `chart_${uniqueName()}`;
const secondRole = `${role}_b`;
/** The service whose database an administrator without a superuser's rights creates. */
const managedRole = `${role}_managed`;
const administrator = `${role}_administrator`;

/** Returns the address of the database for a role with a password. */
function urlOf(user: string, password: string, database = role): string {
  const url = server();
  Object.assign(url, { username: user, password, pathname: `/${database}` });
  return url.href;
}

/** Runs the script in the environment of a migration's job. */
function run(password: string, ownerPassword: string, env: NodeJS.ProcessEnv = {}) {
  const { hostname, port, username, password: superuserPassword } = server();
  return spawnSync('sh', [join(chart, 'files/database.sh')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: superuserPassword, ROLE: role },
      ...{ POSTGRES_URL: urlOf(role, password), POSTGRES_OWNER_URL: urlOf(`${role}_owner`, ownerPassword) },
      ...env,
    },
  });
}

function prepare(password: string, ownerPassword: string): void {
  const { status, stderr } = run(password, ownerPassword);
  expect(stderr).toBe('');
  expect(status).toBe(0);
}

const queryRows = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query(sql)).rows);

describe.skipIf(!psql)('the database of a service', () => {
  afterAll(async () => {
    for (const name of [role, managedRole]) await dropDatabase(server().href, name);
    const roles = [secondRole, role, `${role}_owner`, managedRole, `${managedRole}_owner`, administrator];
    for (const name of roles) await queryRows(server().href, `DROP ROLE IF EXISTS ${name}`);
  });

  test('is its owner’s, and its role may do what it is granted', async () => {
    prepare('one', 'two');
    const owner = urlOf(`${role}_owner`, 'two');
    await queryRows(owner, `CREATE TABLE game (id int)`);
    await queryRows(owner, `GRANT SELECT ON game TO ${role}`);
    expect(await queryRows(urlOf(role, 'one'), 'SELECT * FROM game')).toEqual([]);
    await expect(queryRows(urlOf(role, 'one'), 'CREATE TABLE mine (id int)')).rejects.toThrow(
      /permission denied/,
    );
  });

  test('is left as it is when it is there, with the passwords that are to be', async () => {
    prepare('three', 'four');
    expect(await queryRows(urlOf(role, 'three'), 'SELECT * FROM game')).toEqual([]);
    await expect(queryRows(urlOf(role, 'one'), 'SELECT 1')).rejects.toThrow(/authentication failed/);
  });

  test('rejects a password that the services would read differently', async () => {
    expect(run('three', 'fo@ur')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('percent-encoding') as string,
    });
    expect(await queryRows(urlOf(`${role}_owner`, 'four'), 'SELECT * FROM game')).toEqual([]);
  });

  test('is made, and left as it is, by an administrator who is no superuser', async () => {
    await queryRows(
      server().href,
      `CREATE ROLE ${administrator} LOGIN CREATEROLE CREATEDB PASSWORD 'administrator'`,
    );
    const env = { PGUSER: administrator, PGPASSWORD: 'administrator', ROLE: managedRole };
    for (const password of ['one', 'two'])
      expect(run(password, password, env)).toMatchObject({ status: 0, stderr: '' });
    await queryRows(urlOf(`${managedRole}_owner`, 'two', managedRole), `CREATE TABLE game (id int)`);
    await expect(queryRows(urlOf(managedRole, 'two', managedRole), 'SELECT * FROM game')).rejects.toThrow(
      /permission denied/,
    );
  });

  test('may be used by a second role beside the first, while a password is exchanged', async () => {
    await queryRows(server().href, `CREATE ROLE ${secondRole} LOGIN PASSWORD 'five' IN ROLE ${role}`);
    expect(await queryRows(urlOf(secondRole, 'five'), 'SELECT * FROM game')).toEqual([]);
  });
});
