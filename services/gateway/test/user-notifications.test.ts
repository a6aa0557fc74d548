import type { ServerMessage } from '@fifteen/contract';
import { toGameId, toRoomId, toUserId } from '@fifteen/domain';
import { Account } from '@fifteen/proto/identity';
import { Rematch, RequestStatus } from '@fifteen/proto/room';
import { createLog } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { ProfileCache } from '../src/players/profile-cache.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { UserConnections } from '../src/realtime/user-connections.ts';
import { UserNotifications } from '../src/realtime/user-notifications.ts';
import { roomPushFormats } from '../src/rooms/push-formats.ts';
import type { Player } from '../src/translation/player.ts';

const log = createLog('test', 'silent');
const [ann, bob] = [toUserId('ann'), toUserId('bob')];

/** Connects ann. Returns what she receives, and what loads the profile of bob. */
function connectAnn() {
  const { promise, resolve } = Promise.withResolvers<Player[]>();
  const profiles = new ProfileCache({ find: () => promise } as never, log);
  const connections = new UserConnections({ subscribe: () => () => undefined } as never);
  const received: ServerMessage[] = [];
  const send = (message: ServerMessage) => void received.push(message);
  connections.add({ userId: ann, send } as unknown as Connection);
  const formats = roomPushFormats as never;
  const notifications = new UserNotifications({ connections, profiles, formats, log });
  const account = Account.fromPartial({ id: bob, displayName: 'Bob' });
  const player = { account, cosmetics: undefined, record: undefined };
  return { notifications, profiles, player, received, load: () => resolve([player]) };
}

test('pushes to a user stay in order while a profile loads', async () => {
  const { notifications, profiles, player, received, load } = connectAnn();
  const rematch = Rematch.fromPartial({
    ...{ id: 'm1', gameId: toGameId('g1'), roomId: toRoomId('r1'), requesterId: bob, requestedId: ann },
    status: RequestStatus.PENDING,
  });
  notifications.receive(ann, { $case: 'rematch', value: rematch });
  await new Promise(setImmediate);
  // Another request has loaded the missing profile meanwhile.
  profiles.store(player);
  notifications.receive(ann, { $case: 'rematch', value: { ...rematch, status: RequestStatus.REJECTED } });
  await new Promise(setImmediate);
  expect(received).toEqual([]);
  load();
  await expect.poll(() => received.length).toBe(2);
  expect(received).toMatchObject([
    { type: 'play_again_request', request: { requester: { displayName: 'Bob' } } },
    { type: 'play_again_response', response: 'rejected' },
  ]);
});

test('a push that cannot be formatted keeps no later one from its user', async () => {
  const { notifications, profiles, player, received } = connectAnn();
  profiles.store(player);
  const pending = { id: 'm1', requesterId: bob, requestedId: ann, status: RequestStatus.PENDING };
  const invalid = Rematch.fromPartial({ ...pending, requestedAt: new Date(Number.NaN) });
  for (const value of [invalid, { ...invalid, status: RequestStatus.ACCEPTED }])
    notifications.receive(ann, { $case: 'rematch', value });
  await expect.poll(() => received).toMatchObject([{ type: 'play_again_response', response: 'accepted' }]);
});
