import { randomUUID } from 'node:crypto';
import { startEconomy } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { startGame } from '@fifteen/game';
import { gameConfig } from '@fifteen/game/config';
import { EconomyService } from '@fifteen/proto/economy';
import { Push } from '@fifteen/proto/events';
import { GameService } from '@fifteen/proto/game';
import { Role, RoomService, type RoomState } from '@fifteen/proto/room';
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
import { testDatabase, testServers } from '@fifteen/testkit';
import { afterAll, beforeAll } from 'vitest';
import { roomConfig } from '../src/config.ts';
import { startRoom } from '../src/service.ts';

const CALLERS = ['gateway', 'identity', 'economy', 'game', 'room', 'matchmaking', 'admin'];

export const log = createLog('test', 'silent');
export const tokenOf = (caller: string): string => `token-of-the-service-${caller}`;
export const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');
/** Nothing listens there. */
const NOWHERE = 'ipv4:127.0.0.1:9';

export type Rooms = Calls<typeof RoomService>;
/** One replica of the room service, as the gateway and the queue see it. */
interface Replica {
  gateway: Rooms;
  queue: Rooms;
}

interface Heard {
  /** `user.<id>` or `room.<id>`. */
  to: string;
  body: PushBody;
}

/** Two replicas of the room service beside a real game service, ledger, database and broker. */
export interface World {
  replicas: [Replica, Replica];
  /** The first replica as the gateway sees it. */
  rooms: Rooms;
  /** Starts a further replica. Each of its jobs runs at once. */
  startReplica(): Promise<Replica>;
  games: Calls<typeof GameService>;
  /** The game service as the room service sees it. */
  roomsGame: Calls<typeof GameService>;
  /** The room service's database, as its owner. */
  sql: Database;
  servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
  nats: Nats;
  pushes: Heard[];
  /** A new user with so many coins. */
  user(coins?: number): Promise<string>;
  coins(userId: string): Promise<number>;
  /** Stops and drops all of it. */
  stop(): Promise<void>;
  /** What was pushed there, of one kind. */
  heard<K extends PushBody['$case']>(to: string, kind: K): Extract<PushBody, { $case: K }>['value'][];
}

/** A busy machine may need longer than a caller usually waits; what is tested is not how long. */
export function patient<C extends object>(calls: C): C {
  const slow = Object.entries(calls).map(([name, call]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (request: unknown) => call(request, { limitMs: 20_000 }),
  ]);
  return Object.fromEntries(slow) as C;
}

type Common = Record<'NATS_URL' | 'NAMESPACE', string> & Record<string, string>;

async function openWorld({ own = false, ledger = true } = {}): Promise<World> {
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
  const connect = <S extends Parameters<typeof connectRpc>[0]['service']>(
    ...[service, port, caller]: [S, number, string]
  ) =>
    patient(
      connectRpc(
        { name: 'test', service, address: `ipv4:127.0.0.1:${port}`, token: tokenOf(caller) },
        { lifecycle },
      ).calls,
    ) as Calls<S>;
  const own_ = { log, lifecycle };

  const bank = await startEconomy(
    loadConfig(economyConfig, {
      ...common,
      ...{ POSTGRES_URL: economy.url, RPC_TOKEN: tokenOf('economy'), GAME_ADDR: NOWHERE },
    }),
    own_,
  );
  const ECONOMY_ADDR = ledger ? `ipv4:127.0.0.1:${bank.port}` : NOWHERE;
  const game = await startGame(
    loadConfig(gameConfig, {
      ...common,
      ...{ POSTGRES_URL: games.url, RPC_TOKEN: tokenOf('game'), ECONOMY_ADDR, STAKE_LIMIT_COINS: '50000' },
    }),
    own_,
  );
  const GAME_ADDR = `ipv4:127.0.0.1:${game.port}`;
  const replica = async (): Promise<Replica> => {
    const config = loadConfig(roomConfig, {
      ...common,
      ...{ POSTGRES_URL: rooms.url, RPC_TOKEN: tokenOf('room'), GAME_ADDR, ECONOMY_ADDR },
    });
    const { port } = await startRoom(config, own_);
    return {
      gateway: connect(RoomService, port, 'gateway'),
      queue: connect(RoomService, port, 'matchmaking'),
    };
  };
  const replicas: [Replica, Replica] = [await replica(), await replica()];
  const nats = await openNats({ service: 'test', url: common.NATS_URL, namespace: common.NAMESPACE }, own_);
  const pushes = await listen(nats);
  const [identity, admin] = [
    connect(EconomyService, bank.port, 'identity'),
    connect(EconomyService, bank.port, 'admin'),
  ];
  return {
    ...{ replicas, rooms: replicas[0].gateway, startReplica: replica, servers, nats, pushes },
    games: connect(GameService, game.port, 'gateway'),
    roomsGame: connect(GameService, game.port, 'room'),
    sql: openDatabase({ service: 'test', url: rooms.ownerUrl, pool: 2 }, own_),
    user: async (coins = 1_000) => {
      const userId = randomUUID();
      await identity.signup({ userId });
      if (coins > 1_000) await admin.topUp({ userId, amount: coins - 1_000, reference: `start:${userId}` });
      return userId;
    },
    coins: async (userId) => {
      const { balances } = await admin.getBalances({ userIds: [userId] });
      return balances[0]?.coins ?? 0;
    },
    heard: (to, kind) =>
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

/** A world for the tests of one file: it is there when they begin, and gone after them. */
export function ourWorld(options?: Parameters<typeof openWorld>[0]) {
  const world = {} as World;
  const rooms = {} as Rooms;
  beforeAll(async () => {
    Object.assign(world, await openWorld(options));
    Object.assign(rooms, world.rooms);
  });
  afterAll(() => world.stop());
  /** Where a user is, if anywhere. */
  const roomOf = async (userId: string) => (await rooms.current({ userId })).room;
  return { world, rooms, roomOf };
}

async function listen(nats: Nats): Promise<Heard[]> {
  const pushes: Heard[] = [];
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

export const somebody = (): string => randomUUID();

/** What a dialog sends when nothing was changed in it, but for the bet. */
export const wish = (ownerId: string, more: Partial<Parameters<Rooms['create']>[0]> = {}) => ({
  ownerId,
  requestId: randomUUID(),
  name: 'Game Room',
  maxPlayers: 2,
  bet: 0,
  private: false,
  ...more,
});

export const sit = (code: string, userId: string) => ({ code, userId, role: Role.PLAYER, blockedIds: [] });
export const watch = (code: string, userId: string) => ({
  code,
  userId,
  role: Role.SPECTATOR,
  blockedIds: [],
});

/** A room with two players, and who they are. */
export async function tableOf(
  { rooms }: World,
  [ann, bob]: readonly [string, string],
  more: Partial<Parameters<Rooms['create']>[0]> = {},
): Promise<RoomState> {
  const { code, id } = await rooms.create(wish(ann, more));
  if (more.private) await rooms.invite({ roomId: id, inviterId: ann, invitedId: bob });
  const { room } = await rooms.join(sit(code, bob));
  if (!room) throw new Error('joined without a room');
  return room;
}

/** X takes the first column in five plies. */
const X_WINS = [1, 2, 6, 3, 7, 4, 11];

/** Plays a game to its end: X wins. Answers who that was. */
export async function playOut({ games }: World, gameId: string): Promise<string> {
  let game = await games.get({ gameId });
  for (const position of X_WINS) {
    const userId = game.moves.length % 2 === 0 ? game.xPlayerId : game.oPlayerId;
    game = await games.move({ gameId, userId, position });
  }
  return game.xPlayerId;
}

/** Takes 5000 coins from a user, by a game lost elsewhere. */
export async function loseCoins({ roomsGame, user }: World, userId: string): Promise<void> {
  const gameId = randomUUID();
  const playerIds = [userId, await user(5_000)];
  await roomsGame.create({ gameId, roomId: randomUUID(), round: 1, playerIds, bet: 5_000, xPlayerId: '' });
  await roomsGame.abandon({ gameId, userId });
}
