import type { GameId, UserId } from '@fifteen/domain';
import { startEconomyService } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { startGameService } from '@fifteen/game';
import { gameConfig } from '@fifteen/game/config';
import { startIdentityService } from '@fifteen/identity';
import { identityConfig } from '@fifteen/identity/config';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { LeaderboardServiceDefinition } from '@fifteen/proto/leaderboard';
import { OutboxServiceDefinition } from '@fifteen/proto/outbox';
import { Lifecycle, openDatabase, type Calls, type Database, type Log } from '@fifteen/runtime';
import { testDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import {
  addressOf,
  collectPushes,
  connectAs,
  log,
  openTestNats,
  serviceEnv,
  tokenOf,
  UNREACHABLE,
  type Pushes,
} from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect } from 'vitest';
import { leaderboardConfig } from '../src/config.ts';
import { createContext, type AppContext } from '../src/context.ts';
import type { Week } from '../src/domain/week.ts';
import { startLeaderboardService } from '../src/service.ts';
import { writeGame, writeAccount, type FinishedGameRow } from './fixtures.ts';

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
  ledger: Database;
  servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
  /** Returns the pushes of one kind to a user or room. */
  received: Pushes['of'];
  /** Returns new registered users with wallets. */
  newUsers(n: number): Promise<UserId[]>;
  /** Opens the wallet of a user, as identity does. */
  openWallet(userId: UserId): Promise<unknown>;
  /** Closes the weeks that are over. Returns what a week waits for: empty when it is paid, undefined when it was paid before. */
  waitsFor(week: Week, admin?: Leaderboard): Promise<string | undefined>;
  /** Writes a finished game into the game service's database. Returns its id. */
  finishGame(game: FinishedGameRow): Promise<GameId>;
  /** Waits until every published event is applied. */
  waitForEvents(): Promise<void>;
  /** Returns what the handlers and jobs of a further replica use. */
  openContext(): Promise<AppContext>;
  startReplica(env?: Record<string, string>, database?: TestDatabase, replicaLog?: Log): Promise<Replica>;
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
  const envOf = (name: keyof typeof databases) => serviceEnv(name, servers, databases[name]);
  const economy = addressOf(
    await startEconomyService(economyConfig.parse({ ...envOf('economy'), GAME_ADDR: UNREACHABLE }), context),
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
  const configOf = (extra: Record<string, string>, database: TestDatabase) =>
    leaderboardConfig.parse({
      ...serviceEnv('leaderboard', servers, database),
      ...{ ECONOMY_ADDR: economy, GAME_ADDR: game, IDENTITY_ADDR: identity },
      ...TEST_ENV,
      ...env,
      ...extra,
    });
  const startReplica: Harness['startReplica'] = async (
    extra = {},
    database = databases.leaderboard,
    replicaLog = log,
  ) => {
    const own = new Lifecycle(log);
    const config = configOf(extra, database);
    const address = addressOf(await startLeaderboardService(config, { log: replicaLog, lifecycle: own }));
    return {
      address,
      gateway: connectAs('gateway', LeaderboardServiceDefinition, address, own),
      admin: connectAs('admin', LeaderboardServiceDefinition, address, own),
      stop: () => own.stop(),
    };
  };
  const outboxes = {
    identity: connectAs('admin', OutboxServiceDefinition, identity, lifecycle),
    game: connectAs('admin', OutboxServiceDefinition, game, lifecycle),
  };
  const [signup, economyClient] = [
    connectAs('identity', EconomyServiceDefinition, economy, lifecycle),
    connectAs('admin', EconomyServiceDefinition, economy, lifecycle),
  ];
  const open = (database: TestDatabase): Database =>
    openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, context);
  const { of: received } = await collectPushes(await openTestNats(servers, lifecycle));

  const replicas = [await startReplica(), await startReplica()];
  const spare: TestDatabase[] = [];
  Object.assign(harness, {
    ...{ replicas, economy: economyClient, servers, received, startReplica },
    economyAsLeaderboard: connectAs('leaderboard', EconomyServiceDefinition, economy, lifecycle),
    adminEnv: {
      ...{ RPC_TOKEN: tokenOf('admin'), ECONOMY_ADDR: economy, IDENTITY_ADDR: identity, GAME_ADDR: game },
      LEADERBOARD_ADDR: replicas[0]!.address,
    },
    leaderboard: replicas[0]!.gateway,
    admin: replicas[0]!.admin,
    sql: open(databases.leaderboard),
    games: open(databases.game),
    identity: open(databases.identity),
    ledger: open(databases.economy),
    openContext: () => createContext(configOf({}, databases.leaderboard), context),
    openWallet: (userId) => signup.openWallet({ userId }),
    newUsers: async (n) => {
      const ids = await Promise.all(Array.from({ length: n }, () => writeAccount(harness.identity)));
      await Promise.all(ids.map((userId) => signup.openWallet({ userId })));
      return ids;
    },
    waitsFor: async ({ year, number: nth }, admin = harness.admin) => {
      const { weeks } = await admin.closeWeeks({});
      return weeks.find(({ week }) => week?.year === year && week.number === nth)?.waitsFor;
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
