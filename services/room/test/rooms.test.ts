import { Condition, Status } from '@fifteen/proto/game';
import { Role, RoomStatus } from '@fifteen/proto/room';
import { encodeEvent } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { loseCoins, ourWorld, playOut, sit, somebody, tableOf, watch, wish } from './world.ts';

const { world, rooms, roomOf } = ourWorld();

const pair = (): [string, string] => [somebody(), somebody()];

test('who makes a room owns it and has a seat in it; a repeat of the request is the same room', async () => {
  const ann = somebody();
  const request = wish(ann, { name: '  Ann’s  ', maxPlayers: 4, private: true });
  const answers = await Promise.all(
    [0, 1, 0, 1].map((replica) => world.replicas[replica]!.gateway.create(request)),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(answers[0]).toMatchObject({
    ...{ name: 'Ann’s', status: RoomStatus.WAITING, ownerId: ann, maxPlayers: 4, private: true, bet: 0 },
    ...{ gameId: '', participants: [{ userId: ann, role: Role.PLAYER }] },
  });
  expect(answers[0]?.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect((await roomOf(ann))?.id).toBe(answers[0]?.id);
});

test('the same request id of somebody else is another room', async () => {
  const [ann, bob] = pair();
  const first = await rooms.create(wish(ann));
  const second = await rooms.create(wish(bob, { requestId: 'one' }));
  expect(second.id).not.toBe(first.id);
  expect((await rooms.create(wish(ann, { requestId: 'one' }))).id).not.toBe(second.id);
});

test('a repeat of a request whose room was left is told that there is none', async () => {
  const ann = somebody();
  const request = wish(ann);
  const { id } = await rooms.create(request);
  await rooms.leave({ roomId: id, userId: ann });
  await expect(rooms.create(request)).rejects.toMatchObject({ code: 'NOT_FOUND' });
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
])('no room is made of %o', async (more) => {
  await expect(rooms.create(wish(somebody(), more))).rejects.toMatchObject({ code: 'INVALID' });
});

test('a room with a bet is for those who have the coins, at least 1000', async () => {
  const [poor, rich] = await Promise.all([world.user(1_000), world.user(5_000)]);
  const short = { code: 'INSUFFICIENT_COINS', details: { coins: 5_000 } };
  await expect(rooms.create(wish(poor, { bet: 5_000 }))).rejects.toMatchObject(short);
  const { code } = await rooms.create(wish(rich, { bet: 5_000, maxPlayers: 4 }));
  await expect(rooms.join(sit(code, poor))).rejects.toMatchObject(short);
  expect(await roomOf(poor)).toBeUndefined();
  const { room } = await rooms.join(watch(code, poor));
  expect(room?.participants).toHaveLength(2);
});

test('anyone with the code of a public room takes the second seat; a third does not', async () => {
  const [ann, bob] = pair();
  const room = await tableOf(world, [ann, bob]);
  expect(room.participants.map(({ userId, role }) => [userId, role])).toEqual([
    [ann, Role.PLAYER],
    [bob, Role.PLAYER],
  ]);
  expect((await rooms.join(sit(room.code, bob))).room).toMatchObject({ version: room.version });
  await expect(rooms.join(sit(room.code, somebody()))).rejects.toMatchObject({ code: 'ROOM_FULL' });
  await expect(rooms.join(sit('AAAAAAAA', somebody()))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect.poll(() => world.heard(`room.${room.id}`, 'room')).toHaveLength(1);
});

test('a room for two has no spectators, a room for four has fifty and not one more', async () => {
  const small = await rooms.create(wish(somebody()));
  await expect(rooms.join(watch(small.code, somebody()))).rejects.toMatchObject({
    code: 'SPECTATORS_NOT_ALLOWED',
  });
  const { code } = await rooms.create(wish(somebody(), { maxPlayers: 4 }));
  const joins = await Promise.allSettled(
    Array.from({ length: 55 }, (_, i) => world.replicas[i % 2]!.gateway.join(watch(code, somebody()))),
  );
  expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  for (const join of joins) if (join.status === 'rejected') expect(join.reason.code).toBe('ROOM_FULL');
});

test('a spectator may take a free seat; a player does not become a spectator', async () => {
  const [ann, bob] = pair();
  const { code } = await rooms.create(wish(ann, { maxPlayers: 4 }));
  await rooms.join(watch(code, bob));
  const { room } = await rooms.join(sit(code, bob));
  expect(room?.participants).toMatchObject([
    { userId: ann, role: Role.PLAYER },
    { userId: bob, role: Role.PLAYER },
  ]);
  await expect(rooms.join(watch(code, bob))).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('whoever makes or enters a room leaves the one they were in', async () => {
  const [ann, bob] = pair();
  const first = await tableOf(world, [ann, bob]);
  const second = await rooms.create(wish(bob));
  expect((await roomOf(ann))?.participants).toHaveLength(1);
  await rooms.join(sit(second.code, ann));
  expect((await roomOf(ann))?.id).toBe(second.id);
  await expect(rooms.join(sit(first.code, somebody()))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a room that cannot be entered costs nobody their place', async () => {
  const ann = somebody();
  const { id } = await rooms.create(wish(ann));
  const full = await tableOf(world, pair());
  await expect(rooms.join(sit(full.code, ann))).rejects.toMatchObject({ code: 'ROOM_FULL' });
  expect((await roomOf(ann))?.id).toBe(id);
});

test('nobody makes, enters or is matched into a room while they play in another', async () => {
  const [ann, bob] = pair();
  const { id } = await tableOf(world, [ann, bob]);
  await rooms.start({ roomId: id, userId: ann });
  const other = await rooms.create(wish(somebody()));
  const busy = { code: 'ALREADY_IN_GAME' };
  await expect(rooms.create(wish(ann))).rejects.toMatchObject(busy);
  await expect(rooms.join(sit(other.code, bob))).rejects.toMatchObject(busy);
  const match = { matchId: somebody(), playerIds: [bob, somebody()], bet: 0 };
  await expect(world.replicas[1].queue.createMatch(match)).rejects.toMatchObject(busy);
});

test('the owner starts the game when the second player is there, and a repeat is the same game', async () => {
  const [ann, bob] = pair();
  const { id, code } = await rooms.create(wish(ann, { maxPlayers: 4 }));
  await expect(rooms.start({ roomId: id, userId: ann })).rejects.toMatchObject({ code: 'ROOM_NOT_READY' });
  await rooms.join(sit(code, bob));
  await expect(rooms.start({ roomId: id, userId: bob })).rejects.toMatchObject({ code: 'NOT_ROOM_OWNER' });
  const games = await Promise.all(
    [0, 1, 0].map((replica) => world.replicas[replica]!.gateway.start({ roomId: id, userId: ann })),
  );
  expect(new Set(games.map((game) => game.id)).size).toBe(1);
  expect((await rooms.start({ roomId: id, userId: bob })).id).toBe(games[0]?.id);
  expect(await roomOf(bob)).toMatchObject({ status: RoomStatus.PLAYING, gameId: games[0]?.id });
  const { room, game } = await rooms.join(watch(code, somebody()));
  expect([room?.participants.length, game?.id]).toEqual([3, games[0]?.id]);
});

test('after a game nobody starts another without the other’s consent', async () => {
  const [ann, bob] = pair();
  const { id } = await tableOf(world, [ann, bob]);
  await playOut(world, (await rooms.start({ roomId: id, userId: ann })).id);
  for (const userId of [ann, bob]) {
    await expect(rooms.start({ roomId: id, userId })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
  }
  expect((await roomOf(ann))?.status).toBe(RoomStatus.ACTIVE);
});

test('whoever takes the seat of a player who left agrees to a game by that', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { id, code } = await tableOf(world, [ann, bob]);
  await playOut(world, (await rooms.start({ roomId: id, userId: ann })).id);
  await rooms.leave({ roomId: id, userId: ann });
  expect((await roomOf(bob))?.ownerId).toBe(bob);
  await rooms.join(sit(code, cid));
  expect((await roomOf(bob))?.participants).toMatchObject([
    { userId: cid, agreed: true },
    { userId: bob, agreed: false },
  ]);
  const game = await rooms.start({ roomId: id, userId: bob });
  expect([game.round, game.status]).toEqual([2, Status.ACTIVE]);
});

test('a start that somebody cannot pay leaves the room open and tells it why', async () => {
  const [ann, bob] = await Promise.all([world.user(10_000), world.user(5_000)]);
  const { id } = await tableOf(world, [ann, bob], { bet: 5_000 });
  await loseCoins(world, bob);
  const short = { code: 'INSUFFICIENT_COINS' };
  await expect(rooms.start({ roomId: id, userId: ann })).rejects.toMatchObject(short);
  expect(await roomOf(bob)).toMatchObject({ id, status: RoomStatus.WAITING, gameId: '' });
  await expect
    .poll(() => world.heard(`room.${id}`, 'startFailed'))
    .toEqual([{ roomId: id, gameId: '', ...short }]);
  expect(await world.coins(ann)).toBe(10_000);
  // The next try is another game: it is refused anew, not for ever.
  await expect(rooms.start({ roomId: id, userId: ann })).rejects.toMatchObject(short);
  await rooms.leave({ roomId: id, userId: bob });
  await rooms.join(sit((await roomOf(ann))?.code ?? '', await world.user(5_000)));
  expect(await rooms.start({ roomId: id, userId: ann })).toMatchObject({ bet: 5_000, status: Status.ACTIVE });
});

test('an owner who leaves hands the room to the other player, never to a spectator', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { id, code } = await rooms.create(wish(ann, { maxPlayers: 4 }));
  await rooms.join(watch(code, cid));
  await rooms.join(sit(code, bob));
  await rooms.leave({ roomId: id, userId: ann });
  expect(await roomOf(cid)).toMatchObject({ ownerId: bob, status: RoomStatus.WAITING });
});

test('behind the last player the room closes, and its spectators are put out', async () => {
  const [ann, cid] = pair();
  const { id, code } = await rooms.create(wish(ann, { maxPlayers: 4 }));
  await rooms.join(watch(code, cid));
  await rooms.leave({ roomId: id, userId: ann });
  expect(await roomOf(cid)).toBeUndefined();
  await expect.poll(() => world.heard(`room.${id}`, 'roomEnded')).toEqual([{ roomId: id }]);
  await expect
    .poll(() => world.heard(`room.${id}`, 'room').at(-1)?.room)
    .toMatchObject({
      status: RoomStatus.CLOSED,
      participants: [],
    });
  await expect(rooms.join(sit(code, cid))).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a spectator who leaves a running game harms nobody; a player loses it', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { id, code } = await tableOf(world, [ann, bob], { maxPlayers: 4 });
  const { id: gameId } = await rooms.start({ roomId: id, userId: ann });
  await rooms.join(watch(code, cid));
  await rooms.leave({ roomId: id, userId: cid });
  expect((await world.games.get({ gameId })).status).toBe(Status.ACTIVE);
  await rooms.leave({ roomId: id, userId: ann });
  expect(await world.games.get({ gameId })).toMatchObject({
    ...{ status: Status.ABANDONED, condition: Condition.ABANDONMENT, abandonedBy: ann },
  });
  expect(await roomOf(bob)).toMatchObject({ status: RoomStatus.ACTIVE, ownerId: bob });
});

test('whose account ends leaves the room, and so loses a running game', async () => {
  const [ann, bob] = pair();
  const { id } = await tableOf(world, [ann, bob]);
  const { id: gameId } = await rooms.start({ roomId: id, userId: ann });
  const { payload } = encodeEvent({
    ...{ name: 'user_deleted', aggregateId: ann },
    body: { $case: 'userDeleted', value: { userId: ann, guest: true } },
  });
  await expect
    .poll(() =>
      world.nats.js.publish(`${world.nats.namespace}identity.user_deleted`, payload).catch(() => false),
    )
    .toBeTruthy();
  await expect.poll(() => roomOf(ann)).toBeUndefined();
  expect((await world.games.get({ gameId })).abandonedBy).toBe(ann);
  expect((await roomOf(bob))?.ownerId).toBe(bob);
});

test('the database itself admits no third player, no 51st spectator and no second room', async () => {
  const [ann, bob] = pair();
  const { id } = await tableOf(world, [ann, bob]);
  const write = (userId: string, role: string, place: number) =>
    world.sql.query(
      `INSERT INTO participant (user_id, id, room_id, role, place) VALUES ($1, $1, $2, $3, $4)`,
      [...[userId, id, role, place]],
    );
  await expect(write(somebody(), 'player', 1)).rejects.toMatchObject({ code: '23505' });
  await expect(write(somebody(), 'player', 3)).rejects.toMatchObject({ code: '23514' });
  await expect(write(somebody(), 'spectator', 53)).rejects.toMatchObject({ code: '23514' });
  await expect(write(ann, 'spectator', 3)).rejects.toMatchObject({ code: '23505' });
});
