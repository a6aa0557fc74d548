import type { GameId, UserId } from '@fifteen/domain';
import { startEconomyService } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { startGameService } from '@fifteen/game';
import { gameConfig } from '@fifteen/game/config';
import { startIdentityService } from '@fifteen/identity';
import { identityConfig } from '@fifteen/identity/config';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { Push } from '@fifteen/proto/events';
import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import {
  connectRpc,
  createLog,
  Lifecycle,
  openDatabase,
  openNats,
  tokenHash,
  type Calls,
  type Database,
  type PushBody,
} from '@fifteen/runtime';
import { testDatabase, testServers, type TestDatabase, withLongTimeout } from '@fifteen/testkit';
import { afterAll, beforeAll, expect } from 'vitest';
import { leaderboardConfig } from '../src/config.ts';
import { startLeaderboardService } from '../src/service.ts';
import { writeGame, writeAccount, type FinishedGameRow } from './fixtures.ts';

const CALLERS = ['gateway', 'identity', 'economy', 'game', 'room', 'leaderboard', 'admin'];
export const log = createLog('test', 'silent');
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');
/** An address at which nothing listens. */
export const NOWHERE = 'ipv4:127.0.0.1:9';

/** Limits of statements and locks, in milliseconds, that a stall of the machine does not exceed. */
const LONG_LIMITS = '?statement_timeout=60000&lock_timeout=60000&query_timeout=60000';

type Leaderboard = Calls<typeof LeaderboardServiceDefinition>;

/** A replica of the leaderboard service. */
interface Replica {
  address: string;
  gateway: Leaderboard;
  admin: Leaderboard;
  stop(): Promise<void>;
}

/** Two replicas of the leaderboard beside a real ledger, game service, identity, and broker. */
export interface Harness {
  /** Environment of the admin tool. */
  adminEnv: Record<string, string>;
  /** The first replica, with the gateway's token. */
  leaderboard: Leaderboard;
  admin: Leaderboard;
  replicas: Replica[];
  economy: Calls<typeof EconomyServiceDefinition>;
  /** The ledger, with the leaderboard's token. */
  economyAsLeaderboard: Calls<typeof EconomyServiceDefinition>;
  /** The databases, with their owners' rights. */
  sql: Database;
  games: Database;
  identity: Database;
  servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
  pushes: { to: string; body: PushBody }[];
  /** Returns new registered users with wallets. */
  newUsers(n: number): Promise<UserId[]>;
  /** Opens the wallet of a user, as identity does. */
  openWallet(userId: UserId): Promise<unknown>;
  /** Writes a finished game into the game service's database. Returns its id. */
  finishGame(game: FinishedGameRow): Promise<GameId>;
  /** Waits until every published event is applied. */
  waitForEvents(): Promise<void>;
  startReplica(env?: Record<string, string>, database?: TestDatabase): Promise<Replica>;
  /** Replays the events of a service. Returns their number. */
  replay(service: 'identity' | 'game'): Promise<number>;
  /** Returns all tables that follow from events. */
  readTables(): Promise<Record<string, unknown>>;
  /** Restarts the replicas on a new, empty database. */
  resetDatabase(env?: Record<string, string>): Promise<void>;
}

type StoppableHarness = Harness & { stop(): Promise<void> };

/** Settings of tests: weeks are closed by RPC only, and may be closed right after their end. */
const TEST_ENV = {
  CLOSE_INTERVAL_SECONDS: '3600',
  COMPARE_SECONDS: '3600',
  CLOSE_AFTER_SECONDS: '0.001',
  REWARD_OPPONENTS_IN_SMALL_WEEK: '1',
};

async function openHarness(harness: StoppableHarness, env: Record<string, string>): Promise<void> {
  const lifecycle = new Lifecycle(log);
  const context = { log, lifecycle };
  const servers = await testServers(['nats'], { own: true });
  const databases = {
    leaderboard: await testDatabase('leaderboard'),
    economy: await testDatabase('economy'),
    game: await testDatabase('game'),
    identity: await testDatabase('identity'),
  };
  const common = {
    ...{ LOG_LEVEL: 'silent', GRPC_HOST: '127.0.0.1', GRPC_PORT: '0', RPC_CALLERS: callers },
    ...{ NAMESPACE: servers.namespace, NATS_URL: servers.nats.url },
  };
  const envOf = (name: keyof typeof databases) => ({
    ...common,
    POSTGRES_URL: databases[name].url + LONG_LIMITS,
    RPC_TOKEN: tokenOf(name),
  });
  const addressOf = ({ port }: { port: number }): string => `ipv4:127.0.0.1:${port}`;
  const economy = addressOf(
    await startEconomyService(economyConfig.parse({ ...envOf('economy'), GAME_ADDR: NOWHERE }), context),
  );
  const game = addressOf(
    await startGameService(gameConfig.parse({ ...envOf('game'), ECONOMY_ADDR: economy }), context),
  );
  const identity = addressOf(
    await startIdentityService(
      identityConfig.parse({
        ...envOf('identity'),
        ...{ ECONOMY_ADDR: economy, SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://fifteen.test' },
        ...{ MAIL_FROM: 'no-reply@fifteen.test', CODE_KEY: 'a key of more than thirty-two characters' },
      }),
      context,
    ),
  );
  const connect = <S extends Parameters<typeof connectRpc>[0]['service']>(
    ...[service, address, caller, life = lifecycle]: [S, string, string, Lifecycle?]
  ): Calls<S> => {
    const { calls } = connectRpc(
      { name: 'test', service, address, token: tokenOf(caller) },
      { lifecycle: life },
    );
    return withLongTimeout(calls) as Calls<S>;
  };
  const startReplica: Harness['startReplica'] = async (extra = {}, database = databases.leaderboard) => {
    const own = new Lifecycle(log);
    const config = leaderboardConfig.parse({
      ...envOf('leaderboard'),
      POSTGRES_URL: database.url + LONG_LIMITS,
      ...{ ECONOMY_ADDR: economy, GAME_ADDR: game, IDENTITY_ADDR: identity },
      ...TEST_ENV,
      ...env,
      ...extra,
    });
    const address = addressOf(await startLeaderboardService(config, { log, lifecycle: own }));
    return {
      address,
      gateway: connect(LeaderboardServiceDefinition, address, 'gateway', own),
      admin: connect(LeaderboardServiceDefinition, address, 'admin', own),
      stop: () => own.stop(),
    };
  };
  const outboxes = {
    identity: connect(OutboxServiceDefinition, identity, 'admin'),
    game: connect(OutboxServiceDefinition, game, 'admin'),
  };
  const [signup, economyClient] = [
    connect(EconomyServiceDefinition, economy, 'identity'),
    connect(EconomyServiceDefinition, economy, 'admin'),
  ];
  const open = (database: TestDatabase): Database =>
    openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, context);
  const pushes: Harness['pushes'] = [];
  const nats = await openNats(
    { service: 'test', url: common.NATS_URL, namespace: common.NAMESPACE },
    context,
  );
  const prefix = `${nats.namespace}push.`;
  nats.connection.subscribe(`${prefix}>`, {
    callback: (_, { subject, data }) => {
      const { body } = Push.decode(data);
      if (body) pushes.push({ to: subject.slice(prefix.length), body });
    },
  });
  await nats.connection.flush();

  const replicas = [await startReplica(), await startReplica()];
  const spare: TestDatabase[] = [];
  Object.assign(harness, {
    ...{ replicas, economy: economyClient, servers, pushes, startReplica },
    economyAsLeaderboard: connect(EconomyServiceDefinition, economy, 'leaderboard'),
    adminEnv: {
      ...{ RPC_TOKEN: tokenOf('admin'), ECONOMY_ADDR: economy, IDENTITY_ADDR: identity, GAME_ADDR: game },
      LEADERBOARD_ADDR: replicas[0]!.address,
    },
    leaderboard: replicas[0]!.gateway,
    admin: replicas[0]!.admin,
    sql: open(databases.leaderboard),
    games: open(databases.game),
    identity: open(databases.identity),
    openWallet: (userId) => signup.openWallet({ userId }),
    newUsers: async (n) => {
      const ids = await Promise.all(Array.from({ length: n }, () => writeAccount(harness.identity)));
      await Promise.all(ids.map((userId) => signup.openWallet({ userId })));
      return ids;
    },
    finishGame: (game) => writeGame(harness.games, game),
    waitForEvents: () => waitForEvents(harness),
    replay: async (service) => {
      for (let after = 0, all = 0; ;) {
        const { events, last } = await outboxes[service].replay({ after });
        if (events === 0) return all;
        all += events;
        after = last;
      }
    },
    readTables: () => readTables(harness.sql),
    resetDatabase: async (extra) => {
      await Promise.all(harness.replicas.map((replica) => replica.stop()));
      const empty = await testDatabase('leaderboard');
      spare.push(empty);
      harness.sql = open(empty);
      harness.replicas = [await startReplica(extra, empty), await startReplica(extra, empty)];
      harness.leaderboard = harness.replicas[0]!.gateway;
      harness.admin = harness.replicas[0]!.admin;
    },
    stop: async () => {
      await Promise.all(harness.replicas.map((replica) => replica.stop()));
      await lifecycle.stop();
      await Promise.all([...spare, ...Object.values(databases)].map((database) => database.drop()));
      await servers.stopAll();
    },
  } satisfies StoppableHarness);
}

/** Returns a harness that exists during the tests of one file. */
export function testHarness(env: Record<string, string> = {}): Harness {
  const harness = {} as StoppableHarness;
  beforeAll(() => openHarness(harness, env));
  afterAll(() => harness.stop());
  return harness;
}

const number = async (sql: Database, text: string): Promise<number> =>
  (await sql.query<{ n: number }>(`SELECT count(*) AS n FROM ${text}`)).rows[0]!.n;

/** Waits until the inbox holds each event of the outboxes. Requires that the broker lost none. */
async function waitForEvents({ sql, games, identity }: Harness): Promise<void> {
  const published = async (from: Database): Promise<number> => number(from, `outbox`);
  await expect
    .poll(() => number(sql, 'inbox'), { timeout: 60_000 })
    .toBe((await published(games)) + (await published(identity)));
}

async function readTables(sql: Database): Promise<Record<string, unknown>> {
  const queries = {
    record: '* FROM player_stats ORDER BY user_id',
    achievement: '* FROM achievement ORDER BY user_id, type',
    levels: 'user_id, level, reached_at FROM level_up ORDER BY user_id, level',
    played: '* FROM player_game ORDER BY user_id, game_id',
    weekly: '* FROM weekly_score ORDER BY year, week, user_id',
    result:
      'year, week, rank, user_id, wins, games, coins, reward, rejection FROM weekly_result ORDER BY year, week, rank',
  };
  const rows: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(queries)) rows[name] = (await sql.query(`SELECT ${text}`)).rows;
  return rows;
}
