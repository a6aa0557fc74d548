import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EconomyService, type Stake, type StakeState } from '@fifteen/proto/economy';
import { GameService, GameState } from '@fifteen/proto/game';
import {
  AppError,
  connectRpc,
  createLog,
  isAppError,
  Lifecycle,
  openDatabase,
  serveRpc,
  tokenHash,
  type Calls,
  type Database,
  type Method,
  type Log,
} from '@fifteen/runtime';
import { testDatabase, testServers } from '@fifteen/testkit';
import { expect } from 'vitest';
import { economyConfig } from '../src/config.ts';
import { startEconomy } from '../src/service.ts';

const CALLERS = [
  'gateway',
  'identity',
  'economy',
  'game',
  'room',
  'matchmaking',
  'leaderboard',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];

/** The secret of a caller. */
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');

export const log = createLog('test', 'silent');

export interface Bank {
  /** The environment that one replica is started with. */
  env: Record<string, string>;
  /** Where its replicas listen. */
  ports: readonly number[];
  /** What the service's role, and the database's owner, can do with SQL. */
  sql: Database;
  owner: Database;
  /** The service as a neighbour calls it: over all replicas, in turn. */
  as(caller: Caller): Calls<EconomyService>;
  /** A new user with so many coins: 1000, or more by a top-up. */
  user(coins?: number): Promise<string>;
  coins(...userIds: string[]): Promise<number[]>;
  /** The lines of the audit that are not zero. */
  faults(): Promise<Record<string, number>>;
  /** Starts one more replica, which logs its alarms here. */
  startReplica(alarms?: unknown[]): Promise<number>;
  nats: Awaited<ReturnType<typeof testServers<'nats'>>>;
  stop(): Promise<void>;
}

/** A whole economy on a database of its own, with as many replicas; `games` is what the game service knows. */
export async function openBank({
  replicas = 2,
  games = new Map<string, Partial<GameState>>(),
} = {}): Promise<Bank> {
  const lifecycle = new Lifecycle(log);
  const database = await testDatabase('economy');
  const nats = await testServers(['nats']);
  const gamePort = await serveGames(games, lifecycle);
  const env = {
    LOG_LEVEL: 'silent',
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: '0',
    RPC_TOKEN: tokenOf('economy'),
    RPC_CALLERS: callers,
    NAMESPACE: nats.namespace,
    POSTGRES_URL: database.url,
    POSTGRES_POOL: '8',
    NATS_URL: nats.nats.url,
    GAME_ADDR: `ipv4:127.0.0.1:${gamePort}`,
  };
  const config = economyConfig.parse(env);
  const running: Lifecycle[] = [];
  const startReplica = async (heard: unknown[] = []): Promise<number> => {
    const own = new Lifecycle(log);
    running.push(own);
    return (await startEconomy(config, { log: alarmed(heard), lifecycle: own })).port;
  };
  const ports = await Promise.all(Array.from({ length: replicas }, () => startReplica()));
  const address = `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`;
  const sql = openDatabase({ service: 'test', url: database.url, pool: 2 }, { log, lifecycle });
  const owner = openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle });
  const clients = new Map<Caller, Calls<EconomyService>>();
  const as = (caller: Caller): Calls<EconomyService> => {
    const known = clients.get(caller) ?? patient(connect(address, caller, lifecycle));
    clients.set(caller, known);
    return known;
  };
  return {
    ...{ env, ports, sql, owner, as, nats, startReplica },
    user: async (coins = 1000) => {
      const userId = randomUUID();
      await as('identity').signup({ userId });
      if (coins > 1000)
        await as('admin').topUp({ userId, amount: coins - 1000, reference: `start:${userId}` });
      return userId;
    },
    coins: async (...userIds) => {
      const { balances } = await as('gateway').getBalances({ userIds });
      return balances.map((balance) => balance.coins);
    },
    faults: () => faultsIn(sql),
    stop: async () => {
      await Promise.all(running.map((replica) => replica.stop()));
      await lifecycle.stop();
      await nats.stopAll();
      await database.drop();
    },
  };
}

/** The lines of the audit that are not zero. */
export async function faultsIn(sql: Pick<Database, 'query'>): Promise<Record<string, number>> {
  const { rows } = await sql.query<{ invariant: string; violations: number }>('SELECT * FROM audit');
  expect(rows).toHaveLength(14);
  return Object.fromEntries(rows.flatMap((row) => (row.violations ? [[row.invariant, row.violations]] : [])));
}

/** A log of which only the alarms are kept. */
export const alarmed = (alarms: unknown[]): Log =>
  Object.create(log, {
    error: { value: (fields: { alarm?: true }) => fields.alarm && alarms.push(fields) },
  }) as Log;

/** The economy at an address, as a neighbour calls it. */
export const connect = (address: string, caller: Caller, lifecycle: Lifecycle): Calls<EconomyService> =>
  connectRpc({ name: 'economy', service: EconomyService, address, token: tokenOf(caller) }, { lifecycle })
    .calls;

/**
 * The same calls by somebody who has time and, as every caller of the ledger, asks again when it had none: machines that
 * run tests do other things too.
 */
function patient(calls: Calls<EconomyService>): Calls<EconomyService> {
  const patience = 25_000;
  const asked =
    (call: (request: never, options: { limitMs: number }) => Promise<unknown>) => async (request: never) => {
      const until = Date.now() + patience;
      for (;;) {
        try {
          return await call(request, { limitMs: patience });
        } catch (error) {
          if (!isAppError(error, 'SERVICE_UNAVAILABLE') || Date.now() > until) throw error;
          await sleep(50);
        }
      }
    };
  const entries = Object.entries(calls).map(([name, call]) => [name, asked(call)]);
  return Object.fromEntries(entries) as Calls<EconomyService>;
}

/** A game service that knows these games, and answers nothing but what they are. */
function serveGames(games: Map<string, Partial<GameState>>, lifecycle: Lifecycle): Promise<number> {
  const get: Method<typeof GameService, 'getGame', unknown>['handle'] = async (_context, { gameId }) => {
    const game = games.get(gameId);
    if (!game) throw new AppError('NOT_FOUND', 'Game not found');
    return GameState.fromPartial(game);
  };
  return serveRpc(
    {
      name: 'game',
      service: { get: GameService.getGame },
      methods: { get: { callers: ['economy'], handle: get } },
      config: { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: callers },
    },
    { log, lifecycle },
  );
}

export const newGame = (): string => randomUUID();

/** The answers of Hold, Void and Finish, as they are expected. */
export const stake = (gameId: string, state: StakeState, more: Partial<Stake> = {}): Stake => ({
  gameId,
  state,
  winnerId: '',
  shortUserIds: [],
  ...more,
});

/** What a refusal looks like, for `toMatchObject`. */
export const refusal = (code: string): { code: string } => ({ code });
