import { createLog, Lifecycle, openNats } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { connect } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { openLink } from './link.ts';

test('the client passes on the error of a name that does not resolve', async () => {
  const connection = connect({ servers: 'nats://broker.invalid:4222', waitOnFirstConnect: false });
  await expect(connection).rejects.toMatchObject({ syscall: 'getaddrinfo' });
}, 60_000);

test('a broker that does not read the login in time is waited for', async () => {
  const { nats, namespace, stopAll } = await testServers(['nats']);
  const url = new URL(nats.url);
  const link = await openLink(Number(url.port));
  url.port = String(link.port);
  const lines: string[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) });
  const lifecycle = new Lifecycle(log);
  onTestFinished(async () => {
    await lifecycle.stop();
    link.close();
    await stopAll();
  });

  link.stick();
  const opening = openNats({ service: 'test', url: url.href, namespace }, { log, lifecycle });
  await expect.poll(() => lines.join(''), { timeout: 20_000 }).toContain('Authentication Timeout');
  link.join();
  expect((await opening).isConnected).toBe(true);
  expect(lines.filter((line) => line.includes('broker unavailable'))).toHaveLength(1);
}, 60_000);
