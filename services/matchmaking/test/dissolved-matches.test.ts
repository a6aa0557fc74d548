import { toUserId, type UserId } from '@fifteen/domain';
import { Push, type SearchEnded } from '@fifteen/proto/events';
import { SearchStatus } from '@fifteen/proto/matchmaking';
import { RoomServiceDefinition } from '@fifteen/proto/room';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import {
  AppError,
  connectRpc,
  createLog,
  createPusher,
  Lifecycle,
  openNats,
  pushSubject,
  serveRpc,
  tokenHash,
} from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { serviceWithMethod, testServers } from '@fifteen/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { Matchmaker } from '../src/matchmaker.ts';
import { Queue } from '../src/queue/queue.ts';
import { join } from '../src/rpc/join.ts';

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const TOKEN = 'a secret of matchmaking alone';
const rpc = { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: `matchmaking=${tokenHash(TOKEN)}` };
const callers = ['matchmaking'];
const [ann, bob, cid] = ['ann', 'bob', 'cid'].map(toUserId) as [UserId, UserId, UserId];

let servers: Awaited<ReturnType<typeof testServers<'redis' | 'nats'>>>;
let redis: ReturnType<typeof openRedis>;
let queue: Queue;
let context: AppContext;
let matchmaker: Matchmaker;
/** Players of each match that room was to create. */
const requested: UserId[][] = [];
/** Why players may not play. */
const rejected = new Map<UserId, AppError>();
/** The ends of searches that players are notified of. */
const ends: { userId: UserId; ended: SearchEnded }[] = [];

/** Starts a room service that creates no match, and a social service without blocks. */
async function startServices() {
  const { createMatch, checkStake } = RoomServiceDefinition.methods;
  const roomPort = await serveRpc(
    {
      name: 'room',
      service: { fullName: RoomServiceDefinition.fullName, methods: { createMatch, checkStake } },
      methods: {
        createMatch: {
          callers,
          handle: async (_, { playerIds }) => {
            requested.push(playerIds);
            throw new AppError('ALREADY_IN_GAME');
          },
        },
        checkStake: {
          callers,
          handle: async (_, { userId, bet }) => {
            const error = rejected.get(userId);
            if (error && (bet > 0 || error.code !== 'INSUFFICIENT_COINS')) throw error;
            return {};
          },
        },
      },
      config: rpc,
    },
    { log, lifecycle },
  );
  const socialPort = await serveRpc(
    {
      name: 'social',
      service: serviceWithMethod(SocialServiceDefinition, 'listBlockedEitherWay'),
      methods: { listBlockedEitherWay: { callers, handle: async () => ({ userIds: [] }) } },
      config: rpc,
    },
    { log, lifecycle },
  );
  return { roomPort, socialPort };
}

beforeAll(async () => {
  servers = await testServers(['redis', 'nats'], { own: true });
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  queue = new Queue(redis, { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 });
  const nats = await openNats(
    { service: 'matchmaking', url: servers.nats.url, namespace: servers.namespace },
    { log, lifecycle },
  );
  const { roomPort, socialPort } = await startServices();
  const connect = { token: TOKEN };
  const room = connectRpc(
    { name: 'room', service: RoomServiceDefinition, address: `ipv4:127.0.0.1:${roomPort}`, ...connect },
    { lifecycle },
  );
  const social = connectRpc(
    { name: 'social', service: SocialServiceDefinition, address: `ipv4:127.0.0.1:${socialPort}`, ...connect },
    { lifecycle },
  );
  for (const userId of [ann, bob])
    nats.connection.subscribe(pushSubject(nats, 'user', userId), {
      callback: (_, { data }) => {
        const { body } = Push.decode(data);
        if (body?.$case === 'searchEnded') ends.push({ userId, ended: body.value });
      },
    });
  const deps = { log, lifecycle, queue, push: createPusher(nats), room: room.calls, social: social.calls };
  matchmaker = new Matchmaker(deps);
  context = { ...deps, matchmaker };
});
beforeEach(async () => {
  await redis.flushdb();
  requested.length = 0;
  ends.length = 0;
  rejected.clear();
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
});

const waiting = () => redis.zrange('{mm}:queue:0', 0, '-1');

test('two players who both may play are paired again only by the next pass of the job', async () => {
  for (const user of [ann, bob]) await queue.enqueue(user, 0);
  await matchmaker.pairAll(0);
  await expect.poll(() => requested.length).toBe(1);
  await expect.poll(waiting).toHaveLength(2);
  await sleep(500);
  expect(requested).toHaveLength(1);
  await matchmaker.pairAll(0);
  await expect.poll(() => requested.length).toBe(2);
});

test('a player whose opponent may not play meets the next one at once', async () => {
  rejected.set(ann, new AppError('ALREADY_IN_GAME'));
  for (const user of [ann, bob]) {
    await queue.enqueue(user, 0);
    // Two who enter within one millisecond have no order.
    await sleep(2);
  }
  await queue.enqueue(cid, 0);
  await matchmaker.pairAll(0);
  await expect
    .poll(() => requested)
    .toEqual([
      [ann, bob],
      [bob, cid],
    ]);
  expect(await queue.keepAlive([ann])).toMatchObject({ absent: [ann] });
});

test('each player of a match that can never be made learns why they may not play', async () => {
  const stakeLimit = { coins: 20_000, games: 5, opponents: 3 };
  rejected.set(ann, new AppError('STAKE_LIMIT', stakeLimit));
  rejected.set(bob, new AppError('INSUFFICIENT_COINS', { coins: 1_000_000 }));
  for (const user of [ann, bob]) await queue.enqueue(user, 1_000_000);
  await matchmaker.pairAll(1_000_000);
  await expect.poll(() => ends).toHaveLength(2);
  const endOf = (user: UserId) => ends.find(({ userId }) => userId === user)?.ended;
  expect(endOf(ann)).toEqual({ bet: 1_000_000, code: 'STAKE_LIMIT', stakeLimit });
  expect(endOf(bob)).toMatchObject({ bet: 1_000_000, code: 'INSUFFICIENT_COINS' });
});

test('a player without the coins of their search keeps it when their match with a computer player fails', async () => {
  rejected.set(ann, new AppError('INSUFFICIENT_COINS', { coins: 5_000 }));
  const times = { searchMs: 60_000, absentMs: 60_000, botAfterMs: 1, leaseMs: 60_000 };
  const withComputers = new Matchmaker({ ...context, queue: new Queue(redis, times) });
  await queue.enqueue(ann, 5_000, { computer: true });
  await sleep(5);
  await withComputers.pairAll(5_000);
  await expect.poll(() => requested).toMatchObject([[ann, expect.stringMatching(/^player_/)]]);
  await expect.poll(() => redis.zrange('{mm}:queue:5000', 0, '-1')).toEqual([ann]);
  expect(ends).toEqual([]);
});

test('a player without the coins of a search may accept a computer player, who plays without coins', async () => {
  rejected.set(ann, new AppError('INSUFFICIENT_COINS', { coins: 5_000 }));
  const search = { userId: ann, bet: 5_000, searchId: 'a' };
  await expect(join(context, search)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  const accepted = await join(context, { ...search, searchId: 'b', computer: true });
  expect(accepted).toEqual({ status: SearchStatus.WAITING });
});
