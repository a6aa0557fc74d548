import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GameId, toGameId, type UserId } from '@fifteen/domain';
import { EconomyServiceDefinition, type Stake, type StakeState } from '@fifteen/proto/economy';
import { GameServiceDefinition, GameState } from '@fifteen/proto/game';
import {
  AppError,
  Lifecycle,
  openDatabase,
  serveRpc,
  type Calls,
  type Database,
  type Method,
  type Log,
} from '@fifteen/runtime';
import {
  serviceWithMethod,
  testDatabase,
  testServers,
  withRetries,
  withRetriesOfEach,
} from '@fifteen/testkit';
import { addressOf, connectAs, log, serverConfig, serviceEnv, testWallets } from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { expect } from 'vitest';
import { economyConfig } from '../src/config.ts';
import { transactWithin } from '../src/db/ledger.ts';
import { expireGuestCommand } from '../src/db/wallets.ts';
import { startEconomyService } from '../src/service.ts';

/** Replicas of the service on one database and broker. */
export interface Harness {
  /** Environment of one replica. */
  env: Record<string, string>;
  /** Ports of the replicas. */
  ports: readonly number[];
  /** The database with the service's rights, and with its owner's. */
  sql: Database;
  owner: Database;
  /** Returns a client with another service's token, which calls the replicas in turn. */
  as(caller: Caller): Calls<EconomyServiceDefinition>;
  /** Creates a user with so many coins: 1000, or more by a top-up. */
  newUser(coins?: number): Promise<UserId>;
  /** Runs the command of the event `identity.user_deleted`. */
  expireGuest(userId: UserId): Promise<unknown>;
  balancesOf(...userIds: UserId[]): Promise<number[]>;
  /** Returns the lines of the audit that are not zero. */
  violations(): Promise<Record<string, number>>;
  /** Starts one more replica, whose alarms are added to the array. Returns its port. */
  startReplica(alarms?: unknown[]): Promise<number>;
  nats: Awaited<ReturnType<typeof testServers<'nats'>>>;
  stop(): Promise<void>;
}

/** Starts replicas on a database of their own; `games` are the games that the game service knows. */
export async function openHarness({
  replicas = 2,
  games = new Map<string, Partial<GameState>>(),
} = {}): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const database = await testDatabase('economy');
  const nats = await testServers(['nats']);
  const env = {
    ...serviceEnv('economy', nats, database),
    POSTGRES_POOL: '8',
    GAME_ADDR: addressOf({ port: await serveGames(games, lifecycle) }),
  };
  const config = economyConfig.parse(env);
  const running: Lifecycle[] = [];
  const startReplica = async (alarms: unknown[] = []): Promise<number> => {
    const own = new Lifecycle(log);
    running.push(own);
    return (await startEconomyService(config, { log: alarmLog(alarms), lifecycle: own })).port;
  };
  const ports = await Promise.all(Array.from({ length: replicas }, () => startReplica()));
  const address = addressOf(...ports.map((port) => ({ port })));
  const { newUser, coinsOf } = testWallets(address, lifecycle);
  const sql = openDatabase({ service: 'test', url: database.url, pool: 2 }, { log, lifecycle });
  const owner = openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle });
  const clients = new Map<Caller, Calls<EconomyServiceDefinition>>();
  const as = (caller: Caller): Calls<EconomyServiceDefinition> => {
    const client =
      clients.get(caller) ??
      withRetriesOfEach(connectAs(caller, EconomyServiceDefinition, address, lifecycle));
    clients.set(caller, client);
    return client;
  };
  return {
    ...{ env, ports, sql, owner, as, newUser, nats, startReplica },
    expireGuest: (userId) => {
      const silent = {
        outbox: { wake: () => undefined },
        push: { toUser: () => undefined, toRoom: () => undefined },
      };
      return withRetries(() => sql.tx((tx) => transactWithin(silent, tx, expireGuestCommand(userId))));
    },
    balancesOf: coinsOf,
    violations: () => readViolations(sql),
    stop: async () => {
      await Promise.all(running.map((replica) => replica.stop()));
      await lifecycle.stop();
      await nats.stopAll();
      await database.drop();
    },
  };
}

/** Returns the lines of the audit that are not zero. */
export async function readViolations(sql: Pick<Database, 'query'>): Promise<Record<string, number>> {
  const { rows } = await sql.query<{ invariant: string; violations: number }>('SELECT * FROM audit');
  expect(rows).toHaveLength(14);
  return Object.fromEntries(rows.flatMap((row) => (row.violations ? [[row.invariant, row.violations]] : [])));
}

/**
 * Returns how often a deadlock aborted a transaction of this database. Postgres may count those of a connection as late
 * as when it ends, so this ends all others of the same role first.
 */
export async function countDeadlocks(sql: Pick<Database, 'query'>): Promise<number> {
  await sql.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`,
  );
  const { rows } = await sql.query<{ deadlocks: number }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0]!.deadlocks;
}

/** Returns a log that keeps the fields of alarms only. */
export const alarmLog = (alarms: unknown[]): Log =>
  Object.create(log, {
    error: { value: (fields: { alarm?: true }) => fields.alarm && alarms.push(fields) },
  }) as Log;

/** Waits while a UTC day, or the time before the nightly audit, ends within a minute: tests count what is of one day. */
export async function avoidEndOfDay(): Promise<void> {
  const now = new Date();
  const isLate = now.getUTCMinutes() === 59 && [23, 2].includes(now.getUTCHours());
  if (isLate) await sleep((61 - now.getUTCSeconds()) * 1_000);
}

/** Serves a game service that knows these games. Returns its port. */
function serveGames(games: Map<string, Partial<GameState>>, lifecycle: Lifecycle): Promise<number> {
  const getGame: Method<typeof GameServiceDefinition, 'getGame', unknown>['handle'] = async (
    _context,
    { gameId },
  ) => {
    const game = games.get(gameId);
    if (!game) throw new AppError('GAME_NOT_FOUND');
    return { game: GameState.fromPartial(game) };
  };
  return serveRpc(
    {
      name: 'game',
      service: serviceWithMethod(GameServiceDefinition, 'getGame'),
      methods: { getGame: { callers: ['economy'], handle: getGame } },
      config: serverConfig,
    },
    { log, lifecycle },
  );
}

export const newGame = (): GameId => toGameId(randomUUID());

/** Returns the expected response of a stake's RPC. */
export const stake = (gameId: GameId, state: StakeState, more: Partial<Stake> = {}): Stake => ({
  gameId,
  state,
  winnerId: '',
  shortUserIds: [],
  ...more,
});
