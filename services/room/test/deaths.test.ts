import { randomUUID } from 'node:crypto';
import { EconomyService } from '@fifteen/proto/economy';
import { GameService, Status } from '@fifteen/proto/game';
import { Answer, RoomService } from '@fifteen/proto/room';
import { connectRpc, isAppError, Lifecycle, openDatabase, type Calls, type Database } from '@fifteen/runtime';
import { startStack, type Stack } from '@fifteen/testkit/stack';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectSound } from './sound.ts';
import { callers, log, patient, sit, somebody, tokenOf, wish, type Rooms } from './world.ts';

/**
 * Real processes, killed as by `kill -9` between a commit and its answer, and started again: what was asked for has
 * happened once, and whoever asks again is told so.
 */
const BET = 5_000;
const lifecycle = new Lifecycle(log);
let stack: Stack;
let sql: Database;
let rooms: Rooms;
let queue: Rooms;
let games: Calls<typeof GameService>;
let bank: Calls<typeof EconomyService>;
/** A new user with 20,000 coins. */
let rich: () => Promise<string>;

beforeAll(async () => {
  const env = { RPC_CALLERS: callers };
  stack = await startStack({
    services: ['economy', 'game', 'room'],
    own: true,
    env: {
      economy: { ...env, RPC_TOKEN: tokenOf('economy') },
      game: { ...env, RPC_TOKEN: tokenOf('game') },
      room: { ...env, RPC_TOKEN: tokenOf('room') },
    },
  });
  const connect = <S extends Parameters<typeof connectRpc>[0]['service']>(
    ...[service, name, caller]: [S, 'economy' | 'game' | 'room', string]
  ) => {
    const options = { name, service, address: stack.addresses(name)[0]!, token: tokenOf(caller) };
    return patient(connectRpc(options, { lifecycle }).calls) as Calls<S>;
  };
  rooms = connect(RoomService, 'room', 'gateway');
  queue = connect(RoomService, 'room', 'matchmaking');
  games = connect(GameService, 'game', 'room');
  bank = connect(EconomyService, 'economy', 'admin');
  const identity = connect(EconomyService, 'economy', 'identity');
  rich = async () => {
    const userId = randomUUID();
    await identity.signup({ userId });
    await bank.topUp({ userId, amount: 19_000, reference: userId });
    return userId;
  };
  sql = openDatabase({ service: 'test', url: stack.databases.room!.ownerUrl, pool: 2 }, { log, lifecycle });
}, 60_000);
afterEach(() => expectSound(sql));
afterAll(async () => {
  await lifecycle.stop();
  await stack.stop();
});

const coins = async (userId: string) =>
  (await bank.getBalances({ userIds: [userId] })).balances[0]?.coins ?? 0;

/** Repeats a call until somebody answers it, as every caller does who does not know what became of it. */
async function steadily<T>(call: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + 40_000; ;) {
    try {
      return await call();
    } catch (error) {
      if (!isAppError(error, 'SERVICE_UNAVAILABLE') || Date.now() > end) throw error;
    }
  }
}

/** Does something that kills the service at that point, and starts it again. Nobody repeats the act. */
async function dieAt(point: string, act: () => Promise<unknown>): Promise<void> {
  const [unit] = stack.service('room');
  await unit!.kill9();
  await unit!.start({ FAILPOINT: point });
  // The first calls may not reach it yet.
  while (unit!.pid !== undefined) await act().catch(() => undefined);
  expect(await unit!.gone).toBe('SIGKILL');
  await unit!.start();
}

/** Two in a room for coins; nothing is played yet. */
async function table() {
  const [ann, bob] = [await rich(), await rich()];
  const { id: roomId, code } = await steadily(() => rooms.create(wish(ann, { bet: BET })));
  await steadily(() => rooms.join(sit(code, bob)));
  return { ann, bob, roomId, code };
}

/** The same after a game, with a request of the one for another. */
async function asked() {
  const at = await table();
  const { id: gameId } = await steadily(() => rooms.start({ roomId: at.roomId, userId: at.ann }));
  await games.abandon({ gameId, userId: at.ann });
  await expect
    .poll(async () => (await coins(at.ann)) + (await coins(at.bob)), { timeout: 10_000 })
    .toBe(40_000);
  const { id: requestId } = await steadily(() =>
    rooms.askAgain({ gameId, requesterId: at.ann, requestedId: at.bob }),
  );
  return { ...at, gameId, requestId };
}
const roundOf = async (userId: string) => (await steadily(() => rooms.current({ userId }))).game?.round;

test('killed after a room was written down: the request repeated is that room', async () => {
  const request = wish(somebody());
  await dieAt('room.create.after-commit', () => rooms.create(request));
  const { id } = await steadily(() => rooms.create(request));
  const { rows } = await sql.query<{ id: string }>(`SELECT id FROM room WHERE creator_id = $1`, [
    request.ownerId,
  ]);
  expect(rows).toEqual([{ id }]);
}, 60_000);

test('killed after somebody sat down: they sit there', async () => {
  const { code } = await steadily(() => rooms.create(wish(somebody())));
  const bob = somebody();
  await dieAt('room.join.after-commit', () => rooms.join(sit(code, bob)));
  const { room } = await steadily(() => rooms.join(sit(code, bob)));
  expect(room?.participants).toHaveLength(2);
}, 60_000);

test.each(['room.start.after-commit', 'room.round.after-game', 'room.opened.after-commit'])(
  'killed at %s: the start repeated is the same game, and the stakes are taken once',
  async (point) => {
    const { ann, bob, roomId } = await table();
    await dieAt(point, () => rooms.start({ roomId, userId: ann }));
    const game = await steadily(() => rooms.start({ roomId, userId: ann }));
    expect(game).toMatchObject({ round: 1, status: Status.ACTIVE });
    expect([await coins(ann), await coins(bob)]).toEqual([15_000, 15_000]);
  },
  60_000,
);

test('killed in a start that nobody repeats: the game starts all the same', async () => {
  const { ann, roomId } = await table();
  await dieAt('room.start.after-commit', () => rooms.start({ roomId, userId: ann }));
  await expect.poll(() => roundOf(ann), { timeout: 15_000 }).toBe(1);
}, 60_000);

test.each(['room.accept.after-commit', 'room.ask.after-commit'])(
  'killed at %s, when both had agreed to another game: it starts, once, with both stakes',
  async (point) => {
    const { ann, bob, gameId, requestId } = await asked();
    const before = (await coins(ann)) + (await coins(bob));
    const act =
      point === 'room.accept.after-commit'
        ? () => rooms.answerAgain({ requestId, userId: bob, accept: true })
        : () => rooms.askAgain({ gameId, requesterId: bob, requestedId: ann });
    await dieAt(point, act);
    expect((await steadily(act)).status).toBe(Answer.ACCEPTED);
    await expect.poll(() => roundOf(bob), { timeout: 15_000 }).toBe(2);
    expect((await coins(ann)) + (await coins(bob))).toBe(before - 2 * BET);
  },
  60_000,
);

test('killed after a player left: they have left', async () => {
  const { ann, bob, roomId } = await table();
  await dieAt('room.leave.after-commit', () => rooms.leave({ roomId, userId: ann }));
  await steadily(() => rooms.leave({ roomId, userId: ann }));
  expect((await steadily(() => rooms.current({ userId: bob }))).room?.ownerId).toBe(bob);
}, 60_000);

test('killed after an invitation was accepted: who accepted is there, and a repeat says so', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { id: roomId } = await steadily(() => rooms.create(wish(ann, { private: true })));
  const { id } = await steadily(() => rooms.invite({ roomId, inviterId: ann, invitedId: bob }));
  const accept = () => rooms.answerInvitation({ invitationId: id, userId: bob, accept: true });
  await dieAt('room.accept-invitation.after-commit', accept);
  expect(await steadily(accept)).toMatchObject({
    invitation: { status: Answer.ACCEPTED },
    room: { id: roomId },
  });
}, 60_000);

test('killed after a match was written down: the match repeated is that room', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const match = { matchId: randomUUID(), playerIds: [ann, bob], bet: 0 };
  await dieAt('room.match.after-commit', () => queue.createMatch(match));
  expect((await steadily(() => queue.createMatch(match))).game?.status).toBe(Status.ACTIVE);
}, 60_000);
