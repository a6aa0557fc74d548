import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { Event } from '@fifteen/proto/events';
import { SocialServiceDefinition, type ListFriendsRequest } from '@fifteen/proto/social';
import {
  ensureStream,
  Lifecycle,
  loadConfig,
  openDatabase,
  type Calls,
  type Database,
  type Nats,
} from '@fifteen/runtime';
import { testDatabase, testServers } from '@fifteen/testkit';
import {
  addressOf,
  collectPushes,
  connectAs,
  log,
  openTestNats,
  serviceEnv,
  type Pushes,
} from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { afterAll, beforeAll } from 'vitest';
import { socialConfig } from '../src/config.ts';
import { startSocialService } from '../src/service.ts';

export type Social = Calls<typeof SocialServiceDefinition>;

/** Two replicas of the service on one database and broker. */
export interface Harness {
  /** Clients of both replicas with the gateway's token. */
  replicas: [Social, Social];
  social: Social;
  /** Returns a client with another service's token. */
  as(caller: Caller): Social;
  /** The database with its owner's rights. */
  sql: Database;
  nats: Nats;
  /** Returns the pushes of one kind to a user. */
  received: Pushes['of'];
  /** Publishes the deletion of a user; the same event id repeats it. */
  deleteUser(userId: UserId, eventId?: string): Promise<void>;
  stop(): Promise<void>;
}

async function openHarness(): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const servers = await testServers(['nats']);
  const database = await testDatabase('social');
  const config = loadConfig(socialConfig, serviceEnv('social', servers, database));
  const addresses = [
    addressOf(await startSocialService(config, context)),
    addressOf(await startSocialService(config, context)),
  ] as const;
  const connect = (address: string, caller: Caller): Social =>
    connectAs(caller, SocialServiceDefinition, address, lifecycle);
  const nats = await openTestNats(servers, lifecycle);
  const { of: received } = await collectPushes(nats);
  await ensureStream(nats, 'identity');
  const replicas: [Social, Social] = [connect(addresses[0], 'gateway'), connect(addresses[1], 'gateway')];
  return {
    ...{ replicas, social: replicas[0], nats, received },
    as: (caller) => connect(addresses[0], caller),
    sql: openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, context),
    deleteUser: async (userId, id = `identity:${randomUUID()}`) => {
      const body = { $case: 'userDeleted', value: { userId } } as const;
      const bytes = Event.encode(Event.fromPartial({ id, body })).finish();
      await nats.js.publish(`${nats.namespace}identity.user_deleted`, bytes);
    },
    stop: async () => {
      await lifecycle.stop();
      await database.drop();
      await servers.stopAll();
    },
  };
}

/** Returns a harness that exists during the tests of one file. */
export function testHarness(): Harness {
  const harness = {} as Harness;
  beforeAll(async () => void Object.assign(harness, await openHarness()));
  afterAll(() => harness.stop());
  return harness;
}

export const newUserId = (): UserId => toUserId(randomUUID());
export const newUsers = (count: number): UserId[] => Array.from({ length: count }, newUserId);

/** Returns the request of a command between two users. */
export const to = (userId: UserId, otherId: UserId) => ({ userId, otherId });

/** Returns the request of a page of friends. */
export const page = (userId: UserId, more: Partial<Omit<ListFriendsRequest, 'userId'>> = {}) => ({
  ...{ userId, limit: 0, cursor: '', among: [], unread: false, withoutTotal: false, ...more },
});

export const chatOf = (senderId: UserId, targetId: UserId, text: string, key = '') => ({
  ...{ senderId, targetId, text, key },
});

/** Makes two users friends. */
export async function befriend(social: Social, [ann, bob]: readonly [UserId, UserId]): Promise<void> {
  await social.requestFriend(to(ann, bob));
  await social.requestFriend(to(bob, ann));
}

/** Returns `ok` or the error code of each call. */
export const outcomesOf = async (works: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works)).map((one) =>
    one.status === 'fulfilled' ? 'ok' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );
