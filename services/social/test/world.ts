import { randomUUID } from 'node:crypto';
import { Event, Push } from '@fifteen/proto/events';
import { SocialService } from '@fifteen/proto/social';
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
import { testDatabase, testServers } from '@fifteen/testkit';
import { afterAll, beforeAll } from 'vitest';
import { socialConfig } from '../src/config.ts';
import { startSocial } from '../src/service.ts';

const CALLERS = ['gateway', 'matchmaking', 'economy', 'admin'];

export const log = createLog('test', 'silent');
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');

export type Social = Calls<typeof SocialService>;

interface Heard {
  userId: string;
  body: PushBody;
}

/** Two replicas of the service on one database and broker. */
export interface World {
  /** As the gateway sees them. */
  replicas: [Social, Social];
  social: Social;
  /** A replica as another service sees it. */
  as(caller: string): Social;
  /** The database, as its owner. */
  sql: Database;
  nats: Nats;
  pushes: Heard[];
  /** What was pushed to a user, of one kind. */
  heard<K extends PushBody['$case']>(userId: string, kind: K): Extract<PushBody, { $case: K }>['value'][];
  /** Identity says that an account has ended; under the same id it says so again. */
  ends(userId: string, eventId?: string): Promise<void>;
  stop(): Promise<void>;
}

/** A busy machine may need longer than a caller usually waits; what is tested is not how long. */
export function patient<C extends object>(calls: C): C {
  const slow = Object.entries(calls).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (request: unknown) => call(request, { limitMs: 20_000 }),
  ]);
  return Object.fromEntries(slow) as C;
}

async function openWorld(): Promise<World> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const servers = await testServers(['nats']);
  const database = await testDatabase('social');
  const env = {
    ...{ NATS_URL: servers.nats.url, NAMESPACE: servers.namespace, LOG_LEVEL: 'silent' },
    ...{ GRPC_HOST: '127.0.0.1', GRPC_PORT: '0', RPC_CALLERS: callers },
    ...{ POSTGRES_URL: database.url, RPC_TOKEN: tokenOf('social') },
  };
  const ports = [
    (await startSocial(loadConfig(socialConfig, env), context)).port,
    (await startSocial(loadConfig(socialConfig, env), context)).port,
  ] as const;
  const connect = (port: number, caller: string): Social => {
    const options = { name: 'social', service: SocialService, token: tokenOf(caller) };
    return patient(connectRpc({ ...options, address: `ipv4:127.0.0.1:${port}` }, { lifecycle }).calls);
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
    heard: (userId, kind) =>
      pushes.flatMap(({ userId: to, body }) =>
        to === userId && body.$case === kind ? [body.value as never] : [],
      ),
    ends: async (userId, id = `identity:${randomUUID()}`) => {
      const body = { $case: 'userDeleted', value: { userId, guest: true } } as const;
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

/** A world for the tests of one file: it is there when they begin, and gone after them. */
export function ourWorld(): World {
  const world = {} as World;
  beforeAll(async () => void Object.assign(world, await openWorld()));
  afterAll(() => world.stop());
  return world;
}

async function listen(nats: Nats): Promise<Heard[]> {
  const pushes: Heard[] = [];
  const prefix = `${nats.namespace}push.user.`;
  nats.connection.subscribe(`${prefix}>`, {
    callback: (_, { subject, data }) => {
      const { body } = Push.decode(data);
      if (body) pushes.push({ userId: subject.slice(prefix.length), body });
    },
  });
  await nats.connection.flush();
  return pushes;
}

export const somebody = (): string => randomUUID();
export const people = (count: number): string[] => Array.from({ length: count }, somebody);

/** What one user does to another. */
export const to = (userId: string, otherId: string) => ({ userId, otherId });

/** A page of somebody's friends, all of them when there are no more than 200. */
export const page = (
  userId: string,
  more: { limit?: number; cursor?: string; among?: string[]; unread?: boolean } = {},
) => ({
  ...{ userId, limit: 0, cursor: '', among: [], unread: false, ...more },
});

export const writing = (senderId: string, targetId: string, text: string, key = '') => ({
  ...{ senderId, targetId, text, key },
});

/** Makes two people friends. */
export async function befriend(social: Social, [ann, bob]: readonly [string, string]): Promise<void> {
  await social.requestFriend(to(ann, bob));
  await social.requestFriend(to(bob, ann));
}

/** `ok`, or the code of the refusal. */
export const outcomes = async (works: Promise<unknown>[]): Promise<string[]> =>
  (await Promise.allSettled(works)).map((one) =>
    one.status === 'fulfilled' ? 'ok' : ((one.reason as { code?: string }).code ?? String(one.reason)),
  );
