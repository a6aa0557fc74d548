import { randomUUID } from 'node:crypto';
import { startEconomyService } from '@fifteen/economy';
import { economyConfig } from '@fifteen/economy/config';
import { EconomyServiceDefinition } from '@fifteen/proto/economy';
import type { GamePush } from '@fifteen/proto/events';
import {
  GameServiceDefinition,
  type GameState,
  type PlayResponse,
  type PlayRequest,
} from '@fifteen/proto/game';
import { fromMoves, type GameId, toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { connectRpc, Lifecycle, openDatabase, type Calls, type Database } from '@fifteen/runtime';
import {
  testDatabase,
  testServers,
  withLongTimeout,
  withRetriesOfEach,
  type TestServers,
} from '@fifteen/testkit';
import {
  addressOf,
  collectPushes,
  connectAs,
  log,
  openTestNats,
  serviceEnv,
  testWallets,
  tokenOf,
  UNREACHABLE,
} from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { expect } from 'vitest';
import { gameConfig } from '../src/config.ts';
import { startGameService } from '../src/service.ts';

/** One replica of the game service. */
interface Replica {
  port: number;
  /** Returns a client that repeats a call while the service is unavailable, as its callers do. */
  as(caller: Caller): Calls<GameServiceDefinition>;
  /** Returns a client that repeats no call. */
  once(caller: Caller): Calls<GameServiceDefinition>;
  /** Sends moves over the stream of a gateway. */
  play: Play;
  stop(): Promise<void>;
}

export interface Harness {
  replicas: Replica[];
  /** Clients of the first replica, as the room service and the gateway. */
  room: Calls<GameServiceDefinition>;
  gateway: Calls<GameServiceDefinition>;
  /** The database as its owner, to inspect and to tamper with. */
  sql: Database;
  /** The economy service, if the harness has one. */
  economy: EconomyHarness;
  /** All pushes to rooms and users, in order. */
  pushes: { subject: string; push: GamePush }[];
  startReplica(env?: Record<string, string>): Promise<Replica>;
  stop(): Promise<void>;
}

/** Starts replicas of the game service with a database and a broker; `withEconomy` adds a real economy service. */
export async function startHarness({
  replicas = 2,
  env = {},
  withEconomy = false,
}: { replicas?: number; env?: Record<string, string>; withEconomy?: boolean } = {}): Promise<Harness> {
  const lifecycle = new Lifecycle(log);
  const database = await testDatabase('game');
  const servers = await testServers(['nats']);
  const economy = withEconomy ? await startTestEconomy(servers, lifecycle) : noEconomy;
  const { all } = await collectPushes(await openTestNats(servers, lifecycle));

  const startReplica = async (extra: Record<string, string> = {}): Promise<Replica> => {
    const own = new Lifecycle(log);
    const config = gameConfig.parse({
      ...serviceEnv('game', servers, database),
      ECONOMY_ADDR: economy.address,
      ...env,
      ...extra,
    });
    const { port } = await startGameService(config, { log, lifecycle: own });
    const clients = new Lifecycle(log);
    const connect = (caller: Caller) =>
      connectRpc(
        {
          name: 'game',
          service: GameServiceDefinition,
          address: addressOf({ port }),
          token: tokenOf(caller),
        },
        { lifecycle: clients },
      );
    const known = new Map<Caller, Calls<GameServiceDefinition>>();
    const once = (caller: Caller): Calls<GameServiceDefinition> => {
      const calls = known.get(caller) ?? withLongTimeout(connect(caller).calls);
      known.set(caller, calls);
      return calls;
    };
    const as = (caller: Caller): Calls<GameServiceDefinition> => withRetriesOfEach(once(caller));
    const stop = async (): Promise<void> => {
      await own.stop();
      await clients.stop();
    };
    return { port, as, once, play: openPlay(connect('gateway').open('play') as unknown as Duplex), stop };
  };

  const running = await Promise.all(Array.from({ length: replicas }, () => startReplica()));
  const [first] = running as [Replica];
  return {
    replicas: running,
    room: first.as('room'),
    gateway: first.as('gateway'),
    sql: openDatabase({ service: 'test', url: database.ownerUrl, pool: 2 }, { log, lifecycle }),
    economy,
    get pushes() {
      return all.flatMap(({ to, body }) =>
        body.$case === 'game' ? [{ subject: to, push: body.value }] : [],
      );
    },
    startReplica,
    stop: async () => {
      await Promise.all(running.map((replica) => replica.stop()));
      await lifecycle.stop();
      await servers.stopAll();
      await database.drop();
    },
  };
}

interface EconomyHarness {
  address: string;
  /** Client of economy, as the game service. */
  asGame: Calls<EconomyServiceDefinition>;
  /** Creates a user with so many coins, at least 1000. */
  user(coins?: number): Promise<UserId>;
  coins(...userIds: UserId[]): Promise<number[]>;
  /** The database of economy as its owner, to tamper with. */
  sql: Database;
  stop(): Promise<void>;
}

const noEconomy = { address: UNREACHABLE } as EconomyHarness;

async function startTestEconomy(servers: TestServers<'nats'>, lifecycle: Lifecycle): Promise<EconomyHarness> {
  const own = new Lifecycle(log);
  const database = await testDatabase('economy');
  lifecycle.onStop('economy', async () => {
    await own.stop();
    await database.drop();
  });
  const config = economyConfig.parse({
    ...serviceEnv('economy', servers, database),
    // Economy calls game only about stakes that were held for 20 minutes.
    GAME_ADDR: UNREACHABLE,
  });
  const address = addressOf(await startEconomyService(config, { log, lifecycle: own }));
  const { newUser, coinsOf } = testWallets(address, lifecycle);
  return {
    address,
    asGame: withRetriesOfEach(connectAs('game', EconomyServiceDefinition, address, lifecycle)),
    sql: openDatabase({ service: 'test', url: database.ownerUrl, pool: 1 }, { log, lifecycle }),
    user: newUser,
    coins: coinsOf,
    stop: () => own.stop(),
  };
}

interface Duplex {
  write(request: PlayRequest): boolean;
  end(): void;
  on(event: 'data', listener: (response: PlayResponse) => void): void;
  on(event: 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

/** Sends a move over the stream. Returns its outcome. */
interface Play {
  (gameId: GameId, userId: UserId, position: number): Promise<PlayResponse['outcome']>;
  /** Half-closes; resolves when the service has ended its side too. */
  end(): Promise<void>;
}

function openPlay(stream: Duplex): Play {
  const waiting = new Map<
    number,
    { resolve: (outcome: PlayResponse['outcome']) => void; reject: (e: Error) => void }
  >();
  let seq = 0;
  const ended = new Promise<void>((resolve) => stream.on('end', resolve));
  stream.on('data', (response) => {
    waiting.get(response.seq)?.resolve(response.outcome);
    waiting.delete(response.seq);
  });
  stream.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  });
  const send = (gameId: GameId, userId: UserId, position: number) =>
    new Promise<PlayResponse['outcome']>((resolve, reject) => {
      seq += 1;
      waiting.set(seq, { resolve, reject });
      stream.write({ seq, move: { gameId, userId, position }, traceparent: '' });
    });
  return Object.assign(send, {
    end: () => {
      stream.end();
      return ended;
    },
  });
}

/** Creates a friendly game of two new users or of these; the first one gets X. */
export async function createFriendlyGame(
  room: Calls<GameServiceDefinition>,
  players: [UserId, UserId] = [toUserId(randomUUID()), toUserId(randomUUID())],
): Promise<GameState> {
  const [xPlayerId] = players;
  return (await room.createGame({ ...startOf(players), xPlayerId })).game;
}

export const startOf = (playerIds: UserId[], bet = 0) => ({
  gameId: toGameId(randomUUID()),
  roomId: toRoomId(randomUUID()),
  round: 1,
  playerIds,
  bet,
  xPlayerId: toUserId(''),
});

/** Returns the player to move. */
export const playerToMove = (game: GameState): UserId =>
  game.moves.length % 2 === 0 ? game.xPlayerId : game.oPlayerId;

/** Plays these positions in turn. Returns the state after the last. */
export async function playAll(
  gateway: Calls<GameServiceDefinition>,
  game: GameState,
  positions: readonly number[],
): Promise<GameState> {
  let state = game;
  for (const position of positions)
    state = (await gateway.move({ gameId: game.id, userId: playerToMove(state), position })).game;
  return state;
}

/** X takes the first column in five plies; and a board full without a line. */
export const X_WINS = [1, 2, 6, 3, 11];
export const DRAWN = [14, 4, 15, 8, 12, 13, 3, 10, 6, 9, 2, 7, 1, 11, 5];

/** Checks the invariants of every game: its row, its moves and its bound players agree. */
export async function expectConsistent(sql: Database): Promise<void> {
  const { rows } = await sql.query<{
    id: string;
    status: string;
    moves: number[];
    version: number;
    winner: string | null;
    condition: string | null;
    recorded: number[] | null;
    plies: number[] | null;
    bound: string[] | null;
    people: string[];
  }>(
    `SELECT id, status, moves, version, winner, condition,
       (SELECT array_agg(position::int ORDER BY ply) FROM move WHERE game_id = id) AS recorded,
       (SELECT array_agg(ply::int ORDER BY ply) FROM move WHERE game_id = id) AS plies,
       (SELECT array_agg(user_id ORDER BY user_id) FROM active_player WHERE game_id = id) AS bound,
       ARRAY(SELECT p FROM unnest(ARRAY[x_user, o_user]) AS p WHERE NOT starts_with(p, 'player_') ORDER BY p) AS people
     FROM game`,
  );
  for (const row of rows) {
    const { outcome } = fromMoves(row.moves);
    expect(row.recorded ?? []).toEqual(row.moves);
    expect(row.plies ?? []).toEqual(row.moves.map((_, index) => index + 1));
    expect(row.bound ?? []).toEqual(row.status === 'active' || row.status === 'funding' ? row.people : []);
    if (row.status === 'finished') {
      expect([row.winner, row.condition]).toEqual([outcome?.winner, outcome?.condition]);
    } else expect(outcome).toBeNull();
  }
}

/** Waits until `probe` returns a value that is neither false nor undefined. Throws after `ms` milliseconds. */
export async function until<T>(
  probe: () => Promise<T | false | undefined> | T | false | undefined,
  ms = 30_000,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const result = await probe();
    if (result !== false && result !== undefined) return result;
    if (Date.now() > end) throw new Error('the condition did not become true in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
