import { toUserId, type UserId } from '@fifteen/domain';
import { startSocialService } from '@fifteen/social';
import { socialConfig } from '@fifteen/social/config';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import { createLog, Lifecycle, loadConfig, openDatabase, type Calls, type Log } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testDatabase, testServers, type TestDatabase, type TestServers } from '@fifteen/testkit';
import { addressOf, connectAs, serviceEnv, tokensOf, UNREACHABLE } from '@fifteen/testkit/services';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { matchmakingConfig } from '../src/config.ts';
import { Queue } from '../src/queue/queue.ts';
import { startMatchmakingService } from '../src/service.ts';

/** Queries for blocks that failed: each lets a pair through, so that games go on. */
let failedQueries = 0;
const log = Object.create(createLog('test', 'silent'), {
  warn: {
    value: (_: object, message: string) => (failedQueries += Number(message === 'loading blocks failed')),
  },
}) as Log;
const lifecycle = new Lifecycle(log);
let servers: TestServers<'redis' | 'nats'>;
let database: TestDatabase;
let redis: ReturnType<typeof openRedis>;
let queue: Queue;
let social: Calls<typeof SocialServiceDefinition>;

beforeAll(async () => {
  servers = await testServers(['redis', 'nats']);
  database = await testDatabase('social');
  const context = { log, lifecycle };
  const env = serviceEnv('social', servers, database);
  const SOCIAL_ADDR = addressOf(await startSocialService(loadConfig(socialConfig, env), context));
  social = connectAs('gateway', SocialServiceDefinition, SOCIAL_ADDR, lifecycle);
  redis = openRedis({ url: servers.redis.url, namespace: servers.namespace }, context);
  queue = new Queue(redis, { searchMs: 60_000, absentMs: 60_000, botAfterMs: 0, leaseMs: 60_000 });
  // The room service is missing: a pair that is let through stays leased.
  const addresses = { SOCIAL_ADDR, ROOM_ADDR: UNREACHABLE, REDIS_URL: servers.redis.url };
  const settings = { LEASE_SECONDS: '60', BOT_AFTER_SECONDS: '0' };
  await startMatchmakingService(
    loadConfig(matchmakingConfig, { ...env, ...tokensOf('matchmaking'), ...addresses, ...settings }),
    context,
  );
});
afterAll(async () => {
  await lifecycle.stop();
  await servers.stopAll();
  await database.drop();
});

test.each([
  ['alone', 0],
  ['beside a thousand others', 1_000],
])('a block %s keeps these two users apart, and from no others', async (_, others) => {
  let states: string[];
  let failedBefore: number;
  // On a machine that stands still, a query for blocks may exceed its timeout of a second.
  do {
    failedBefore = failedQueries;
    states = await searchWithBlock(others);
  } while (failedQueries > failedBefore);
  expect(states.toSorted()).toEqual(['left', 'matched']);
});

/** Lets two users search who are kept apart, and then a third. Returns how the searches of the two ended. */
async function searchWithBlock(others: number): Promise<string[]> {
  const failedBefore = failedQueries;
  const [ann, bob, cem] = [toUserId(randomUUID()), toUserId(randomUUID()), toUserId(randomUUID())];
  for (const user of [ann, bob]) await blockStrangers(user, others);
  await social.block({ userId: ann, otherId: bob });
  await queue.enqueue(ann, 0);
  await queue.enqueue(bob, 0);
  const areApart = async () =>
    (await redis.sismember(`{mm}:blocked:${ann}`, bob)) || redis.sismember(`{mm}:blocked:${bob}`, ann);
  const isLetThrough = () => failedQueries > failedBefore;
  await expect.poll(async () => isLetThrough() || Boolean(await areApart()), { timeout: 30_000 }).toBe(true);
  if (!isLetThrough()) expect((await queue.keepAlive([ann, bob])).absent).toEqual([]);
  await queue.enqueue(cem, 0);
  const isMatched = async () => Boolean(await redis.hexists(`{mm}:user:${cem}`, 'match'));
  await expect.poll(async () => isLetThrough() || (await isMatched()), { timeout: 30_000 }).toBe(true);
  await queue.cancel(cem);
  // Two who came within one millisecond have no order.
  return Promise.all([ann, bob].map(async (user) => (await queue.cancel(user)).state));
}

/** Lets a number of users block this one. */
async function blockStrangers(userId: UserId, count: number): Promise<void> {
  const db = openDatabase({ service: 'social', url: database.url, pool: 1 }, { log, lifecycle });
  await db.query(
    `INSERT INTO relationship (low, high, high_blocks_at) SELECT $1, $1 || n, now() FROM generate_series(1, $2::int) n`,
    [userId, count],
  );
}
