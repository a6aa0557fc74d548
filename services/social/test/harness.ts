import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { Event, Push } from '@fifteen/proto/events';
import { SocialServiceDefinition } from '@fifteen/proto/social';
import {
  connectRpc,
  createLog,
  ensureStream,
  Lifecycle,
  loadConfig,
  openDatabase,
  openNats,
  tokenHash,
  type Calls,
  type Database,
  type Nats,
  type PushBody,
} from '@fifteen/runtime';
import { testDatabase, testServers, withLongTimeout } from '@fifteen/testkit';
import { afterAll, beforeAll } from 'vitest';
import { socialConfig } from '../src/config.ts';
import { startSocialService } from '../src/service.ts';

const CALLERS = ['gateway', 'matchmaking', 'economy', 'admin'];

export const log = createLog('test', 'silent');
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');

/** Limits of statements and locks, in milliseconds, that a stall of the machine does not exceed. */
const LONG_LIMITS = '?statement_timeout=60000&lock_timeout=60000&query_timeout=60000';

export type Social = Calls<typeof SocialServiceDefinition>;

interface Received {
  userId: UserId;
  body: PushBody;
}

/** Two replicas of the service on one database and broker. */
export interface Harness {
  /** Clients of both replicas with the gateway's token. */
  replicas: [Social, Social];
  social: Social;
  /** Returns a client with another service's token. */
  as(caller: string): Social;
  /** The database with its owner's rights. */
  sql: Database;
  nats: Nats;
  pushes: Received[];
  /** Returns the notifications of one kind that a user received. */
  received<K extends PushBody['$case']>(userId: UserId, kind: K): Extract<PushBody, { $case: K }>['value'][];
  /** Publishes the deletion of a user; the same event id repeats it. */
  deleteUser(userId: UserId, eventId?: string): Promise<void>;
  stop(): Promise<void>;
}

async function openHarness(): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const servers = await testServers(['nats']);
  const database = await testDatabase('social');
  const env = {
    ...{ NATS_URL: servers.nats.url, NAMESPACE: servers.namespace, LOG_LEVEL: 'silent' },
    ...{ GRPC_HOST: '127.0.0.1', GRPC_PORT: '0', RPC_CALLERS: callers },
    ...{ POSTGRES_URL: database.url + LONG_LIMITS, RPC_TOKEN: tokenOf('social') },
  };
  const ports = [
    (await startSocialService(loadConfig(socialConfig, env), context)).port,
    (await startSocialService(loadConfig(socialConfig, env), context)).port,
  ] as const;
  const connect = (port: number, caller: string): Social => {
    const options = { name: 'social', service: SocialServiceDefinition, token: tokenOf(caller) };
    return withLongTimeout(
      connectRpc({ ...options, address: `ipv4:127.0.0.1:${port}` }, { lifecycle }).calls,
    );
  };
  const nats = await openNats(
    { service: 'test', url: servers.nats.url, namespace: servers.namespace },
    context,
  );
  const pushes = await listen(nats);
  await ensureStream(nats, 'identity');
  const replicas: [Social, Social] = [connect(ports[0], 'gateway'), connect(ports[1], 'gateway')];
  return {
    ...{ replicas, social: replicas[0], nats, pushes },
    as: (caller) => connect(ports[0], caller),
    sql: openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, context),
    received: (userId, kind) =>
      pushes.flatMap(({ userId: to, body }) =>
        to === userId && body.$case === kind ? [body.value as never] : [],
      ),
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

async function listen(nats: Nats): Promise<Received[]> {
  const pushes: Received[] = [];
  const prefix = `${nats.namespace}push.user.`;
  nats.connection.subscribe(`${prefix}>`, {
    callback: (_, { subject, data }) => {
      const { body } = Push.decode(data);
      if (body) pushes.push({ userId: toUserId(subject.slice(prefix.length)), body });
    },
  });
  await nats.connection.flush();
  return pushes;
}

export const newUserId = (): UserId => toUserId(randomUUID());
export const newUsers = (count: number): UserId[] => Array.from({ length: count }, newUserId);

/** Returns the request of a command between two users. */
export const to = (userId: UserId, otherId: UserId) => ({ userId, otherId });

/** Returns the request of a page of friends. */
export const page = (
  userId: UserId,
  more: { limit?: number; cursor?: string; among?: UserId[]; unread?: boolean } = {},
) => ({
  ...{ userId, limit: 0, cursor: '', among: [], unread: false, ...more },
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
