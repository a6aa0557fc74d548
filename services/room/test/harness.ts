import { randomUUID } from 'node:crypto';
import { type GameId, toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { startEconomyService } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { startGameService } from '@fifteen/game';
import { gameConfig } from '@fifteen/game/config';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import { Push } from '@fifteen/proto/events';
import { GameServiceDefinition } from '@fifteen/proto/game';
import { Role, RoomServiceDefinition, type RoomState } from '@fifteen/proto/room';
import {
  connectRpc,
  createLog,
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
import { testDatabase, testServers, withLongTimeout, withRetriesOfEach } from '@fifteen/testkit';
import { afterAll, beforeAll } from 'vitest';
import { roomConfig } from '../src/config.ts';
import { startRoomService } from '../src/service.ts';

const CALLERS = ['gateway', 'identity', 'economy', 'game', 'room', 'matchmaking', 'admin'];

export const log = createLog('test', 'silent');
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');
/** An address without a server. */
const UNREACHABLE = 'ipv4:127.0.0.1:9';

export type Rooms = Calls<typeof RoomServiceDefinition>;
/** Clients of one replica of the room service. */
interface Replica {
  gateway: Rooms;
  matchmaking: Rooms;
  /** As matchmaking, without repeats while a service is unavailable. */
  matchmakingOnce: Rooms;
}

interface ReceivedPush {
  /** `user.<id>` or `room.<id>`. */
  to: string;
  body: PushBody;
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
  /** The room service's database, as its owner. */
  sql: Database;
  servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
  nats: Nats;
  pushes: ReceivedPush[];
  /** Creates a user with this many coins. */
  userWithCoins(coins?: number): Promise<UserId>;
  coins(userId: UserId): Promise<number>;
  /** Stops all services and drops the databases. */
  stop(): Promise<void>;
  /** Returns the pushes of one kind to a user or room. */
  received<K extends PushBody['$case']>(to: string, kind: K): Extract<PushBody, { $case: K }>['value'][];
}

type Common = Record<'NATS_URL' | 'NAMESPACE', string> & Record<string, string>;

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
  const common: Common = {
    ...{ NATS_URL: servers.nats.url, NAMESPACE: servers.namespace, LOG_LEVEL: 'silent' },
    ...{ GRPC_HOST: '127.0.0.1', GRPC_PORT: '0', RPC_CALLERS: callers },
  };
  const connectOnce = <S extends Parameters<typeof connectRpc>[0]['service']>(
    ...[service, port, caller]: [S, number, string]
  ) =>
    withLongTimeout(
      connectRpc(
        { name: 'test', service, address: `ipv4:127.0.0.1:${port}`, token: tokenOf(caller) },
        { lifecycle },
      ).calls,
    ) as Calls<S>;
  const connect = <S extends Parameters<typeof connectRpc>[0]['service']>(
    ...address: Parameters<typeof connectOnce<S>>
  ) => withRetriesOfEach(connectOnce(...address));
  const process = { log, lifecycle };

  const economyService = await startEconomyService(
    loadConfig(economyConfig, {
      ...common,
      ...{ POSTGRES_URL: economy.url, RPC_TOKEN: tokenOf('economy'), GAME_ADDR: UNREACHABLE },
    }),
    process,
  );
  const ECONOMY_ADDR = withEconomy ? `ipv4:127.0.0.1:${economyService.port}` : UNREACHABLE;
  const game = await startGameService(
    loadConfig(gameConfig, {
      ...common,
      ...{ POSTGRES_URL: games.url, RPC_TOKEN: tokenOf('game'), ECONOMY_ADDR, STAKE_LIMIT_COINS: '50000' },
      ...gameEnv,
    }),
    process,
  );
  const GAME_ADDR = `ipv4:127.0.0.1:${game.port}`;
  const replica = async (env: Record<string, string> = {}): Promise<Replica> => {
    const config = loadConfig(roomConfig, {
      ...common,
      ...{ POSTGRES_URL: rooms.url, RPC_TOKEN: tokenOf('room'), GAME_ADDR, ECONOMY_ADDR },
      ...env,
    });
    const { port } = await startRoomService(config, process);
    return {
      gateway: connect(RoomServiceDefinition, port, 'gateway'),
      matchmaking: connect(RoomServiceDefinition, port, 'matchmaking'),
      matchmakingOnce: connectOnce(RoomServiceDefinition, port, 'matchmaking'),
    };
  };
  const replicas: [Replica, Replica] = [await replica(), await replica()];
  const nats = await openNats(
    { service: 'test', url: common.NATS_URL, namespace: common.NAMESPACE },
    process,
  );
  const pushes = await collectPushes(nats);
  const [identity, admin] = [
    connect(EconomyServiceDefinition, economyService.port, 'identity'),
    connect(EconomyServiceDefinition, economyService.port, 'admin'),
  ];
  return {
    ...{ replicas, rooms: replicas[0].gateway, startReplica: replica, servers, nats, pushes },
    games: connect(GameServiceDefinition, game.port, 'gateway'),
    gamesAsRoom: connect(GameServiceDefinition, game.port, 'room'),
    sql: openDatabase({ service: 'test', url: rooms.ownerUrl, pool: 2 }, process),
    userWithCoins: async (coins = 1_000) => {
      const userId = toUserId(randomUUID());
      await identity.openWallet({ userId });
      if (coins > 1_000) await admin.topUp({ userId, amount: coins - 1_000, reference: `start:${userId}` });
      return userId;
    },
    coins: async (userId) => {
      const { balances } = await admin.getBalances({ userIds: [userId] });
      return balances[0]?.coins ?? 0;
    },
    received: (to, kind) =>
      pushes.flatMap(({ to: there, body }) =>
        there === to && body.$case === kind ? [body.value as never] : [],
      ),
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

async function collectPushes(nats: Nats): Promise<ReceivedPush[]> {
  const pushes: ReceivedPush[] = [];
  const prefix = `${nats.namespace}push.`;
  nats.connection.subscribe(`${prefix}>`, {
    callback: (_, { subject, data }) => {
      const { body } = Push.decode(data);
      if (body) pushes.push({ to: subject.slice(prefix.length), body });
    },
  });
  await nats.connection.flush();
  return pushes;
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
