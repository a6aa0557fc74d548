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

/** Returns the address of the database for a role with a password. */
function urlOf(user: string, password: string): string {
  const url = server();
  Object.assign(url, { username: user, password, pathname: `/${role}` });
  return url.href;
}

/** Runs the script in the environment of a migration's job. */
function run(password: string, ownerPassword: string) {
  const { hostname, port, username, password: administrator } = server();
  return spawnSync('sh', [join(chart, 'files/database.sh')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: administrator, ROLE: role },
      ...{ POSTGRES_URL: urlOf(role, password), POSTGRES_OWNER_URL: urlOf(`${role}_owner`, ownerPassword) },
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
    await dropDatabase(server().href, role);
    for (const name of [secondRole, role, `${role}_owner`])
      await queryRows(server().href, `DROP ROLE IF EXISTS ${name}`);
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

  test('may be used by a second role beside the first, while a password is exchanged', async () => {
    await queryRows(server().href, `CREATE ROLE ${secondRole} LOGIN PASSWORD 'five' IN ROLE ${role}`);
    expect(await queryRows(urlOf(secondRole, 'five'), 'SELECT * FROM game')).toEqual([]);
  });
});
