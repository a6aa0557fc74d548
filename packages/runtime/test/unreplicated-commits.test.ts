import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { withClient } from '@fifteen/testkit/stack';
import { expect, onTestFinished, test } from 'vitest';

const AWAY = { code: 'SERVICE_UNAVAILABLE' };

/** The server waits for a synchronous standby, and none is connected. */
test('after a crash, a commit is not read until its standby has it', async () => {
  const log = createLog('test', 'silent');
  const lifecycle = new Lifecycle(log);
  const { postgres, stopAll } = await testServers(['postgres'], { own: true });
  onTestFinished(async () => {
    await lifecycle.stop();
    await stopAll();
  });
  const administer = (statement: string) =>
    withClient(postgres.url, async (client) => {
      await client.query(`ALTER SYSTEM ${statement}`);
      await client.query('SELECT pg_reload_conf()');
    });
  const url = `${postgres.url}?query_timeout=500`;
  const db = openDatabase({ service: 'scratch', url, pool: 1 }, { log, lifecycle });
  await db.query('CREATE TABLE tally (name text PRIMARY KEY)');
  await administer(`SET synchronous_standby_names = '*'`);
  await expect(db.query(`INSERT INTO tally VALUES ('local')`)).rejects.toMatchObject(AWAY);

  await postgres.kill();
  await postgres.restart();
  const shown = await withClient(postgres.url, (client) => client.query('SELECT FROM tally'));
  expect(shown.rowCount).toBe(1);
  await expect(db.query('SELECT FROM tally')).rejects.toMatchObject(AWAY);

  await administer('RESET synchronous_standby_names');
  expect((await db.query('SELECT FROM tally')).rowCount).toBe(1);
});
