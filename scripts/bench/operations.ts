import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toUserId } from '@fifteen/domain';
import { Push } from '@fifteen/proto/events';
import { MatchmakingServiceDefinition, SearchStatus } from '@fifteen/proto/matchmaking';
import {
  connectRpc,
  createPusher,
  openNats,
  pushSubject,
  serveRpc,
  startConsumer,
  startOutboxPublisher,
  tokenHash,
  writeOutbox,
  type Database,
  type Lifecycle,
  type Log,
  type Nats,
} from '@fifteen/runtime';
import { migrate } from '@fifteen/runtime/migrate';

/** Performs an operation once; resolves when its effect has happened. */
export type Operation = () => Promise<unknown>;

interface Context {
  readonly log: Log;
  readonly lifecycle: Lifecycle;
}

const TOKEN = 'the-bench-plays-the-gateway';

/** Creates the tables of the operations. `dir` gets the migration. */
export async function createTables(url: string, dir: string): Promise<void> {
  mkdirSync(join(dir, 'migrations'), { recursive: true });
  const table = 'CREATE TABLE part (id uuid PRIMARY KEY, n int NOT NULL DEFAULT 0);';
  writeFileSync(join(dir, 'migrations/0001_part.sql'), `-- Up Migration\n${table}`);
  await migrate({ url, dir });
}

/** A call between two services, without anything behind it. */
export async function openCall(context: Context): Promise<Operation> {
  const port = await serveRpc(
    {
      name: 'matchmaking',
      service: MatchmakingServiceDefinition,
      methods: {
        join: { callers: ['gateway'], handle: async () => ({ status: SearchStatus.WAITING }) },
        leave: { callers: ['gateway'], handle: async () => ({ matched: false }) },
        keepAlive: {
          callers: ['gateway'],
          handle: async () => ({ absentUserIds: [], offeredUserIds: [], searches: [] }),
        },
      },
      config: { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` },
    },
    context,
  );
  const address = `ipv4:127.0.0.1:${port}`;
  const target = { name: 'matchmaking', service: MatchmakingServiceDefinition, address, token: TOKEN };
  const { calls } = connectRpc(target, context);
  return () => calls.leave({ userId: toUserId('ann') });
}

/** A statement that reads a row by its key. */
export async function openStatement(db: Database): Promise<Operation> {
  const id = randomUUID();
  await db.query('INSERT INTO part (id) VALUES ($1)', [id]);
  return () => db.query('SELECT n FROM part WHERE id = $1', [id]);
}

/** A transaction of one statement, which inserts a row. */
export const openTransaction =
  (db: Database): Operation =>
  () =>
    db.tx((sql) => sql.query('INSERT INTO part (id) VALUES ($1)', [randomUUID()]));

/** A transaction with a row and an event, and the event's way to a consumer, which changes the row in its own. */
export function openEvent(db: Database, nats: Nats, context: Context): Operation {
  const waiting = new Map<string, () => void>();
  const outbox = startOutboxPublisher({ owner: 'bench', db, nats }, context);
  startConsumer(
    {
      owner: 'bench',
      name: 'counter',
      handlers: {
        userChanged: async (_context, sql, { userId }) => {
          await sql.query('UPDATE part SET n = n + 1 WHERE id = $1', [userId]);
          waiting.get(userId)?.();
        },
      },
    },
    { ...context, db, nats },
  );
  return async () => {
    const userId = toUserId(randomUUID());
    const applied = new Promise<void>((resolve) => waiting.set(userId, resolve));
    await db.tx(async (sql) => {
      await sql.query('INSERT INTO part (id) VALUES ($1)', [userId]);
      const body = { $case: 'userChanged', value: { userId } } as const;
      await writeOutbox(sql, [{ name: 'changed', aggregateId: userId, body }]);
    });
    outbox.wake();
    await applied;
    waiting.delete(userId);
  };
}

/** A push from a service to the gateway of a user. */
export async function openPush(url: string, nats: Nats, context: Context): Promise<Operation> {
  const gateway = await openNats({ service: 'gateway', url, namespace: '' }, context);
  const userId = toUserId('ann');
  const waiting: (() => void)[] = [];
  gateway.connection.subscribe(pushSubject(nats, 'user', userId), {
    callback: (_error, message) => {
      Push.decode(message.data);
      waiting.shift()?.();
    },
  });
  await gateway.connection.flush();
  const pusher = createPusher(nats);
  return () =>
    new Promise<void>((resolve) => {
      waiting.push(resolve);
      pusher.toUser(userId, { $case: 'searchEnded', value: { bet: 0, code: 'TIMEOUT' } });
    });
}
