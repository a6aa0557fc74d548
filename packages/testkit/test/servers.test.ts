import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from 'node:net';
import { scratchDatabase, testServers, type TestDatabase, type TestServers } from '../src/index.ts';

/** Sends one line and takes the first answer. */
function ask(url: string, line: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(line));
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('servers of our own', () => {
  let servers: TestServers<'postgres' | 'redis' | 'nats'>;
  beforeAll(async () => {
    servers = await testServers(['postgres', 'redis', 'nats'], { own: true });
  }, 60_000);
  afterAll(() => servers.stopAll());

  const query = async (sql: string) => {
    const client = new pg.Client(servers.postgres.url);
    await client.connect();
    const { rows } = await client.query(sql).finally(() => client.end());
    return rows;
  };

  test('what Postgres committed is there after a kill, and gone after a wipe', async () => {
    await query('CREATE TABLE fact (id int); INSERT INTO fact VALUES (15)');
    await servers.postgres.kill();
    // A process of the server that is still dying may accept the connection before it is gone.
    await expect(query('SELECT 1')).rejects.toThrow(/ECONN(REFUSED|RESET)/);
    await servers.postgres.restart();
    expect(await query('SELECT id FROM fact')).toEqual([{ id: 15 }]);
    await servers.postgres.wipe();
    await expect(query('SELECT id FROM fact')).rejects.toThrow('does not exist');
  }, 60_000);

  test('Redis comes back empty on the same port', async () => {
    expect(await ask(servers.redis.url, 'SET a 1\r\n')).toBe('+OK\r\n');
    await servers.redis.kill();
    await servers.redis.restart();
    expect(await ask(servers.redis.url, 'EXISTS a\r\n')).toBe(':0\r\n');
  });

  test('NATS has JetStream, before and after a wipe', async () => {
    expect(await ask(servers.nats.url, '')).toContain('"jetstream":true');
    await servers.nats.wipe();
    expect(await ask(servers.nats.url, '')).toContain('"jetstream":true');
  });

  test('start without /usr/sbin on the path, as for ordinary users', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/usr/local/bin:/usr/bin:/bin';
    try {
      const { nats, redis, stopAll } = await testServers(['nats', 'redis'], { own: true });
      expect(await ask(nats.url, '')).toContain('"jetstream":true');
      expect(await ask(redis.url, 'PING\r\n')).toBe('+PONG\r\n');
      await stopAll();
    } finally {
      process.env.PATH = path;
    }
  });

  test('a server that is killed is seen to be gone, and by which signal', async () => {
    const [redis] = servers.redis.processes;
    const death = redis!.exit;
    await redis!.kill();
    expect(await death).toBe('SIGKILL');
    expect(redis!.pid).toBeUndefined();
    await servers.redis.restart();
    expect(await ask(servers.redis.url, 'PING\r\n')).toBe('+PONG\r\n');
  });
});

test('a server that is paused answers when it is resumed', async () => {
  const { redis, stopAll } = await testServers(['redis'], { own: true });
  const [process] = redis.processes;
  await process!.pause();
  const answer = ask(redis.url, 'PING\r\n');
  const silence = new Promise((resolve) => setTimeout(resolve, 300, 'silence'));
  expect(await Promise.race([answer, silence])).toBe('silence');
  await process!.resume();
  expect(await answer).toBe('+PONG\r\n');
  await stopAll();
});

test.runIf(process.platform === 'linux')('no thread of a paused server runs any more', async () => {
  const { nats, stopAll } = await testServers(['nats'], { own: true });
  const [process] = nats.processes;
  const tasks = `/proc/${process!.pid}/task`;
  const states = () =>
    readdirSync(tasks).map((id) => /\) (\w)/.exec(readFileSync(`${tasks}/${id}/stat`, 'utf8'))?.[1]);
  for (let pauses = 0; pauses < 50; pauses++) {
    await process!.pause();
    expect(new Set(states())).toEqual(new Set(['T']));
    await process!.resume();
  }
  await stopAll();
});

test('test files share the servers that the environment names, and have namespaces of their own', async () => {
  const inContainers = process.env.TEST_SERVERS === 'containers';
  const [one, other] = await Promise.all([testServers(['redis', 'nats']), testServers(['redis', 'nats'])]);
  expect(one.namespace).not.toBe(other.namespace);
  for (const [kind, named] of [
    ['redis', process.env.REDIS_URL],
    ['nats', process.env.NATS_URL],
  ] as const) {
    if (inContainers) expect(named, kind).toBeDefined();
    expect(one[kind].url === other[kind].url, kind).toBe(named !== undefined);
  }
  await Promise.all([one.stopAll(), other.stopAll()]);
});

describe('a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
  });
  afterAll(() => database.drop());

  test('belongs to the owner of the schema; the service has only what it is granted', async () => {
    const as = async (url: string, sql: string) => {
      const client = new pg.Client(url);
      await client.connect();
      const { rows } = await client.query(sql).finally(() => client.end());
      return rows as unknown;
    };
    await as(database.ownerUrl, 'CREATE TABLE fact (id int); INSERT INTO fact VALUES (15)');
    await expect(as(database.url, 'SELECT * FROM fact')).rejects.toThrow('permission denied');
    await expect(as(database.url, 'CREATE TABLE other ()')).rejects.toThrow('permission denied');
    await as(database.ownerUrl, 'GRANT SELECT ON fact TO fifteen_scratch');
    expect(await as(database.url, 'SELECT * FROM fact')).toEqual([{ id: 15 }]);
  });
});
