import { createLog, Lifecycle, openDatabase, pause } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { withClient } from '@fifteen/testkit/stack';
import { expect, onTestFinished, test } from 'vitest';

const AWAY = { code: 'SERVICE_UNAVAILABLE' };

/** Starts a server. Once it waits for a synchronous standby, none is connected until it waits for none. */
async function openServer(limits: string) {
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
  const commits = () =>
    withClient(`${postgres.url}?query_timeout=500`, async (client) => {
      const commit = client.query(`SELECT pg_logical_emit_message(true, '', '')`);
      return commit.then(() => true).catch(() => false);
    });
  /** The server says that it reloads before its checkpointer makes commits wait, or lets them go. */
  const administerCommits = async (statement: string, commit: boolean) => {
    await administer(statement);
    await expect.poll(commits, { timeout: 20_000 }).toBe(commit);
  };
  return {
    postgres,
    db: openDatabase({ service: 'scratch', url: postgres.url + limits, pool: 1 }, { log, lifecycle }),
    awaitStandby: () => administerCommits(`SET synchronous_standby_names = '*'`, false),
    awaitNone: () => administerCommits('RESET synchronous_standby_names', true),
  };
}

test('after a crash, a commit is not read until its standby has it', async () => {
  const { postgres, db, awaitStandby, awaitNone } = await openServer('?query_timeout=500');
  await db.query('CREATE TABLE tally (name text PRIMARY KEY)');
  await awaitStandby();
  await expect(db.query(`INSERT INTO tally VALUES ('local')`)).rejects.toMatchObject(AWAY);

  await postgres.kill();
  await postgres.restart();
  const shown = await withClient(postgres.url, (client) => client.query('SELECT FROM tally'));
  expect(shown.rowCount).toBe(1);
  await expect(db.query('SELECT FROM tally')).rejects.toMatchObject(AWAY);

  await awaitNone();
  expect((await db.query('SELECT FROM tally')).rowCount).toBe(1);
});

/** The pool lets a caller wait for a connection for 5 s, which end here while the connection waits for the standby. */
test('a connection that waits for the standby longer than its caller does is not lost', async () => {
  const { db, awaitStandby, awaitNone } = await openServer('?query_timeout=6000');
  await awaitStandby();
  const first = expect(db.query('SELECT 1')).rejects.toMatchObject(AWAY);
  await pause(3_000);
  const second = db.query('SELECT 1').catch(() => undefined);
  await first;
  await pause(2_500);
  await awaitNone();
  await second;
  await db.query('SELECT 1');
});
