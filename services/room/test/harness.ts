import { randomUUID } from 'node:crypto';
import { type GameId, toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { startEconomyService } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { startGameService } from '@fifteen/game';
import { gameConfig } from '@fifteen/game/config';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { Role, RoomServiceDefinition, type RoomState } from '@fifteen/proto/room';
import {
  Lifecycle,
  loadConfig,
  openDatabase,
  type Calls,
  type Database,
  type Nats,
  type ServiceDescription,
} from '@fifteen/runtime';
import { testDatabase, testServers, withRetriesOfEach } from '@fifteen/testkit';
import {
  addressOf,
  collectPushes,
  connectAs,
  log,
  openTestNats,
  serviceEnv,
  testWallets,
  UNREACHABLE,
  type Pushes,
} from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { afterAll, beforeAll } from 'vitest';
import { roomConfig } from '../src/config.ts';
import { startRoomService } from '../src/service.ts';

export type Rooms = Calls<typeof RoomServiceDefinition>;
/** Clients of one replica of the room service. */
interface Replica {
  port: number;
  gateway: Rooms;
  matchmaking: Rooms;
  /** As matchmaking, without repeats while a service is unavailable. */
  matchmakingOnce: Rooms;
}

/** Two replicas of the room service with real game and economy services, databases and broker. */
export interface Harness {
  replicas: [Replica, Replica];
  /** Client of the first replica, as the gateway. */
  rooms: Rooms;
  /** Starts another replica. Each of its jobs runs at once. */
  startReplica(env?: Record<string, string>): Promise<Replica>;
  games: Calls<typeof GameServiceDefinition>;
  /** Client of the game service, as the room service. */
  gamesAsRoom: Calls<typeof GameServiceDefinition>;
  /** Client of the economy service, as the game service. */
  economyAsGame: Calls<typeof EconomyServiceDefinition>;
  /** The room service's database, as its owner. */
  sql: Database;
  /** The game service's database, as its owner, to tamper with. */
  gameSql: Database;
  servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
  nats: Nats;
  /** Creates a user with this many coins. */
  userWithCoins(coins?: number): Promise<UserId>;
  coins(userId: UserId): Promise<number>;
  /** Stops all services and drops the databases. */
  stop(): Promise<void>;
  /** Returns the pushes of one kind to a user or room. */
  received: Pushes['of'];
}

async function startHarness({
  own = false,
  withEconomy = true,
  gameEnv = {} as Record<string, string>,
} = {}): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const servers = await testServers(['nats'], { own });
  const [rooms, games, economy] = await Promise.all([
    testDatabase('room'),
    testDatabase('game'),
    testDatabase('economy'),
  ]);
  const connectOnce = <S extends ServiceDescription>(service: S, address: string, caller: Caller) =>
    connectAs(caller, service, address, lifecycle);
  const connect = <S extends ServiceDescription>(...target: Parameters<typeof connectOnce<S>>) =>
    withRetriesOfEach(connectOnce(...target));
  const process = { log, lifecycle };

  const economyAddress = addressOf(
    await startEconomyService(
      loadConfig(economyConfig, { ...serviceEnv('economy', servers, economy), GAME_ADDR: UNREACHABLE }),
      process,
    ),
  );
  const ECONOMY_ADDR = withEconomy ? economyAddress : UNREACHABLE;
  const GAME_ADDR = addressOf(
    await startGameService(
      loadConfig(gameConfig, {
        ...serviceEnv('game', servers, games),
        ...{ ECONOMY_ADDR, STAKE_LIMIT_COINS: '50000' },
        ...gameEnv,
      }),
      process,
    ),
  );
  const replica = async (env: Record<string, string> = {}): Promise<Replica> => {
    const config = loadConfig(roomConfig, {
      ...serviceEnv('room', servers, rooms),
      ...{ GAME_ADDR, ECONOMY_ADDR },
      ...env,
    });
    const { port } = await startRoomService(config, process);
    const address = addressOf({ port });
    return {
      port,
      gateway: connect(RoomServiceDefinition, address, 'gateway'),
      matchmaking: connect(RoomServiceDefinition, address, 'matchmaking'),
      matchmakingOnce: connectOnce(RoomServiceDefinition, address, 'matchmaking'),
    };
  };
  const replicas: [Replica, Replica] = [await replica(), await replica()];
  const nats = await openTestNats(servers, lifecycle);
  const { of: received } = await collectPushes(nats);
  const { newUser, coinsOf } = testWallets(economyAddress, lifecycle);
  return {
    ...{ replicas, rooms: replicas[0].gateway, startReplica: replica, servers, nats, received },
    games: connect(GameServiceDefinition, GAME_ADDR, 'gateway'),
    gamesAsRoom: connect(GameServiceDefinition, GAME_ADDR, 'room'),
    economyAsGame: connect(EconomyServiceDefinition, economyAddress, 'game'),
    sql: openDatabase({ service: 'test', url: rooms.ownerUrl, pool: 2 }, process),
    gameSql: openDatabase({ service: 'test', url: games.ownerUrl, pool: 1 }, process),
    userWithCoins: newUser,
    coins: async (userId) => (await coinsOf(userId))[0] ?? 0,
    stop: async () => {
      await lifecycle.stop();
      await Promise.all([rooms, games, economy].map((database) => database.drop()));
      await servers.stopAll();
    },
  };
}

/** Opens a harness for the tests of one file, and stops it after them. */
export function openHarness(options?: Parameters<typeof startHarness>[0]) {
  const harness = {} as Harness;
  const rooms = {} as Rooms;
  beforeAll(async () => {
    Object.assign(harness, await startHarness(options));
    Object.assign(rooms, harness.rooms);
  });
  afterAll(() => harness.stop());
  /** Returns the room that a user is in. */
  const roomOf = async (userId: UserId) => (await rooms.getCurrentRoom({ userId })).room;
  return { harness, rooms, roomOf };
}

export const newUserId = (): UserId => toUserId(randomUUID());

/** Returns a request for a room with the default settings of the dialog, but without a bet. */
export const roomRequest = (ownerId: UserId, more: Partial<Parameters<Rooms['createRoom']>[0]> = {}) => ({
  ownerId,
  requestId: randomUUID(),
  name: 'Game Room',
  maxPlayers: 2,
  bet: 0,
  private: false,
  ...more,
});

export const asPlayer = (code: string, userId: UserId) => ({
  code,
  userId,
  role: Role.PLAYER,
  blockedIds: [],
});
export const asSpectator = (code: string, userId: UserId) => ({
  code,
  userId,
  role: Role.SPECTATOR,
  blockedIds: [],
});

/** Creates a room with two players. */
export async function roomWithPlayers(
  { rooms }: Harness,
  [ann, bob]: readonly [UserId, UserId],
  more: Partial<Parameters<Rooms['createRoom']>[0]> = {},
): Promise<RoomState> {
  const { code, id } = (await rooms.createRoom(roomRequest(ann, more))).room;
  if (more.private) await rooms.inviteUser({ roomId: id, inviterId: ann, invitedId: bob });
  const { room } = await rooms.joinRoom(asPlayer(code, bob));
  if (!room) throw new Error('joined without a room');
  return room;
}

/** Positions of both players in turn; X wins. */
const X_WINS = [1, 2, 6, 3, 7, 4, 11];

/** Plays a game to its end. Returns the id of the winner, who has X. */
export async function playOut({ games }: Harness, gameId: GameId): Promise<UserId> {
  let { game } = await games.getGame({ gameId });
  for (const position of X_WINS) {
    const userId = game.moves.length % 2 === 0 ? game.xPlayerId : game.oPlayerId;
    game = (await games.move({ gameId, userId, position })).game;
  }
  return game.xPlayerId;
}

/** Takes 5000 coins from a user, by a lost game in another room. */
export async function loseCoins(
  { gamesAsRoom, userWithCoins }: Harness,
  userId: UserId,
  winnerId?: UserId,
): Promise<void> {
  const gameId = toGameId(randomUUID());
  const playerIds = [userId, winnerId ?? (await userWithCoins(5_000))];
  await gamesAsRoom.createGame({
    gameId,
    roomId: toRoomId(randomUUID()),
    round: 1,
    playerIds,
    bet: 5_000,
    xPlayerId: '',
  });
  await gamesAsRoom.abandonGame({ gameId, userId });
}

/** Returns how many locks of users transactions hold, and how many they wait for. */
export async function countUserLocks({ sql }: Harness): Promise<{ held: number; waiting: number }> {
  const { rows } = await sql.query<{ held: number; waiting: number }>(
    `SELECT count(*) FILTER (WHERE granted)::int AS held, count(*) FILTER (WHERE NOT granted)::int AS waiting
      FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory'`,
  );
  return rows[0]!;
}
