import { randomUUID } from 'node:crypto';
import { toGameId, toRoomId, type UserId } from '@fifteen/domain';
import { Condition, Status } from '@fifteen/proto/game';
import { Role, RoomStatus } from '@fifteen/proto/room';
import { encodeEvent } from '@fifteen/runtime';
import { UNREACHABLE } from '@fifteen/testkit/services';
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
  roomRequest,
  type Harness,
} from './harness.ts';

const { harness, rooms, roomOf } = openHarness();

const twoUsers = (): [UserId, UserId] => [newUserId(), newUserId()];

test('creates a room with its owner as a player, once per request', async () => {
  const ann = newUserId();
  const request = roomRequest(ann, { name: '  Ann’s  ', maxPlayers: 4, private: true });
  const answers = await Promise.all(
    [0, 1, 0, 1].map(async (replica) => (await harness.replicas[replica]!.gateway.createRoom(request)).room),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({
    ...{ name: 'Ann’s', status: RoomStatus.WAITING, ownerId: ann, maxPlayers: 4, private: true, bet: 0 },
    ...{ gameId: '', participants: [{ userId: ann, role: Role.PLAYER }] },
  });
  expect(answers[0]?.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect((await roomOf(ann))?.id).toBe(answers[0]?.id);
});

test('creates another room for the same request id of another user', async () => {
  const [ann, bob] = twoUsers();
  const { room: first } = await rooms.createRoom(roomRequest(ann));
  const { room: second } = await rooms.createRoom(roomRequest(bob, { requestId: 'one' }));
  expect(second.id).not.toBe(first.id);
  expect((await rooms.createRoom(roomRequest(ann, { requestId: 'one' }))).room.id).not.toBe(second.id);
});

test('rejects a repeated request after the owner left its room', async () => {
  const ann = newUserId();
  const request = roomRequest(ann);
  const { id } = (await rooms.createRoom(request)).room;
  await rooms.leaveRoom({ roomId: id, userId: ann });
  await expect(rooms.createRoom(request)).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
});

test('creates another room for a request id of more than ten minutes ago, once for concurrent calls', async () => {
  const [ann, bob] = twoUsers();
  const request = roomRequest(ann, { requestId: '1' });
  const { id } = (await rooms.createRoom(request)).room;
  await rooms.joinRoom(asPlayer((await roomOf(ann))!.code, bob));
  const age = (minutes: number) =>
    harness.sql.query(`UPDATE room SET created_at = now() - make_interval(mins => $2) WHERE id = $1`, [
      ...[id, minutes],
    ]);
  await age(9);
  expect((await rooms.createRoom(request)).room.id).toBe(id);
  await age(11);
  const created = await Promise.all(
    [0, 1, 0, 1].map(async (replica) => (await harness.replicas[replica]!.gateway.createRoom(request)).room),
  );
  expect(new Set(created.map((room) => room.id)).size).toBe(1);
  expect(created[0]?.id).not.toBe(id);
  expect((await roomOf(ann))?.id).toBe(created[0]?.id);
  expect((await roomOf(bob))?.id).toBe(id);
});

test.each([
  { bet: 4_999 },
  { bet: -5_000 },
  { maxPlayers: 1 },
  { maxPlayers: 3 },
  { maxPlayers: 1_000_000_000 },
  { name: '' },
  { name: '   ' },
  { name: 'x'.repeat(41) },
  { requestId: '' },
  { requestId: 'x'.repeat(65) },
])('rejects a room with %o', async (more) => {
  await expect(rooms.createRoom(roomRequest(newUserId(), more))).rejects.toMatchObject({ code: 'INVALID' });
});

test('requires the coins of the bet, at least 1000', async () => {
  const [poor, rich] = await Promise.all([harness.userWithCoins(1_000), harness.userWithCoins(5_000)]);
  const insufficient = { code: 'INSUFFICIENT_COINS', details: { coins: 5_000 } };
  await expect(rooms.createRoom(roomRequest(poor, { bet: 5_000 }))).rejects.toMatchObject(insufficient);
  const { code } = (await rooms.createRoom(roomRequest(rich, { bet: 5_000, maxPlayers: 4 }))).room;
  await expect(rooms.joinRoom(asPlayer(code, poor))).rejects.toMatchObject(insufficient);
  expect(await roomOf(poor)).toBeUndefined();
  const { room } = await rooms.joinRoom(asSpectator(code, poor));
  expect(room?.participants).toHaveLength(2);
});

test('admits a second player by the code of a public room, but no third', async () => {
  const [ann, bob] = twoUsers();
  const room = await roomWithPlayers(harness, [ann, bob]);
  expect(room.participants.map(({ userId, role }) => [userId, role])).toEqual([
    [ann, Role.PLAYER],
    [bob, Role.PLAYER],
  ]);
  expect((await rooms.joinRoom(asPlayer(room.code, bob))).room).toMatchObject({ version: room.version });
  await expect(rooms.joinRoom(asPlayer(room.code, newUserId()))).rejects.toMatchObject({ code: 'ROOM_FULL' });
  await expect(rooms.joinRoom(asPlayer('AAAAAAAA', newUserId()))).rejects.toMatchObject({
    code: 'ROOM_NOT_FOUND',
  });
  await expect.poll(() => harness.received(`room.${room.id}`, 'room')).toHaveLength(1);
});

test('allows no spectators in a room for two and fifty in a room for four', async () => {
  const { room: small } = await rooms.createRoom(roomRequest(newUserId()));
  await expect(rooms.joinRoom(asSpectator(small.code, newUserId()))).rejects.toMatchObject({
    code: 'SPECTATORS_NOT_ALLOWED',
  });
  const { code } = (await rooms.createRoom(roomRequest(newUserId(), { maxPlayers: 4 }))).room;
  const joins = await Promise.allSettled(
    Array.from({ length: 55 }, (_, i) =>
      harness.replicas[i % 2]!.gateway.joinRoom(asSpectator(code, newUserId())),
    ),
  );
  expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  for (const join of joins) if (join.status === 'rejected') expect(join.reason.code).toBe('ROOM_FULL');
});

test('lets a spectator take a free seat, but no player become a spectator', async () => {
  const [ann, bob] = twoUsers();
  const { code } = (await rooms.createRoom(roomRequest(ann, { maxPlayers: 4 }))).room;
  await rooms.joinRoom(asSpectator(code, bob));
  const { room } = await rooms.joinRoom(asPlayer(code, bob));
  expect(room?.participants).toMatchObject([
    { userId: ann, role: Role.PLAYER },
    { userId: bob, role: Role.PLAYER },
  ]);
  await expect(rooms.joinRoom(asSpectator(code, bob))).rejects.toMatchObject({ code: 'ALREADY_A_PLAYER' });
});

test('removes a user who creates or joins a room from their previous room', async () => {
  const [ann, bob] = twoUsers();
  const first = await roomWithPlayers(harness, [ann, bob]);
  const { room: second } = await rooms.createRoom(roomRequest(bob));
  expect((await roomOf(ann))?.participants).toHaveLength(1);
  await rooms.joinRoom(asPlayer(second.code, ann));
  expect((await roomOf(ann))?.id).toBe(second.id);
  await expect(rooms.joinRoom(asPlayer(first.code, newUserId()))).rejects.toMatchObject({
    code: 'ROOM_NOT_FOUND',
  });
});

test('removes a user who starts a search from their room, but not when they have entered it since', async () => {
  const [ann, bob] = twoUsers();
  const { id, code, participants } = await roomWithPlayers(harness, [ann, bob]);
  const { matchmaking } = harness.replicas[1];
  await matchmaking.checkStake({ userId: bob, bet: 0 });
  expect((await roomOf(bob))?.id).toBe(id);
  const request = { userId: bob, bet: 0, participantId: participants[1]!.id };
  for (let times = 0; times < 2; times += 1) await matchmaking.checkStake(request);
  expect(await roomOf(bob)).toBeUndefined();
  expect((await roomOf(ann))?.participants).toHaveLength(1);
  await rooms.joinRoom(asPlayer(code, bob));
  await matchmaking.checkStake(request);
  expect((await roomOf(bob))?.id).toBe(id);
});

test('keeps a user in their room who may not start a search', async () => {
  const [ann, bob] = twoUsers();
  const { id, participants } = await roomWithPlayers(harness, [ann, bob]);
  const { matchmaking } = harness.replicas[1];
  const request = { userId: ann, bet: 5_000, participantId: participants[0]!.id };
  await expect(matchmaking.checkStake(request)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  await rooms.startGame({ roomId: id, userId: ann });
  const search = matchmaking.checkStake({ ...request, bet: 0 });
  await expect(search).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  expect(await roomOf(ann)).toMatchObject({ id, status: RoomStatus.PLAYING });
});

test('keeps a user in their room when the room they join is full', async () => {
  const ann = newUserId();
  const { id } = (await rooms.createRoom(roomRequest(ann))).room;
  const full = await roomWithPlayers(harness, twoUsers());
  await expect(rooms.joinRoom(asPlayer(full.code, ann))).rejects.toMatchObject({ code: 'ROOM_FULL' });
  expect((await roomOf(ann))?.id).toBe(id);
});

test.each([0, 5_000])(
  'rejects creating, joining and matching for %i coins while the user plays in another room',
  async (bet) => {
    const [ann, bob] = twoUsers();
    const { id } = await roomWithPlayers(harness, [ann, bob]);
    await rooms.startGame({ roomId: id, userId: ann });
    const inviterId = await harness.userWithCoins(20_000);
    const { room: other } = await rooms.createRoom(roomRequest(inviterId, { bet }));
    // Also for players without coins: those of a game may have staked them.
    const busy = { code: 'ALREADY_IN_GAME' };
    await expect(rooms.createRoom(roomRequest(ann, { bet }))).rejects.toMatchObject(busy);
    await expect(rooms.joinRoom(asPlayer(other.code, bob))).rejects.toMatchObject(busy);
    const { invitation } = await rooms.inviteUser({ roomId: other.id, inviterId, invitedId: ann });
    const acceptance = { invitationId: invitation.id, userId: ann, accept: true, blockedIds: [] };
    await expect(rooms.answerInvitation(acceptance)).rejects.toMatchObject(busy);
    const match = { matchId: newUserId(), playerIds: [bob, newUserId()], bet };
    await expect(harness.replicas[1].matchmaking.createMatch(match)).rejects.toMatchObject(busy);
  },
);

test.each([
  ['has lost', async () => undefined],
  [
    'has cancelled',
    async (start: Parameters<Harness['gamesAsRoom']['createGame']>[0]) => {
      const userId = start.playerIds[0]!;
      const other = { gameId: toGameId(randomUUID()), roomId: toRoomId(randomUUID()), round: 1 };
      const playerIds = [userId, newUserId()];
      await harness.gamesAsRoom.createGame({ ...other, playerIds, bet: 0, xPlayerId: '' });
      await expect(harness.gamesAsRoom.createGame(start)).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
      await harness.gamesAsRoom.abandonGame({ gameId: other.gameId, userId });
    },
  ],
])('frees the players of a game that the game service %s, who may start another', async (_, prepare) => {
  const [ann, bob] = twoUsers();
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  // The database of games was restored to a moment before this game began.
  // The room first: a replica may notice the round as soon as it is there.
  await harness.sql.query(`UPDATE room SET status = 'playing' WHERE id = $1`, [id]);
  await harness.sql.query(`UPDATE participant SET agreed = false WHERE room_id = $1`, [id]);
  const start = { gameId: gameIdOf(id, 1), roomId: id, round: 1, playerIds: [ann, bob] };
  await prepare({ ...start, bet: 0, xPlayerId: '' });
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, $2, 'playing', $3, now() - interval '2 minutes')`,
    [id, start.gameId, start.playerIds],
  );
  // A replica looks for such rounds every ten seconds.
  await expect.poll(() => roomOf(ann), { timeout: 40_000 }).toMatchObject({ status: RoomStatus.WAITING });
  const failed = { roomId: id, code: 'SERVICE_UNAVAILABLE' };
  await expect.poll(() => harness.received(`room.${id}`, 'startFailed')).toMatchObject([failed]);
  expect((await rooms.startGame({ roomId: id, userId: ann })).game.round).toBe(2);
});

test('frees the players of a lost game although another game of the same pass cannot be read', async () => {
  const [ann, bob, cid, dan] = [...twoUsers(), ...twoUsers()];
  const unreadable = await roomWithPlayers(harness, [ann, bob]);
  const { game } = await rooms.startGame({ roomId: unreadable.id, userId: ann });
  // A defect or a repair by hand may leave such a row: no game can have these moves.
  await harness.gameSql.query(
    `UPDATE game SET moves = '{1, 1}', version = 2, last_move_at = now() WHERE id = $1`,
    [game.id],
  );
  const { id } = await roomWithPlayers(harness, [cid, dan]);
  await harness.sql.query(
    `WITH playing AS (UPDATE room SET status = 'playing' WHERE id = $1),
       due AS (UPDATE round SET updated_at = now() - interval '2 minutes' WHERE room_id = $2)
     INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, gen_random_uuid(), 'playing', $3, now() - interval '2 minutes')`,
    [id, unreadable.id, [cid, dan]],
  );
  await expect.poll(() => roomOf(cid), { timeout: 40_000 }).toMatchObject({ status: RoomStatus.WAITING });
});

test('lets the owner start the game with two players, and repeats the start as the same game', async () => {
  const [ann, bob] = twoUsers();
  const { id, code } = (await rooms.createRoom(roomRequest(ann, { maxPlayers: 4 }))).room;
  await expect(rooms.startGame({ roomId: id, userId: ann })).rejects.toMatchObject({
    code: 'ROOM_NOT_READY',
  });
  await rooms.joinRoom(asPlayer(code, bob));
  await expect(rooms.startGame({ roomId: id, userId: bob })).rejects.toMatchObject({
    code: 'NOT_ROOM_OWNER',
  });
  const games = await Promise.all(
    [0, 1, 0].map(
      async (replica) =>
        (await harness.replicas[replica]!.gateway.startGame({ roomId: id, userId: ann })).game,
    ),
  );
  expect(new Set(games.map((game) => game.id)).size).toBe(1);
  expect((await rooms.startGame({ roomId: id, userId: bob })).game.id).toBe(games[0]?.id);
  expect(await roomOf(bob)).toMatchObject({ status: RoomStatus.PLAYING, gameId: games[0]?.id });
  const { room, game } = await rooms.joinRoom(asSpectator(code, newUserId()));
  expect([room?.participants.length, game?.id]).toEqual([3, games[0]?.id]);
});

test('rejects a second game without the consent of the other player', async () => {
  const [ann, bob] = twoUsers();
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  await playOut(harness, (await rooms.startGame({ roomId: id, userId: ann })).game.id);
  for (const userId of [ann, bob]) {
    await expect(rooms.startGame({ roomId: id, userId })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
  }
  expect((await roomOf(ann))?.status).toBe(RoomStatus.ACTIVE);
});

test('rejects a second game without consent also after one whose start was never recorded', async () => {
  const [ann, bob] = twoUsers();
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const round = { gameId: gameIdOf(roomId, 1), roomId, round: 1, playerIds: [ann, bob] };
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids) VALUES ($1, 1, $2, 'starting', $3)`,
    [roomId, round.gameId, round.playerIds],
  );
  await harness.gamesAsRoom.createGame({ ...round, bet: 0, xPlayerId: '' });
  await playOut(harness, round.gameId);
  await expect.poll(async () => (await roomOf(ann))?.status).toBe(RoomStatus.ACTIVE);
  await expect(rooms.startGame({ roomId, userId: ann })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
});

test('takes sitting down on a free seat as consent to a game', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { id, code } = await roomWithPlayers(harness, [ann, bob]);
  await playOut(harness, (await rooms.startGame({ roomId: id, userId: ann })).game.id);
  await rooms.leaveRoom({ roomId: id, userId: ann });
  expect((await roomOf(bob))?.ownerId).toBe(bob);
  await rooms.joinRoom(asPlayer(code, cid));
  expect((await roomOf(bob))?.participants).toMatchObject([
    { userId: cid, agreed: true },
    { userId: bob, agreed: false },
  ]);
  const { game } = await rooms.startGame({ roomId: id, userId: bob });
  expect([game.round, game.status]).toEqual([2, Status.ACTIVE]);
});

test('keeps the room open and notifies it when a player cannot pay for the game', async () => {
  const [ann, bob] = await Promise.all([harness.userWithCoins(10_000), harness.userWithCoins(5_000)]);
  const { id } = await roomWithPlayers(harness, [ann, bob], { bet: 5_000 });
  await loseCoins(harness, bob);
  const start = { roomId: id, userId: ann, requestId: 'start' };
  const insufficient = { code: 'INSUFFICIENT_COINS' };
  await expect(rooms.startGame(start)).rejects.toMatchObject({
    ...insufficient,
    details: { coins: 5_000, shortUserIds: [bob] },
  });
  expect(await roomOf(bob)).toMatchObject({ id, status: RoomStatus.WAITING, gameId: '' });
  await expect
    .poll(() => harness.received(`room.${id}`, 'startFailed'))
    .toMatchObject([{ roomId: id, gameId: '', ...insufficient, shortUserIds: [bob] }]);
  expect(await harness.coins(ann)).toBe(10_000);
  // The next attempt, also of the same request, is another game: it is checked again.
  await expect(rooms.startGame(start)).rejects.toMatchObject(insufficient);
  await rooms.leaveRoom({ roomId: id, userId: bob });
  await rooms.joinRoom(asPlayer((await roomOf(ann))?.code ?? '', await harness.userWithCoins(5_000)));
  expect((await rooms.startGame(start)).game).toMatchObject({
    bet: 5_000,
    status: Status.ACTIVE,
  });
});

test('leaving a room changes nothing for a user who is in another, and says so', async () => {
  const [ann, bob] = twoUsers();
  const [own, other] = [await rooms.createRoom(roomRequest(ann)), await rooms.createRoom(roomRequest(bob))];
  const leave = async ({ room: { id } }: typeof own) =>
    (await rooms.leaveRoom({ roomId: id, userId: ann })).inOtherRoom;
  expect(await leave(other)).toBe(true);
  expect((await roomOf(ann))?.id).toBe(own.room.id);
  expect([await leave(own), await leave(own), await leave(other)]).toEqual([false, false, false]);
});

test('passes the room of an owner who leaves to the other player, never to a spectator', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { id, code } = (await rooms.createRoom(roomRequest(ann, { maxPlayers: 4 }))).room;
  await rooms.joinRoom(asSpectator(code, cid));
  await rooms.joinRoom(asPlayer(code, bob));
  await rooms.leaveRoom({ roomId: id, userId: ann });
  expect(await roomOf(cid)).toMatchObject({ ownerId: bob, status: RoomStatus.WAITING });
});

test('closes the room after its last player and removes its spectators', async () => {
  const [ann, cid] = twoUsers();
  const { id, code } = (await rooms.createRoom(roomRequest(ann, { maxPlayers: 4 }))).room;
  await rooms.joinRoom(asSpectator(code, cid));
  await rooms.leaveRoom({ roomId: id, userId: ann });
  expect(await roomOf(cid)).toBeUndefined();
  await expect.poll(() => harness.received(`room.${id}`, 'roomEnded')).toEqual([{ roomId: id }]);
  await expect
    .poll(() => harness.received(`room.${id}`, 'room').at(-1)?.room)
    .toMatchObject({
      status: RoomStatus.CLOSED,
      participants: [],
    });
  await expect(rooms.joinRoom(asPlayer(code, cid))).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
});

test('continues the game when a spectator leaves; a player who leaves loses it', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { id, code } = await roomWithPlayers(harness, [ann, bob], { maxPlayers: 4 });
  const { id: gameId } = (await rooms.startGame({ roomId: id, userId: ann })).game;
  await rooms.joinRoom(asSpectator(code, cid));
  await rooms.leaveRoom({ roomId: id, userId: cid });
  expect((await harness.games.getGame({ gameId })).game.status).toBe(Status.ACTIVE);
  await rooms.leaveRoom({ roomId: id, userId: ann });
  expect((await harness.games.getGame({ gameId })).game).toMatchObject({
    ...{ status: Status.ABANDONED, condition: Condition.ABANDONMENT, abandonedBy: ann },
  });
  expect(await roomOf(bob)).toMatchObject({ status: RoomStatus.ACTIVE, ownerId: bob });
});

test('keeps a player, who does not see the running game, from losing it; once it is over, they leave', async () => {
  const [ann, bob] = twoUsers();
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  const { id: gameId } = (await rooms.startGame({ roomId: id, userId: ann })).game;
  const leave = () => rooms.leaveRoom({ roomId: id, userId: bob, unlessPlaying: true });
  await expect(leave()).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  expect((await harness.games.getGame({ gameId })).game.status).toBe(Status.ACTIVE);
  expect((await roomOf(bob))?.id).toBe(id);
  // Room may not know of the end yet.
  await harness.gamesAsRoom.abandonGame({ gameId, userId: ann });
  await leave();
  expect(await roomOf(bob)).toBeUndefined();
  expect((await harness.games.getGame({ gameId })).game.abandonedBy).toBe(ann);
});

test('removes a deleted user from their room, so that they lose a running game', async () => {
  const [ann, bob] = twoUsers();
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  const { id: gameId } = (await rooms.startGame({ roomId: id, userId: ann })).game;
  const { payload } = encodeEvent({
    ...{ name: 'user_deleted', aggregateId: ann },
    body: { $case: 'userDeleted', value: { userId: ann } },
  });
  await expect
    .poll(() =>
      harness.nats.js.publish(`${harness.nats.namespace}identity.user_deleted`, payload).catch(() => false),
    )
    .toBeTruthy();
  await expect.poll(() => roomOf(ann)).toBeUndefined();
  expect((await harness.games.getGame({ gameId })).game.abandonedBy).toBe(ann);
  expect((await roomOf(bob))?.ownerId).toBe(bob);
});

test('rejects a third player, a 51st spectator and a second room in the database', async () => {
  const [ann, bob] = twoUsers();
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  const write = (userId: UserId, role: string, place: number) =>
    harness.sql.query(
      `INSERT INTO participant (user_id, id, room_id, role, place) VALUES ($1, $1, $2, $3, $4)`,
      [...[userId, id, role, place]],
    );
  await expect(write(newUserId(), 'player', 1)).rejects.toMatchObject({ code: '23505' });
  await expect(write(newUserId(), 'player', 3)).rejects.toMatchObject({ code: '23514' });
  await expect(write(newUserId(), 'spectator', 53)).rejects.toMatchObject({ code: '23514' });
  await expect(write(ann, 'spectator', 3)).rejects.toMatchObject({ code: '23505' });
});

test('admits users to a room whose game the game service does not return', async () => {
  const [ann, bob] = twoUsers();
  const [watcher, invited] = twoUsers();
  const { id, code } = await roomWithPlayers(harness, [ann, bob], { maxPlayers: 4 });
  const { invitation } = await rooms.inviteUser({ roomId: id, inviterId: ann, invitedId: invited });
  await rooms.startGame({ roomId: id, userId: ann });
  const { gateway } = await harness.startReplica({ GAME_ADDR: UNREACHABLE });
  const answer = { invitationId: invitation.id, userId: invited, accept: true, blockedIds: [] };
  for (const { room, game } of [
    await gateway.joinRoom(asSpectator(code, watcher)),
    await gateway.answerInvitation(answer),
  ])
    expect([room?.id, room?.status, game]).toEqual([id, RoomStatus.PLAYING, undefined]);
});
