import { toUserId, type UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import { createLog, Lifecycle, type Nats } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { openTestNats } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchProfiles } from '../src/players/profile-events.ts';
import { notifyRecordChanges } from '../src/progress/record-changes.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const ann = toUserId('ann');
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let gateway: Nats;
let publisher: Nats;
beforeAll(async () => {
  servers = await testServers(['nats']);
  [gateway, publisher] = [await openTestNats(servers, lifecycle), await openTestNats(servers, lifecycle)];
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

test('bytes that are no event are ignored, and the connection goes on to receive', async () => {
  const received: string[] = [];
  const record = (kind: string) => (userId: UserId) => void received.push(`${kind} ${userId}`);
  const [drop, dropRecord, dropCosmetics] = [record('drop'), record('dropRecord'), record('dropCosmetics')];
  watchProfiles({ nats: gateway, log }, { drop, dropRecord, dropCosmetics });
  const connection = { send: ({ type }: { type: string }) => void received.push(type) };
  notifyRecordChanges({ nats: gateway, log }, { of: () => new Set([connection]) } as never);
  await gateway.connection.flush();

  const publish = (event: string, bytes: Uint8Array) =>
    publisher.connection.publish(`${publisher.namespace}${event}`, bytes);
  const changed = (body: Event['body']) => Event.encode(Event.fromPartial({ id: '1', body })).finish();
  for (const event of ['identity.user_changed', 'leaderboard.record_changed'])
    publish(event, Buffer.from('ff', 'hex'));
  publish('identity.user_changed', changed({ $case: 'userChanged', value: { userId: ann } }));
  publish('leaderboard.record_changed', changed({ $case: 'recordChanged', value: { userId: ann } }));
  await expect
    .poll(() => received.toSorted())
    .toEqual(['drop ann', 'dropRecord ann', 'record_changed'].toSorted());
});
