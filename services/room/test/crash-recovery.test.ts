import { withRetries } from '@fifteen/testkit';
import { randomUUID } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { GameServiceDefinition, Status } from '@fifteen/proto/game';
import { RequestStatus, RoomServiceDefinition } from '@fifteen/proto/room';
import {
  type Calls,
  type Database,
  Lifecycle,
  openDatabase,
  type ServiceDescription,
} from '@fifteen/runtime';
import { crashAt, startStack, type Stack } from '@fifteen/testkit/stack';
import { connectAs, log, testWallets, tokensOf } from '@fifteen/testkit/services';
import type { Caller } from '@fifteen/topology';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectInvariants } from './invariants.ts';
import { asPlayer, newUserId, roomRequest, type Rooms } from './harness.ts';

/**
 * Kills real processes with SIGKILL between a commit and its response, and restarts them. Each command has happened once,
 * and a repeated request returns its result.
 */
const BET = 5_000;
const lifecycle = new Lifecycle(log);
let stack: Stack;
let sql: Database;
let rooms: Rooms;
let matchmaking: Rooms;
let games: Calls<typeof GameServiceDefinition>;
let wallets: ReturnType<typeof testWallets>;

beforeAll(async () => {
  stack = await startStack({
    services: ['economy', 'game', 'room'],
    own: true,
    env: { economy: tokensOf('economy'), game: tokensOf('game'), room: tokensOf('room') },
  });
  const connect = <S extends ServiceDescription>(service: S, name: 'game' | 'room', caller: Caller) =>
    connectAs(caller, service, stack.addresses(name)[0] ?? '', lifecycle);
  rooms = connect(RoomServiceDefinition, 'room', 'gateway');
  matchmaking = connect(RoomServiceDefinition, 'room', 'matchmaking');
  games = connect(GameServiceDefinition, 'game', 'room');
  wallets = testWallets(stack.addresses('economy')[0] ?? '', lifecycle);
  sql = openDatabase({ service: 'test', url: stack.databases.room!.ownerUrl, pool: 2 }, { log, lifecycle });
}, 60_000);
afterEach(() => expectInvariants(sql));
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

const coins = async (userId: UserId) => (await wallets.coinsOf(userId))[0] ?? 0;

/** Creates a room with a bet and two players, before their first game. */
async function newRoom() {
  const [ann, bob] = [await wallets.newUser(20_000), await wallets.newUser(20_000)];
  const { id: roomId, code } = await withRetries(
    async () => (await rooms.createRoom(roomRequest(ann, { bet: BET }))).room,
  );
  await withRetries(() => rooms.joinRoom(asPlayer(code, bob)));
  return { ann, bob, roomId, code };
}

/** Creates such a room after a game, with a pending rematch request. */
async function newRematch() {
  const room = await newRoom();
  const { id: gameId } = await withRetries(
    async () => (await rooms.startGame({ roomId: room.roomId, userId: room.ann })).game,
  );
  await games.abandonGame({ gameId, userId: room.ann });
  await expect
    .poll(async () => (await coins(room.ann)) + (await coins(room.bob)), { timeout: 30_000 })
    .toBe(40_000);
  const { id: requestId } = await withRetries(
    async () =>
      (await rooms.requestRematch({ gameId, requesterId: room.ann, requestedId: room.bob })).rematch,
  );
  return { ...room, gameId, requestId };
}
const roundOf = async (userId: UserId) =>
  (await withRetries(() => rooms.getCurrentRoom({ userId }))).game?.round;

test('returns the same room to a repeated request after a crash', async () => {
  const request = roomRequest(newUserId());
  await crashAt(stack, 'room.create-room.after-commit', async () => (await rooms.createRoom(request)).room);
  const { id } = await withRetries(async () => (await rooms.createRoom(request)).room);
  const { rows } = await sql.query<{ id: string }>(`SELECT id FROM room WHERE creator_id = $1`, [
    request.ownerId,
  ]);
  expect(rows).toEqual([{ id }]);
}, 60_000);

test('keeps a seat that was taken before a crash', async () => {
  const { code } = await withRetries(async () => (await rooms.createRoom(roomRequest(newUserId()))).room);
  const bob = newUserId();
  await crashAt(stack, 'room.join-room.after-commit', () => rooms.joinRoom(asPlayer(code, bob)));
  const { room } = await withRetries(() => rooms.joinRoom(asPlayer(code, bob)));
  expect(room?.participants).toHaveLength(2);
}, 60_000);

test.each(['room.start-game.after-commit', 'room.start-round.after-game', 'room.open-round.after-commit'])(
  'repeats a start as the same game and takes the stakes once after a crash at %s',
  async (point) => {
    const { ann, bob, roomId } = await newRoom();
    await crashAt(stack, point, async () => (await rooms.startGame({ roomId, userId: ann })).game);
    const game = await withRetries(async () => (await rooms.startGame({ roomId, userId: ann })).game);
    expect(game).toMatchObject({ round: 1, status: Status.ACTIVE });
    expect([await coins(ann), await coins(bob)]).toEqual([15_000, 15_000]);
  },
  60_000,
);

test('starts the game after a crash although no client repeats the start', async () => {
  const { ann, roomId } = await newRoom();
  await crashAt(
    stack,
    'room.start-game.after-commit',
    async () => (await rooms.startGame({ roomId, userId: ann })).game,
  );
  await expect.poll(() => roundOf(ann), { timeout: 30_000 }).toBe(1);
}, 60_000);

test.each(['room.accept-rematch.after-commit', 'room.request-rematch.after-commit'])(
  'starts an agreed rematch once, with both stakes, after a crash at %s',
  async (point) => {
    const { ann, bob, gameId, requestId } = await newRematch();
    const before = (await coins(ann)) + (await coins(bob));
    const call =
      point === 'room.accept-rematch.after-commit'
        ? async () => (await rooms.answerRematch({ requestId, userId: bob, accept: true })).rematch
        : async () => (await rooms.requestRematch({ gameId, requesterId: bob, requestedId: ann })).rematch;
    await crashAt(stack, point, call);
    expect((await withRetries(call)).status).toBe(RequestStatus.ACCEPTED);
    await expect.poll(() => roundOf(bob), { timeout: 30_000 }).toBe(2);
    expect((await coins(ann)) + (await coins(bob))).toBe(before - 2 * BET);
  },
  60_000,
);

test('keeps a player out who left before a crash', async () => {
  const { ann, bob, roomId } = await newRoom();
  await crashAt(stack, 'room.leave-room.after-commit', () => rooms.leaveRoom({ roomId, userId: ann }));
  await withRetries(() => rooms.leaveRoom({ roomId, userId: ann }));
  expect((await withRetries(() => rooms.getCurrentRoom({ userId: bob }))).room?.ownerId).toBe(bob);
}, 60_000);

test('repeats an acceptance with the same result after a crash', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await withRetries(
    async () => (await rooms.createRoom(roomRequest(ann, { private: true }))).room,
  );
  const { id } = await withRetries(
    async () => (await rooms.inviteUser({ roomId, inviterId: ann, invitedId: bob })).invitation,
  );
  const accept = () =>
    rooms.answerInvitation({ invitationId: id, userId: bob, accept: true, blockedIds: [] });
  await crashAt(stack, 'room.accept-invitation.after-commit', accept);
  expect(await withRetries(accept)).toMatchObject({
    invitation: { status: RequestStatus.ACCEPTED },
    room: { id: roomId },
  });
}, 60_000);

test('repeats a match as the same room after a crash', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const match = { matchId: randomUUID(), playerIds: [ann, bob], bet: 0 };
  await crashAt(stack, 'room.create-match.after-commit', () => matchmaking.createMatch(match));
  expect((await withRetries(() => matchmaking.createMatch(match))).game?.status).toBe(Status.ACTIVE);
}, 60_000);
