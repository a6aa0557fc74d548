import { createLog, Lifecycle, openNats } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers } from '@fifteen/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { openLink } from './link.ts';

/** Passwords that are changed on one side first. */

/** Opens a log that is read line by line, and what ends with the test. */
function open() {
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  const lifecycle = new Lifecycle(log);
  onTestFinished(() => lifecycle.stop());
  return { lines, log, lifecycle };
}

async function startServer<Name extends 'nats' | 'redis'>(name: Name) {
  const servers = await testServers([name], { own: true });
  onTestFinished(() => servers.stopAll());
  return servers;
}

const portOf = (url: string): number => Number(new URL(url).port);

test('a broker that rejected the password for a while is connected to when it accepts it, which counts once', async () => {
  const [{ nats, namespace }, other] = await Promise.all([startServer('nats'), startServer('nats')]);
  const link = await openLink(portOf(nats.url));
  onTestFinished(link.close);
  const url = new URL(nats.url);
  url.port = String(link.port);
  const { lines, log, lifecycle } = open();
  const broker = await openNats({ service: 'test', url: url.href, namespace }, { log, lifecycle });
  let reconnections = 0;
  broker.onReconnect(() => void (reconnections += 1));

  link.leadTo(portOf(other.nats.url));
  const rejections = () => lines.filter((line) => /authorization/i.test(line)).length;
  await expect.poll(rejections, { timeout: 20_000 }).toBeGreaterThan(2);
  link.leadTo(portOf(nats.url));
  await expect.poll(() => broker.isConnected, { timeout: 20_000 }).toBe(true);
  // All changes of the connection until now are dispatched before the response.
  await broker.connection.flush();
  expect(reconnections).toBe(1);
  const linesWith = (message: string) => lines.filter((line) => line.includes(message));
  expect(linesWith('broker connection lost')).toHaveLength(1);
  expect(linesWith('broker connection restored')).toHaveLength(1);
});

test('a password that Redis rejects is not in the log', async () => {
  const { redis, namespace } = await startServer('redis');
  const { lines, log, lifecycle } = open();
  const before = openRedis({ url: redis.url, namespace }, { log, lifecycle });
  await before.config('SET', 'requirepass', 'new');
  const url = new URL(redis.url);
  url.username = 'default';
  url.password = 'changed-on-one-side';
  openRedis({ url: url.href, namespace }, { log, lifecycle });
  await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('redis connection failed');
  expect(lines.join('')).toContain('WRONGPASS');
  expect(lines.join('')).not.toContain(url.password);
});
