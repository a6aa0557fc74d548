import { toUserId, type UserId } from '@fifteen/domain';
import { MatchmakingServiceDefinition } from '@fifteen/proto/matchmaking';
import { RoomServiceDefinition, RoomState } from '@fifteen/proto/room';
import { AppError, connectRpc, createLog, Lifecycle, serveRpc, tokenHash } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers } from '@fifteen/testkit';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Matchmaker, type MatchContext } from '../src/matchmaker.ts';
import { Queue } from '../src/queue/queue.ts';
import { join } from '../src/rpc/join.ts';

const log = createLog('test', 'silent');
const servers = { lifecycle: new Lifecycle(log), log };
const TOKEN = 'a secret of one service';
const rpc = { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` };
const callers = ['gateway'];
const [ann, bob] = ['ann', 'bob'].map(toUserId) as [UserId, UserId];

let backing: Awaited<ReturnType<typeof testServers<'redis'>>>;
let redis: ReturnType<typeof openRedis>;
let roomPort: number;
/** What room does with the creation of a match, given the time of the call's deadline. */
let create: (deadline: number) => Promise<unknown>;
/** Users who are in a game. */
const playing = new Set<UserId>();
/** Matches that room was asked for, and whether it has them. */
const sought: string[] = [];
let exists: boolean;
const notified: { userId: string; code: string }[] = [];

/** The service, with a lifecycle of its own: it stops before the test's servers. */
let service: { matchmaker: Matchmaker; queue: Queue; lifecycle: Lifecycle; context: MatchContext };

beforeAll(async () => {
  backing = await testServers(['redis'], { own: true });
  redis = openRedis({ url: backing.redis.url, namespace: backing.namespace }, servers);
  const { createMatch, checkStake, getMatch } = RoomServiceDefinition.methods;
  roomPort = await serveRpc(
    {
      name: 'room',
      service: {
        fullName: RoomServiceDefinition.fullName,
        methods: { createMatch, checkStake, getMatch },
      },
      methods: {
        createMatch: {
          callers,
          handle: async (_, __, { deadline }) => {
            await create(deadline);
            return { room: RoomState.create({}), game: undefined };
          },
        },
        checkStake: {
          callers,
          handle: async (_, { userId }) => {
            if (playing.has(userId)) throw new AppError('ALREADY_IN_GAME');
            return {};
          },
        },
        getMatch: {
          callers,
          handle: async (_, { matchId }) => {
            sought.push(matchId);
            return { exists };
          },
        },
      },
      config: rpc,
    },
    servers,
  );
});
beforeEach(async () => {
  await redis.flushdb();
  playing.clear();
  exists = false;
  [sought, notified].forEach((list) => (list.length = 0));
  const lifecycle = new Lifecycle(log);
  const room = connectRpc(
    {
      name: 'room',
      service: RoomServiceDefinition,
      address: `ipv4:127.0.0.1:${roomPort}`,
      token: TOKEN,
    },
    { lifecycle },
  );
  const queue = new Queue(redis, { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 });
  const context = {
    ...{ log, lifecycle, queue, room: room.calls },
    social: { listBlockedEitherWay: async () => ({ userIds: [] }) },
    push: {
      toUser: (userId: string, body: { value: { code: string } }) =>
        void notified.push({ userId, code: body.value.code }),
    },
  } as unknown as MatchContext;
  service = { lifecycle, queue, context, matchmaker: new Matchmaker(context) };
});
afterEach(() => service.lifecycle.stop());
afterAll(async () => {
  await servers.lifecycle.stop();
  await backing.stopAll();
});

/** Serves the joins of the service, and returns the calls of a gateway. */
async function connectGateway() {
  const { context, matchmaker, lifecycle } = service;
  const port = await serveRpc(
    {
      name: 'matchmaking',
      service: {
        fullName: MatchmakingServiceDefinition.fullName,
        methods: { join: MatchmakingServiceDefinition.methods.join },
      },
      methods: { join: { callers, handle: join } },
      config: rpc,
    },
    { ...context, matchmaker },
  );
  const gateway = connectRpc(
    {
      name: 'matchmaking',
      service: MatchmakingServiceDefinition,
      address: `ipv4:127.0.0.1:${port}`,
      token: TOKEN,
    },
    { lifecycle },
  );
  return gateway.calls;
}

test('a match is made under its own deadline, not under that of the player who joined last', async () => {
  const remaining: number[] = [];
  create = async (deadline) => remaining.push(deadline - Date.now());
  const gateway = await connectGateway();
  for (const userId of [ann, bob]) await gateway.join({ userId, bet: 0 }, { limitMs: 3_000 });
  await expect.poll(() => remaining, { timeout: 30_000 }).toHaveLength(1);
  // Within 5 s of its own: a machine that stands still uses up some.
  expect(remaining[0]).toBeGreaterThan(3_000);
});

test('a request that is rejected when it is repeated leaves no search behind, and ends no other', async () => {
  const { queue } = service;
  const gateway = await connectGateway();
  const request = { userId: ann, bet: 5_000, searchId: 'a' };
  await gateway.join(request);
  playing.add(ann);
  await expect(gateway.join({ ...request, searchId: 'b' })).rejects.toMatchObject({
    code: 'ALREADY_IN_GAME',
  });
  expect((await queue.keepAlive([ann])).absent).toEqual([]);
  await expect(gateway.join(request)).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  expect((await queue.keepAlive([ann])).absent).toEqual([ann]);
});

test('a process that stops waits for the match that it is making', async () => {
  create = () => sleep(500);
  const { queue, matchmaker, lifecycle } = service;
  for (const user of [ann, bob]) await queue.enqueue(user, 0);
  await matchmaker.pairAll(0);
  await lifecycle.stop();
  expect((await queue.keepAlive([ann, bob])).absent).toEqual([ann, bob]);
  for (const user of [ann, bob]) expect(await queue.enqueue(user, 0, { isReentry: true })).toBe('over');
});

test('a process that stops waits for the match that it has taken over', async () => {
  const { queue, matchmaker, lifecycle } = service;
  const crashed = new Queue(redis, { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 1 });
  for (const user of [ann, bob]) await queue.enqueue(user, 0);
  await crashed.pair(0);
  await sleep(5);
  const { promise: called, resolve: onCalled } = Promise.withResolvers<void>();
  create = () => {
    onCalled();
    return sleep(500);
  };
  exists = true;
  const reclaimed = matchmaker.reclaim();
  await called;
  await lifecycle.stop();
  expect((await queue.keepAlive([ann, bob])).absent).toEqual([ann, bob]);
  expect(await reclaimed).toBe(true);
});

test('a late call of a match that was called off ends no search', async () => {
  const { promise: reclaimed, resolve: onReclaimed } = Promise.withResolvers<void>();
  create = async () => {
    await reclaimed;
    throw new AppError('GAME_CANCELLED');
  };
  const { queue, matchmaker, context, lifecycle } = service;
  const crashed = new Matchmaker({
    ...context,
    queue: new Queue(redis, { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 1 }),
  });
  for (const user of [ann, bob]) await queue.enqueue(user, 5_000);
  await crashed.pairAll(5_000);
  await sleep(5);
  expect(await matchmaker.reclaim()).toBe(true);
  expect(sought).toHaveLength(1);
  // By the next match, which the two are in when the late call returns.
  for (const user of [ann, bob]) playing.add(user);
  onReclaimed();
  await lifecycle.stop();
  expect(notified).toEqual([]);
  const searches = [ann, bob].map((userId) => ({ userId, bet: 5_000 }));
  expect((await queue.keepAlive([ann, bob])).searches).toMatchObject(searches);
});

test('runs one pass at a time for callers who come at once, and a last one that sees the entries of all', async () => {
  const { matchmaker, queue } = service;
  const pair = queue.pair.bind(queue);
  let [running, most, created] = [0, 0, 0];
  create = async () => (created += 1);
  vi.spyOn(queue, 'pair').mockImplementation(async (bet) => {
    most = Math.max(most, (running += 1));
    try {
      return await pair(bet);
    } finally {
      running -= 1;
    }
  });
  const first = matchmaker.pairAll(5_000);
  for (const user of [ann, bob]) await queue.enqueue(user, 5_000);
  await Promise.all([first, ...Array.from({ length: 20 }, () => matchmaker.pairAll(5_000))]);
  expect(most).toBe(1);
  await expect.poll(() => created).toBe(1);
});
