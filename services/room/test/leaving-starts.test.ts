import { randomUUID } from 'node:crypto';
import type { RoomId, UserId } from '@fifteen/domain';
import { Condition, Status } from '@fifteen/proto/game';
import { isAppError, type AppError } from '@fifteen/runtime';
import { UNREACHABLE } from '@fifteen/testkit/services';
import { afterAll, expect, test } from 'vitest';
import { gameIdOf, roomIdOfMatch } from '../src/domain/ids.ts';
import { asSpectator, newUserId, openHarness, roomWithPlayers } from './harness.ts';
import { expectInvariants } from './invariants.ts';

/** The game service cannot hold stakes, so that a start of a game for coins does not end. */
const { harness, rooms, roomOf } = openHarness({ gameEnv: { ECONOMY_ADDR: UNREACHABLE } });
afterAll(() => expectInvariants(harness.sql));

const BET = 5_000;
const newPlayers = async (): Promise<[UserId, UserId]> => [
  await harness.userWithCoins(20_000),
  await harness.userWithCoins(20_000),
];
const statusOfRound = async (roomId: RoomId) =>
  (
    await harness.sql.query<{ status: string }>(`SELECT status FROM round WHERE room_id = $1 AND round = 1`, [
      roomId,
    ])
  ).rows[0]?.status;
const statusOfGame = async (roomId: RoomId) =>
  (await harness.games.getGame({ gameId: gameIdOf(roomId, 1) })).game.status;
const funding = (roomId: RoomId) =>
  expect.poll(() => statusOfGame(roomId).catch(() => undefined), { timeout: 30_000 }).toBe(Status.FUNDING);

/** Stores the round of a start whose call has not arrived at the game service, and which no job repeats meanwhile. */
const storeRound = (roomId: RoomId, playerIds: readonly UserId[]) =>
  harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, $2, 'starting', $3, 'infinity')`,
    [roomId, gameIdOf(roomId, 1), playerIds],
  );

/** Expects that both players may play: of a game that is called off, neither is a player any more. */
async function expectFree([ann, bob]: readonly [UserId, UserId]): Promise<void> {
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  expect((await rooms.startGame({ roomId: id, userId: ann })).game.status).toBe(Status.ACTIVE);
}

test('calls a game off whose player leaves before its stakes are held', async () => {
  const players = await newPlayers();
  const [ann, bob] = players;
  const { id: roomId } = await roomWithPlayers(harness, players, { bet: BET });
  const start = rooms.startGame({ roomId, userId: ann }).then(
    () => 'started',
    (error: AppError) => error.code,
  );
  await funding(roomId);
  await harness.replicas[1].gateway.leaveRoom({ roomId, userId: bob, unlessPlaying: true });
  // An attempt that comes later finds the owner alone.
  expect(await start).toMatch(/GAME_CANCELLED|ROOM_NOT_READY/);
  expect(await statusOfGame(roomId)).toBe(Status.CANCELLED);
  expect(await statusOfRound(roomId)).toBe('off');
  expect(await roomOf(bob)).toBeUndefined();
  expect((await roomOf(ann))?.participants).toMatchObject([{ userId: ann }]);
  expect([await harness.coins(ann), await harness.coins(bob)]).toEqual([20_000, 20_000]);
  await expectFree(players);
});

test('closes the room of a match whose player leaves before its stakes are held', async () => {
  const players = await newPlayers();
  const [ann, bob] = players;
  const matchId = randomUUID();
  const roomId = roomIdOfMatch(matchId);
  const created = harness.replicas[0].matchmaking
    .createMatch({ matchId, playerIds: players, bet: BET })
    .catch((error: unknown) => error as AppError);
  await funding(roomId);
  await rooms.leaveRoom({ roomId, userId: bob });
  expect(isAppError(await created, 'GAME_CANCELLED')).toBe(true);
  for (const user of players) expect(await roomOf(user)).toBeUndefined();
  expect(await harness.coins(ann)).toBe(20_000);
  await expectFree(players);
});

test('calls a game off whose player leaves before the game service knows it, and notifies the other', async () => {
  const players = await newPlayers();
  const [ann, bob] = players;
  const { id: roomId } = await roomWithPlayers(harness, players, { bet: BET });
  await storeRound(roomId, players);
  await rooms.leaveRoom({ roomId, userId: bob });
  expect(await statusOfRound(roomId)).toBe('off');
  expect(await roomOf(bob)).toBeUndefined();
  await expect
    .poll(() => harness.received(`room.${roomId}`, 'startFailed'))
    .toMatchObject([{ roomId, code: 'OPPONENT_LEFT', leaverIds: [bob] }]);
  const late = {
    gameId: gameIdOf(roomId, 1),
    roomId,
    round: 1,
    playerIds: players,
    bet: BET,
    xPlayerId: '',
  } as const;
  await expect(harness.gamesAsRoom.createGame(late)).rejects.toMatchObject({ code: 'GAME_CANCELLED' });
  expect(await harness.coins(ann)).toBe(20_000);
  await expectFree(players);
});

test('a player who leaves an open game loses it, also before its start is recorded', async () => {
  const players = await newPlayers();
  const [ann, bob] = players;
  const { id: roomId } = await roomWithPlayers(harness, players);
  await storeRound(roomId, players);
  const start = {
    gameId: gameIdOf(roomId, 1),
    roomId,
    round: 1,
    playerIds: players,
    bet: 0,
    xPlayerId: '',
  } as const;
  await harness.gamesAsRoom.createGame(start);
  await rooms.leaveRoom({ roomId, userId: bob });
  expect((await harness.games.getGame({ gameId: start.gameId })).game).toMatchObject({
    condition: Condition.ABANDONMENT,
    abandonedBy: bob,
  });
  expect(await statusOfRound(roomId)).toBe('over');
  expect((await roomOf(ann))?.participants).toMatchObject([{ userId: ann }]);
});

test('hides the game of a start that is cancelled, until its round is called off', async () => {
  const [ann, bob] = await newPlayers();
  const { id: roomId, code } = await roomWithPlayers(harness, [ann, bob], { maxPlayers: 4 });
  const { id: otherId } = await roomWithPlayers(harness, await newPlayers());
  const start = { gameId: gameIdOf(roomId, 1), roomId, round: 1, playerIds: [ann, bob], bet: 0 };
  const other = { ...start, gameId: gameIdOf(otherId, 1), roomId: otherId, playerIds: [ann, newUserId()] };
  await harness.gamesAsRoom.createGame({ ...other, xPlayerId: '' });
  await expect(harness.gamesAsRoom.createGame({ ...start, xPlayerId: '' })).rejects.toMatchObject({
    code: 'ALREADY_IN_GAME',
  });
  await storeRound(roomId, [ann, bob]);
  expect((await rooms.getCurrentRoom({ userId: bob })).game).toBeUndefined();
  expect((await rooms.joinRoom(asSpectator(code, newUserId()))).game).toBeUndefined();
});
