import { createLog, ensureStream, Lifecycle, openNats, streamName, type Nats } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { streamConsumers, streamOwners } from '@fifteen/topology';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConsumerLag } from '../scripts/bench/consumer-lag.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let nats: Nats;

beforeAll(async () => {
  servers = await testServers(['nats']);
  nats = await openNats(
    { service: 'scratch', url: servers.nats.url, namespace: servers.namespace },
    { log, lifecycle },
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

test('an event counts until its consumer has acknowledged it', async () => {
  await expect(readConsumerLag(nats)).rejects.toThrow();
  const { consumers } = await nats.manager();
  for (const owner of streamOwners) {
    await ensureStream(nats, owner);
    for (const name of streamConsumers(owner))
      await consumers.add(streamName(nats, owner), { durable_name: name, ack_policy: 'explicit' });
  }
  const lagOfRoom = async () => (await readConsumerLag(nats)).get('events of game for room');
  for (const event of ['finished', 'cancelled', 'finished'])
    await nats.js.publish(`${nats.namespace}game.${event}`, 'x');
  expect(await lagOfRoom()).toBe(3);
  const consumer = await nats.js.consumers.get(streamName(nats, 'game'), 'room');
  const event = await consumer.next();
  expect(await lagOfRoom()).toBe(3);
  await event?.ackAck();
  expect(await lagOfRoom()).toBe(2);
});
