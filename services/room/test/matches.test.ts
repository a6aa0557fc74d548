import { randomUUID } from 'node:crypto';
import { gameConfig } from '@fifteen/game/config';
import { startGame } from '@fifteen/game';
import { Push } from '@fifteen/proto/events';
import { Condition, GameService, Status } from '@fifteen/proto/game';
import { RoomService, RoomStatus } from '@fifteen/proto/room';
import {
  connectRpc,
  createLog,
  Lifecycle,
  loadConfig,
  openNats,
  tokenHash,
  type Calls,
} from '@fifteen/runtime';
import { testDatabase, testServers, type TestDatabase } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roomConfig } from '../src/config.ts';
import { startRoom } from '../src/service.ts';

const log = createLog('test', 'silent');
const TOKEN = 'one secret for all in this test';
const CALLERS = ['room', 'gateway', 'matchmaking'];
const lifecycle = new Lifecycle(log);
let databases: TestDatabase[];
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let games: Calls<typeof GameService>;
/** The game service as the room service sees it. */
let roomsGame: Calls<typeof GameService>;
/** Two replicas of the room service, as the queue and the gateway see them. */
let rooms: { queue: Calls<typeof RoomService>; gateway: Calls<typeof RoomService> }[];

const tokenOf = (caller: string): string => `${caller}: ${TOKEN}`;
const callers = CALLERS.map((caller) => `${caller}=${tokenHash(tokenOf(caller))}`).join(',');
const connect = <S extends Parameters<typeof connectRpc>[0]['service']>(
  service: S,
  port: number,
  caller: string,
) =>
  connectRpc(
    { name: 'test', service, address: `ipv4:127.0.0.1:${port}`, token: tokenOf(caller) },
    { lifecycle },
  ).calls as Calls<S>;

beforeAll(async () => {
  servers = await testServers(['nats'], { own: true });
  databases = await Promise.all([testDatabase('game'), testDatabase('room')]);
  const common = {
    NATS_URL: servers.nats.url,
    NAMESPACE: servers.namespace,
    GRPC_HOST: '127.0.0.1',
    GRPC_PORT: '0',
    LOG_LEVEL: 'silent',
    RPC_CALLERS: callers,
  };
  // Friendly games need no ledger; nothing listens there.
  const game = await startGame(
    loadConfig(gameConfig, {
      ...common,
      POSTGRES_URL: databases[0]!.url,
      RPC_TOKEN: tokenOf('game'),
      ECONOMY_ADDR: 'ipv4:127.0.0.1:9',
    }),
    { log, lifecycle },
  );
  games = connect(GameService, game.port, 'gateway');
  roomsGame = connect(GameService, game.port, 'room');
  const env = {
    ...common,
    POSTGRES_URL: databases[1]!.url,
    RPC_TOKEN: tokenOf('room'),
    GAME_ADDR: `ipv4:127.0.0.1:${game.port}`,
    ECONOMY_ADDR: 'ipv4:127.0.0.1:9',
  };
  const replicas = [1, 2].map(() => startRoom(loadConfig(roomConfig, env), { log, lifecycle }));
  rooms = (await Promise.all(replicas)).map(({ port }) => ({
    queue: connect(RoomService, port, 'matchmaking'),
    gateway: connect(RoomService, port, 'gateway'),
  }));
});
afterAll(async () => {
  await lifecycle.stop();
  await Promise.all(databases.map((database) => database.drop()));
  await servers.stopAll();
});

const somebody = (): string => randomUUID();
const match = (playerIds: string[], matchId = randomUUID()) => ({ matchId, playerIds, bet: 0 });

/** Ends a game with the broker away, so that the room cannot have heard of it. */
async function endWithoutNews(gameId: string, userId: string): Promise<void> {
  await servers.nats.kill9();
  await roomsGame.abandon({ gameId, userId });
}

test('a match becomes one room with one running game, however often and wherever it is asked for', async () => {
  const request = match([somebody(), somebody()]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => rooms[i % 2]!.queue.createMatch(request)),
  );
  const ids = new Set(answers.map(({ room, game }) => `${room?.id} ${game?.id}`));
  expect(ids.size).toBe(1);
  expect(answers[0]?.game).toMatchObject({ status: Status.ACTIVE, round: 1, roomId: answers[0]?.room?.id });
  expect(answers[0]?.room?.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect(await rooms[1]!.queue.getMatch({ matchId: request.matchId })).toEqual({ exists: true });
  expect(await rooms[1]!.queue.getMatch({ matchId: randomUUID() })).toEqual({ exists: false });
});

test('both players hear of the match, with room and game', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const nats = await openNats(
    { service: 'test', url: servers.nats.url, namespace: servers.namespace },
    { log, lifecycle },
  );
  const heard: Record<string, Push['body'][]> = { [ann]: [], [bob]: [] };
  for (const user of [ann, bob]) {
    nats.connection.subscribe(`${servers.namespace}.push.user.${user}`, {
      callback: (_, message) => void heard[user]?.push(Push.decode(message.data).body),
    });
  }
  await nats.connection.flush();
  const { room, game } = await rooms[0]!.queue.createMatch(match([ann, bob]));
  for (const user of [ann, bob]) {
    await expect
      .poll(() => heard[user]?.filter((body) => body?.$case === 'match'))
      .toMatchObject([{ value: { room: { id: room?.id }, game: { id: game?.id } } }]);
  }
});

test('nobody is in two games: of two matches for one person at the same time, one is refused', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const results = await Promise.allSettled([
    rooms[0]!.queue.createMatch(match([ann, bob])),
    rooms[1]!.queue.createMatch(match([cid, ann])),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'ALREADY_IN_GAME' });
  const { game } = await rooms[0]!.gateway.current({ userId: ann });
  expect(game?.status).toBe(Status.ACTIVE);
});

test('whoever comes back finds room and game; whoever leaves a running game loses it', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, game } = await rooms[0]!.queue.createMatch(match([ann, bob]));
  expect(await rooms[1]!.gateway.current({ userId: ann })).toMatchObject({
    room: { id: room?.id },
    game: { id: game?.id },
  });
  await rooms[1]!.gateway.leave({ roomId: room?.id ?? '', userId: ann });
  expect(await games.get({ gameId: game?.id ?? '' })).toMatchObject({
    status: Status.ABANDONED,
    condition: Condition.ABANDONMENT,
    abandonedBy: ann,
  });
  expect((await rooms[0]!.gateway.current({ userId: ann })).room).toBeUndefined();
  await expect
    .poll(async () => (await rooms[0]!.gateway.current({ userId: bob })).room)
    .toMatchObject({ ownerId: bob, status: RoomStatus.ACTIVE, participants: [{ userId: bob }] });
  await rooms[0]!.gateway.leave({ roomId: room?.id ?? '', userId: bob });
  await rooms[0]!.gateway.leave({ roomId: room?.id ?? '', userId: bob });
  expect((await rooms[0]!.gateway.current({ userId: bob })).room).toBeUndefined();
});

test('a match takes its players out of the rooms of games that are over', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const first = await rooms[0]!.queue.createMatch(match([ann, bob]));
  await rooms[0]!.gateway.leave({ roomId: first.room?.id ?? '', userId: bob });
  const { room } = await rooms[1]!.queue.createMatch(match([ann, cid]));
  expect((await rooms[0]!.gateway.current({ userId: ann })).room?.id).toBe(room?.id);
  const old = rooms[0]!.gateway.get({ roomId: first.room?.id ?? '', viewerId: ann });
  await expect(old).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a match does not wait for the news that its players’ last game is over', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { game } = await rooms[0]!.queue.createMatch(match([ann, bob]));
  await endWithoutNews(game?.id ?? '', ann);
  const next = await rooms[1]!.queue.createMatch(match([ann, cid]));
  expect(next.game).toMatchObject({ status: Status.ACTIVE });
  await servers.nats.restart();
});

test('a private room is not there for strangers', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room } = await rooms[0]!.queue.createMatch(match([ann, bob]));
  const roomId = room?.id ?? '';
  expect(await rooms[0]!.gateway.get({ roomId, viewerId: bob })).toMatchObject({ id: roomId });
  await expect(rooms[0]!.gateway.get({ roomId, viewerId: somebody() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a computer opponent never plays for coins, and nobody plays against themselves', async () => {
  const ann = somebody();
  const invalid = { code: 'INVALID' };
  const bot = `player_${randomUUID()}`;
  await expect(rooms[0]!.queue.createMatch({ ...match([ann, bot]), bet: 5_000 })).rejects.toMatchObject(
    invalid,
  );
  await expect(rooms[0]!.queue.createMatch(match([ann, ann]))).rejects.toMatchObject(invalid);
  await expect(rooms[0]!.queue.createMatch(match([ann]))).rejects.toMatchObject(invalid);
  await expect(rooms[0]!.gateway.createMatch(match([ann, bot]))).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
