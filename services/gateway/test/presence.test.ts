import { setTimeout as sleep } from 'node:timers/promises';
import { toUserId, type UserId } from '@fifteen/domain';
import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers, type TestServers } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PresenceStore } from '../src/presence/presence-store.ts';
import { PresenceTracker } from '../src/presence/presence-tracker.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { UserConnections } from '../src/realtime/user-connections.ts';
import { profiles, roomState } from './samples.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const [ann, bob] = [toUserId('ann'), toUserId('bob')];
/** The key of all online users, without the namespace. */
const ONLINE_KEY = '{presence}:online';
let servers: TestServers<'redis'>;
let redis: ReturnType<typeof openRedis>;

beforeAll(async () => {
  servers = await testServers(['redis'], { own: true });
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});
beforeEach(async () => void (await redis.flushall()));

const storeOf = (gateway: string) => new PresenceStore(redis, gateway, log);

/** Starts what tracks the presence of users at a gateway. */
function startGateway() {
  const process = { log, lifecycle: new Lifecycle(log) };
  onTestFinished(() => process.lifecycle.stop());
  const presence = storeOf('one');
  const pushes = { subscribe: () => () => undefined } as never;
  const connections = new UserConnections(pushes);
  const fanout = new Fanout({ pushes, profiles, log, blockGuard: {} } as never);
  const push = { toRoom: () => undefined } as never;
  const deps = { connections, fanout, presence, push, notifyFriends: async () => undefined };
  return { presence, connections, fanout, tracker: new PresenceTracker(deps, process) };
}

/** Returns a connection of a user that calls `receive` for each message. */
const connectionOf = (userId: UserId, receive: (type: string) => void): Connection =>
  ({
    ...{ userId, isAuthenticated: false, closing: false, lastReceivedAt: 0 },
    send: ({ type }: { type: string }) => receive(type),
    write: ({ type }: { type: string }) => receive(type),
    endStart: () => undefined,
  }) as unknown as Connection;

test('after Redis has lost all leases, connected players are online at once, and no other is found offline', async () => {
  const { tracker, fanout } = startGateway();
  const other = storeOf('other');
  const received: string[] = [];
  const connection = connectionOf(ann, (type) => received.push(type));
  tracker.connected(connection);
  fanout.enter(connection, { room: roomState(), game: undefined, offlineSince: undefined });
  await other.connect(bob);
  await expect.poll(() => other.connectedAmong([ann, bob])).toEqual(new Set([ann, bob]));

  await redis.flushall();
  await servers.redis.kill();
  await servers.redis.restart();
  await expect.poll(() => redis.zscore(ONLINE_KEY, ann).catch(() => null), { timeout: 8_000 }).not.toBeNull();
  // The gateway of bob has not renewed his lease yet.
  await sleep(500);
  expect(received).not.toContain('user_offline');
});

test('leases are renewed by few commands that do not contain the text of the script', async () => {
  const presence = storeOf('one');
  const users = Array.from({ length: 450 }, (_, index) => ({
    userId: toUserId(`u${index}`),
    inRoom: index >= 447,
  }));
  await presence.touch(users);
  const send = vi.spyOn(redis, 'sendCommand');
  onTestFinished(() => send.mockRestore());
  await presence.touch(users);
  expect(send.mock.calls.map(([{ name }]) => name)).toEqual(['evalsha', 'evalsha', 'evalsha']);
  expect(await presence.count()).toBe(450);
  const inRoom = (await presence.list()).filter((one) => one.inRoom).map(({ userId }) => userId);
  expect(inRoom.toSorted()).toEqual(['u447', 'u448', 'u449']);
});

test('a user whose lease ends while others are renewed is not renewed', async () => {
  const presence = storeOf('one');
  const users = new Map(
    Array.from({ length: 250 }, (_, index) => toUserId(`u${index}`)).map((userId) => [
      userId,
      { userId, inRoom: false },
    ]),
  );
  const [first, last] = [toUserId('u0'), toUserId('u249')];
  const renewed = presence.touch(users.values());
  users.delete(last);
  await presence.lastSocketClosed(last);
  await renewed;
  expect(await presence.connectedAmong([first, last])).toEqual(new Set([first]));
});

test('a renewal that fails is logged', async () => {
  const presence = storeOf('one');
  await redis.set(ONLINE_KEY, 'of a wrong type');
  const error = vi.spyOn(log, 'error');
  onTestFinished(() => error.mockRestore());
  await presence.touch([{ userId: ann, inRoom: false }]);
  expect(error).toHaveBeenCalledWith({ err: expect.any(Error) as Error }, 'presence request failed');
});

test('the number of online users is sent to some sockets at a time', async () => {
  const { presence, connections } = startGateway();
  let [sent, sentInTurn, most] = [0, 0, 0];
  const receive = () => {
    if (sentInTurn === 0) setImmediate(() => (sentInTurn = 0));
    sent += 1;
    sentInTurn += 1;
    most = Math.max(most, sentInTurn);
  };
  const users = Array.from({ length: 120 }, (_, index) => toUserId(`u${index}`));
  for (const userId of users) connections.add(connectionOf(userId, receive));
  await presence.touch(users.map((userId) => ({ userId, inRoom: false })));
  await expect.poll(() => sent, { timeout: 10_000 }).toBeGreaterThanOrEqual(users.length);
  expect(most).toBeLessThanOrEqual(50);
});
