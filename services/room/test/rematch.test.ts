import { randomUUID } from 'node:crypto';
import { type GameId, type RoomId, toGameId, toUserId, type UserId } from '@fifteen/domain';
import { Status } from '@fifteen/proto/game';
import { RequestStatus, RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { gameIdOf } from '../src/domain/ids.ts';
import {
  loseCoins,
  openHarness,
  playOut,
  asPlayer,
  newUserId,
  roomWithPlayers,
  asSpectator,
} from './harness.ts';

const { harness, rooms } = openHarness();

const current = (userId: UserId) => rooms.getCurrentRoom({ userId });
const statusesReceivedBy = (userId: UserId) =>
  harness.received(`user.${userId}`, 'rematch').map(({ status }) => status);
const lapseCodesReceivedBy = (userId: UserId) =>
  harness.received(`user.${userId}`, 'rematch').map(({ lapseCode }) => lapseCode);
const requestRematch = async (gameId: GameId, requesterId: UserId, requestedId: UserId, replica = 0) =>
  (await harness.replicas[replica]!.gateway.requestRematch({ gameId, requesterId, requestedId })).rematch;
const answerRematch = async (requestId: string, userId: UserId, accept = true, replica = 0) =>
  (await harness.replicas[replica]!.gateway.answerRematch({ requestId, userId, accept })).rematch;

interface PlayedRoom {
  ann: UserId;
  bob: UserId;
  /** The one of the two who had X and won. */
  x: UserId;
  roomId: RoomId;
  code: string;
  gameId: GameId;
}

/** Creates a room in which one game was played. */
async function playedRoom(more: Parameters<typeof roomWithPlayers>[2] = {}, coins = 0): Promise<PlayedRoom> {
  const player = async () => (coins ? harness.userWithCoins(coins) : newUserId());
  const [ann, bob] = [await player(), await player()];
  const { id: roomId, code } = await roomWithPlayers(harness, [ann, bob], more);
  const { id: gameId } = (await rooms.startGame({ roomId, userId: ann })).game;
  const x = await playOut(harness, gameId);
  // The winner is paid some time after the end.
  if (coins) await expect.poll(() => harness.coins(x)).toBe(coins + (more.bet ?? 0));
  return { ann, bob, roomId, code, gameId, x };
}

test('a game that the owner starts accepts the pending request', async () => {
  const { ann, bob, roomId, code, gameId } = await playedRoom();
  await rooms.leaveRoom({ roomId, userId: bob });
  await rooms.joinRoom(asPlayer(code, bob));
  await requestRematch(gameId, bob, ann);
  const { round } = (await rooms.startGame({ roomId, userId: ann })).game;
  expect(round).toBe(2);
  expect((await rooms.listRematches({ userId: ann })).rematches).toEqual([]);
  for (const user of [ann, bob])
    await expect
      .poll(() => statusesReceivedBy(user))
      .toEqual([RequestStatus.PENDING, RequestStatus.ACCEPTED]);
});

test('counts down two seconds to an agreed rematch and swaps the seats', async () => {
  const { ann, bob, x, roomId, gameId, code } = await playedRoom({ maxPlayers: 4 });
  const cid = newUserId();
  await rooms.joinRoom(asSpectator(code, cid));
  const request = await requestRematch(gameId, ann, bob);
  expect(request).toMatchObject({
    gameId,
    roomId,
    requesterId: ann,
    requestedId: bob,
    status: RequestStatus.PENDING,
  });
  expect((await rooms.listRematches({ userId: bob })).rematches).toEqual([request]);
  expect((await rooms.listRematches({ userId: ann })).rematches).toEqual([]);
  expect(await answerRematch(request.id, bob)).toEqual({ ...request, status: RequestStatus.ACCEPTED });
  // Until the next game starts, the room shows the last one.
  expect((await current(cid)).game?.id).toBe(gameId);
  // The room shows the next game as soon as it starts, and is playing once the game service has responded.
  await expect
    .poll(async () => current(cid))
    .toMatchObject({ game: { round: 2 }, room: { status: RoomStatus.PLAYING } });
  const { room, game } = await current(cid);
  expect(game?.xPlayerId).toBe(x === ann ? bob : ann);
  expect(room).toMatchObject({ status: RoomStatus.PLAYING, gameId: game?.id });
  await expect
    .poll(() => harness.received(`room.${roomId}`, 'countdown'))
    .toEqual([2, 1, 0].map((seconds) => ({ roomId, gameId, seconds })));
  for (const user of [ann, bob])
    expect(statusesReceivedBy(user)).toEqual([RequestStatus.PENDING, RequestStatus.ACCEPTED]);
  // This room was not made for a match.
  expect(harness.received(`user.${ann}`, 'match')).toEqual([]);
});

test('takes another stake from both players for a rematch', async () => {
  const { ann, bob, gameId, roomId, x } = await playedRoom({ bet: 5_000 }, 10_000);
  const o = x === ann ? bob : ann;
  const { id } = await requestRematch(gameId, o, x);
  await answerRematch(id, x);
  await rooms.startGame({ roomId, userId: x });
  expect([await harness.coins(x), await harness.coins(o)]).toEqual([10_000, 0]);
});

test('starts the agreed game at once when a player starts it during the countdown', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  const agreedAt = Date.now();
  await answerRematch(id, bob);
  const games = await Promise.all(
    [ann, bob].map(
      async (userId, replica) =>
        (await harness.replicas[replica]!.gateway.startGame({ roomId, userId })).game,
    ),
  );
  expect(games.map(({ round, status }) => [round, status])).toEqual([
    [2, Status.ACTIVE],
    [2, Status.ACTIVE],
  ]);
  expect(games[0]?.id).toBe(games[1]?.id);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await current(ann)).game?.id).toBe(games[0]?.id);
  // On a machine that stands still, the countdown may end first.
  const isLate = games[0]!.startedAt!.getTime() - agreedAt > 1_900;
  expect(isLate || harness.received(`room.${roomId}`, 'countdown').length < 3).toBe(true);
});

test('agrees when both players request a rematch', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const [one, two] = await Promise.all([
    requestRematch(gameId, ann, bob),
    requestRematch(gameId, bob, ann, 1),
  ]);
  expect(one.id).toBe(two.id);
  expect(new Set([one.status, two.status])).toEqual(new Set([RequestStatus.PENDING, RequestStatus.ACCEPTED]));
  expect((await rooms.startGame({ roomId, userId: bob })).game.round).toBe(2);
});

test('repeats the response to a player who agreed by requesting, also while the game runs', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  await requestRematch(gameId, ann, bob);
  const agreed = await requestRematch(gameId, bob, ann);
  await rooms.startGame({ roomId, userId: ann });
  expect(await requestRematch(gameId, bob, ann, 1)).toEqual(agreed);
  await expect(requestRematch(gameId, ann, bob)).rejects.toMatchObject({ code: 'GAME_RUNNING' });
});

test('accepts one request per player and game', async () => {
  const { ann, bob, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  const exists = { code: 'PLAY_AGAIN_EXISTS' };
  await expect(requestRematch(gameId, ann, bob)).rejects.toMatchObject(exists);
  await answerRematch(id, bob, false);
  await expect(requestRematch(gameId, ann, bob)).rejects.toMatchObject(exists);
  // The other may still change their mind.
  expect((await requestRematch(gameId, bob, ann)).status).toBe(RequestStatus.PENDING);
});

test('accepts one answer, repeats the same answer, and rejects a different one', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  await answerRematch(id, bob, false);
  expect((await answerRematch(id, bob, false)).status).toBe(RequestStatus.REJECTED);
  await expect(answerRematch(id, bob, true)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
  await expect(rooms.startGame({ roomId, userId: ann })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
  for (const user of [ann, bob]) {
    await expect
      .poll(() => statusesReceivedBy(user))
      .toEqual([RequestStatus.PENDING, RequestStatus.REJECTED]);
    expect(lapseCodesReceivedBy(user)).toEqual([undefined, undefined]);
  }
  const second = await requestRematch(gameId, bob, ann);
  await answerRematch(second.id, ann);
  expect((await answerRematch(second.id, ann)).status).toBe(RequestStatus.ACCEPTED);
  await expect(answerRematch(second.id, ann, false)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
  expect((await rooms.startGame({ roomId, userId: ann })).game.round).toBe(2);
  expect((await answerRematch(second.id, ann)).status).toBe(RequestStatus.ACCEPTED);
});

test('rejects answers of users who did not receive the request', async () => {
  const { ann, bob, code, gameId } = await playedRoom({ maxPlayers: 4 });
  const cid = newUserId();
  await rooms.joinRoom(asSpectator(code, cid));
  const { id } = await requestRematch(gameId, ann, bob);
  for (const other of [ann, cid, newUserId()]) {
    await expect(answerRematch(id, other)).rejects.toMatchObject({ code: 'PLAY_AGAIN_NOT_FOUND' });
  }
});

test('expires a request after 60 seconds and notifies both players that it was not answered', async () => {
  const { ann, bob, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  await harness.sql.query(
    `UPDATE rematch_request SET requested_at = requested_at - interval '61 s' WHERE id = $1`,
    [id],
  );
  await expect(answerRematch(id, bob)).rejects.toMatchObject({ code: 'PLAY_AGAIN_NOT_FOUND' });
  expect((await rooms.listRematches({ userId: bob })).rematches).toEqual([]);
  for (const user of [ann, bob]) {
    await expect
      .poll(() => statusesReceivedBy(user), { timeout: 30_000 })
      .toEqual([RequestStatus.PENDING, RequestStatus.REJECTED]);
    expect(lapseCodesReceivedBy(user)).toEqual([undefined, 'PLAY_AGAIN_UNANSWERED']);
  }
});

test('ends the request when the opponent leaves, which is no answer', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  await rooms.leaveRoom({ roomId, userId: bob });
  await expect.poll(() => statusesReceivedBy(ann)).toEqual([RequestStatus.PENDING, RequestStatus.REJECTED]);
  expect(lapseCodesReceivedBy(ann)).toEqual([undefined, 'OPPONENT_LEFT']);
  await expect(requestRematch(gameId, ann, bob)).rejects.toMatchObject({ code: 'PLAY_AGAIN_EXISTS' });
  await expect(answerRematch(id, bob)).rejects.toMatchObject({ code: 'PLAY_AGAIN_NOT_FOUND' });
});

test('rejects requests and answers after the opponent left', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  await rooms.leaveRoom({ roomId, userId: ann });
  await expect(answerRematch(id, bob)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
  await expect(requestRematch(gameId, bob, ann)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
});

test('cancels the round without a loss when a player leaves during the countdown, and notifies the room', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom({ bet: 5_000 }, 10_000);
  const before = await harness.coins(bob);
  await answerRematch((await requestRematch(gameId, ann, bob)).id, bob);
  await rooms.leaveRoom({ roomId, userId: bob });
  await expect
    .poll(() => harness.received(`room.${roomId}`, 'startFailed'))
    .toEqual([{ roomId, gameId, code: 'OPPONENT_LEFT', shortUserIds: [], leaverIds: [bob] }]);
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  expect((await current(ann)).game?.id).toBe(gameId);
  expect(await harness.coins(bob)).toBe(before);
});

test('keeps the room open and spends the consent when a player cannot pay for the rematch', async () => {
  const { ann, bob, x, roomId, gameId } = await playedRoom({ bet: 5_000 }, 10_000);
  const o = x === ann ? bob : ann;
  const winner = await harness.userWithCoins(5_000);
  await answerRematch((await requestRematch(gameId, x, o)).id, o);
  // During the countdown, so in few calls.
  await loseCoins(harness, o, winner);
  await expect
    .poll(() => harness.received(`room.${roomId}`, 'startFailed'))
    .toMatchObject([{ roomId, gameId, code: 'INSUFFICIENT_COINS', shortUserIds: [o] }]);
  expect(await current(bob)).toMatchObject({ room: { status: RoomStatus.ACTIVE }, game: { id: gameId } });
  await expect(rooms.startGame({ roomId, userId: ann })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
});

test('accepts another request of the same player for a game whose rematch the system has called off', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom({ bet: 5_000 }, 10_000);
  for (const round of [2, 3]) {
    // The economy did not respond in time: the game service called the game off.
    await harness.economyAsGame.voidStake({ gameId: gameIdOf(roomId, round) });
    const { id, status } = await requestRematch(gameId, ann, bob);
    expect(status).toBe(RequestStatus.PENDING);
    await answerRematch(id, bob);
    await expect
      .poll(() => harness.received(`room.${roomId}`, 'startFailed'), { timeout: 30_000 })
      .toHaveLength(round - 1);
  }
  const [failed] = harness.received(`room.${roomId}`, 'startFailed');
  expect(failed).toMatchObject({ gameId, code: 'SERVICE_UNAVAILABLE' });
  await answerRematch((await requestRematch(gameId, ann, bob)).id, bob);
  expect((await rooms.startGame({ roomId, userId: ann })).game.round).toBe(4);
});

test.each([
  ['a newcomer', async () => harness.userWithCoins(5_000)],
  ['the same opponent, who sat down again', async ({ bob }: PlayedRoom) => bob],
])(
  'reports a game that the owner starts with %s as no rematch when it cannot be paid',
  async (_, opponent) => {
    const played = await playedRoom({ bet: 5_000 }, 10_000);
    const { ann, bob, roomId, code, gameId } = played;
    // A rematch was agreed before, and called off.
    await answerRematch((await requestRematch(gameId, ann, bob)).id, bob);
    await rooms.leaveRoom({ roomId, userId: bob });
    const other = await opponent(played);
    await rooms.joinRoom(asPlayer(code, other));
    while ((await harness.coins(other)) >= 5_000) await loseCoins(harness, other);
    const failed = { code: 'INSUFFICIENT_COINS' };
    await expect(rooms.startGame({ roomId, userId: ann })).rejects.toMatchObject(failed);
    await expect
      .poll(() => harness.received(`room.${roomId}`, 'startFailed'))
      .toMatchObject([
        { roomId, gameId, code: 'OPPONENT_LEFT', shortUserIds: [] },
        { roomId, gameId: '', ...failed, shortUserIds: [other] },
      ]);
  },
);

test('requires the coins of the bet to request and to accept a rematch', async () => {
  const { ann, bob, x, gameId } = await playedRoom({ bet: 5_000 }, 5_000);
  const o = x === ann ? bob : ann;
  await expect.poll(async () => harness.coins(x)).toBe(10_000);
  const insufficient = { code: 'INSUFFICIENT_COINS' };
  await expect(requestRematch(gameId, o, x)).rejects.toMatchObject(insufficient);
  await expect(answerRematch((await requestRematch(gameId, x, o)).id, o)).rejects.toMatchObject(insufficient);
});

test('accepts requests only between the players of the room’s last game, after its end', async () => {
  const { ann, bob, roomId, code, gameId } = await playedRoom({ maxPlayers: 4 });
  const cid = newUserId();
  await rooms.joinRoom(asSpectator(code, cid));
  await expect(requestRematch(gameId, cid, ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(requestRematch(gameId, newUserId(), ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(requestRematch(gameId, ann, cid)).rejects.toMatchObject({ code: 'NOT_YOUR_OPPONENT' });
  await expect(requestRematch(toGameId(randomUUID()), ann, bob)).rejects.toMatchObject({
    code: 'GAME_NOT_FOUND',
  });
  await answerRematch((await requestRematch(gameId, ann, bob)).id, bob);
  const { id: second } = (await rooms.startGame({ roomId, userId: ann })).game;
  await expect(requestRematch(second, ann, bob)).rejects.toMatchObject({ code: 'GAME_RUNNING' });
  await playOut(harness, second);
  await expect(requestRematch(gameId, bob, ann)).rejects.toMatchObject({ code: 'NOT_LAST_GAME' });
  expect((await requestRematch(second, ann, bob)).status).toBe(RequestStatus.PENDING);
});

test('rejects a request of a player who joined after the game', async () => {
  const { ann, bob, roomId, code, gameId } = await playedRoom();
  await rooms.leaveRoom({ roomId, userId: bob });
  const cid = newUserId();
  await rooms.joinRoom(asPlayer(code, cid));
  await expect(requestRematch(gameId, cid, ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(requestRematch(gameId, ann, bob)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
});

test('rejects a rematch request to a computer player', async () => {
  const [ann, bot] = [newUserId(), toUserId(`player_${randomUUID()}`)];
  await harness.replicas[0].matchmaking.createMatch({ matchId: randomUUID(), playerIds: [ann, bot], bet: 0 });
  // The computer is announced first.
  await expect
    .poll(async () => (await current(ann)).room?.status, { timeout: 30_000 })
    .toBe(RoomStatus.PLAYING);
  const gameId = (await current(ann)).game?.id ?? toGameId('');
  await harness.gamesAsRoom.abandonGame({ gameId, userId: bot });
  await expect(requestRematch(gameId, ann, bot)).rejects.toMatchObject({ code: 'OPPONENT_IS_COMPUTER' });
});

test('has one result when a request is accepted, expires and its player leaves concurrently', async () => {
  const { ann, bob, roomId, gameId } = await playedRoom();
  const { id } = await requestRematch(gameId, ann, bob);
  await harness.sql.query(
    `UPDATE rematch_request SET requested_at = now() - interval '59.95 s' WHERE id = $1`,
    [id],
  );
  const [accepted] = await Promise.allSettled([
    answerRematch(id, bob),
    harness.replicas[1].gateway.leaveRoom({ roomId, userId: ann }),
  ]);
  expect((await current(ann)).room).toBeUndefined();
  const { rows } = await harness.sql.query<{ status: string }>(
    `SELECT status FROM round WHERE room_id = $1 AND round = 2`,
    [roomId],
  );
  // A round that was agreed first is cancelled by leaving. Otherwise none was agreed.
  if (accepted.status === 'fulfilled') expect(rows).toEqual([{ status: 'off' }]);
  else
    expect([rows.length, accepted.reason.code]).toEqual([
      0,
      expect.stringMatching(/OPPONENT_LEFT|NOT_FOUND/),
    ]);
});

test('deletes a room that closed 30 days ago, with its rounds, invitations and requests', async () => {
  const rowsOf = async ({ roomId }: PlayedRoom): Promise<number> => {
    const names = ['room', 'round', 'invitation', 'rematch_request'];
    const counts = names.map(
      (table) => `(SELECT count(*) FROM ${table} WHERE ${table === 'room' ? 'id' : 'room_id'} = $1)`,
    );
    const { rows } = await harness.sql.query<{ n: number }>(`SELECT ${counts.join(' + ')} AS n`, [roomId]);
    return rows[0]!.n;
  };
  const close = async ({ roomId, ann, bob }: PlayedRoom): Promise<void> => {
    for (const userId of [ann, bob]) await rooms.leaveRoom({ roomId, userId });
  };
  const tables = [
    await playedRoom({ private: true }),
    await playedRoom({ private: true }),
    await playedRoom({ private: true }),
  ];
  const [old, recent, open] = tables as [PlayedRoom, PlayedRoom, PlayedRoom];
  for (const room of tables) await requestRematch(room.gameId, room.ann, room.bob);
  await close(old);
  await close(recent);
  const age = (roomId: RoomId, days: number) =>
    harness.sql.query(`UPDATE room SET updated_at = now() - make_interval(days => $2) WHERE id = $1`, [
      roomId,
      days,
    ]);
  await age(old.roomId, 31);
  await age(recent.roomId, 29);
  expect(await Promise.all(tables.map(rowsOf))).toEqual([4, 4, 4]);

  await harness.startReplica();
  await expect.poll(() => rowsOf(old)).toBe(0);
  expect(await Promise.all([recent, open].map(rowsOf))).toEqual([4, 4]);
  await expect(requestRematch(old.gameId, old.ann, old.bob)).rejects.toMatchObject({
    code: 'GAME_NOT_FOUND',
  });
});
