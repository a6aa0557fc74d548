import { toUserId } from '@fifteen/domain';
import { createLog, Lifecycle } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers, type TestServers } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PresenceStore } from '../src/presence/presence-store.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const ann = toUserId('ann');
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

test('leases are renewed by few commands that do not contain the text of the script', async () => {
  const presence = storeOf('one');
  const users = Array.from({ length: 450 }, (_, index) => ({
    userId: toUserId(`u${index}`),
    inRoom: index >= 447,
  }));
  await presence.touch(users);
  const send = vi.spyOn(redis, 'sendCommand');
  await presence.touch(users);
  expect(send.mock.calls.map(([{ name }]) => name)).toEqual(['evalsha', 'evalsha', 'evalsha']);
  send.mockRestore();
  expect(await presence.count()).toBe(450);
  const inRoom = (await presence.list()).filter((one) => one.inRoom).map(({ userId }) => userId);
  expect(inRoom.toSorted()).toEqual(['u447', 'u448', 'u449']);
});

test('a renewal that fails is logged', async () => {
  const presence = storeOf('one');
  await redis.set(ONLINE_KEY, 'of a wrong type');
  const error = vi.spyOn(log, 'error');
  await presence.touch([{ userId: ann, inRoom: false }]);
  expect(error).toHaveBeenCalledWith({ err: expect.any(Error) as Error }, 'presence request failed');
  error.mockRestore();
});
