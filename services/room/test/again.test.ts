import { randomUUID } from 'node:crypto';
import { Status } from '@fifteen/proto/game';
import { Answer, RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { loseCoins, ourWorld, playOut, sit, somebody, tableOf, watch } from './world.ts';

const { world, rooms } = ourWorld();

const current = (userId: string) => rooms.current({ userId });
const heard = (userId: string) => world.heard(`user.${userId}`, 'playAgain').map(({ status }) => status);
const ask = (gameId: string, requesterId: string, requestedId: string, replica = 0) =>
  world.replicas[replica]!.gateway.askAgain({ gameId, requesterId, requestedId });
const answer = (requestId: string, userId: string, accept = true, replica = 0) =>
  world.replicas[replica]!.gateway.answerAgain({ requestId, userId, accept });

interface Played {
  ann: string;
  bob: string;
  /** Of the two, who had X and won. */
  x: string;
  roomId: string;
  code: string;
  gameId: string;
}

/** A room in which one game was played. */
async function played(more: Parameters<typeof tableOf>[2] = {}, coins = 0): Promise<Played> {
  const player = async () => (coins ? world.user(coins) : somebody());
  const [ann, bob] = [await player(), await player()];
  const { id: roomId, code } = await tableOf(world, [ann, bob], more);
  const { id: gameId } = await rooms.start({ roomId, userId: ann });
  return { ann, bob, roomId, code, gameId, x: await playOut(world, gameId) };
}

test('both agree: a countdown of two seconds, and a game with the seats swapped', async () => {
  const { ann, bob, x, roomId, gameId, code } = await played({ maxPlayers: 4 });
  const cid = somebody();
  await rooms.join(watch(code, cid));
  const request = await ask(gameId, ann, bob);
  expect(request).toMatchObject({
    gameId,
    roomId,
    requesterId: ann,
    requestedId: bob,
    status: Answer.PENDING,
  });
  expect((await rooms.againRequests({ userId: bob })).requests).toEqual([request]);
  expect((await rooms.againRequests({ userId: ann })).requests).toEqual([]);
  expect(await answer(request.id, bob)).toEqual({ ...request, status: Answer.ACCEPTED });
  // Until the game is there, the room shows the one that was played.
  expect((await current(cid)).game?.id).toBe(gameId);
  // The room shows the next game as soon as it starts, and plays once the game service has answered.
  await expect
    .poll(async () => current(cid), { timeout: 4_000 })
    .toMatchObject({ game: { round: 2 }, room: { status: RoomStatus.PLAYING } });
  const { room, game } = await current(cid);
  expect(game?.xPlayerId).toBe(x === ann ? bob : ann);
  expect(room).toMatchObject({ status: RoomStatus.PLAYING, gameId: game?.id });
  expect(world.heard(`room.${roomId}`, 'countdown')).toEqual(
    [2, 1, 0].map((seconds) => ({ roomId, gameId, seconds })),
  );
  for (const user of [ann, bob]) expect(heard(user)).toEqual([Answer.PENDING, Answer.ACCEPTED]);
  // A match was never made here.
  expect(world.heard(`user.${ann}`, 'match')).toEqual([]);
});

test('another game costs another stake from both', async () => {
  const { ann, bob, gameId, roomId, x } = await played({ bet: 5_000 }, 10_000);
  const o = x === ann ? bob : ann;
  await expect.poll(async () => world.coins(x)).toBe(15_000);
  const { id } = await ask(gameId, o, x);
  await answer(id, x);
  await rooms.start({ roomId, userId: x });
  expect([await world.coins(x), await world.coins(o)]).toEqual([10_000, 0]);
});

test('a start in the countdown is the same game, at once', async () => {
  const { ann, bob, roomId, gameId } = await played();
  await answer((await ask(gameId, ann, bob)).id, bob);
  const games = await Promise.all(
    [ann, bob].map((userId, replica) => world.replicas[replica]!.gateway.start({ roomId, userId })),
  );
  expect(games.map(({ round, status }) => [round, status])).toEqual([
    [2, Status.ACTIVE],
    [2, Status.ACTIVE],
  ]);
  expect(games[0]?.id).toBe(games[1]?.id);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await current(ann)).game?.id).toBe(games[0]?.id);
  expect(world.heard(`room.${roomId}`, 'countdown').length).toBeLessThan(3);
});

test('when both ask, both have agreed', async () => {
  const { ann, bob, roomId, gameId } = await played();
  const [one, two] = await Promise.all([ask(gameId, ann, bob), ask(gameId, bob, ann, 1)]);
  expect(one.id).toBe(two.id);
  expect(new Set([one.status, two.status])).toEqual(new Set([Answer.PENDING, Answer.ACCEPTED]));
  expect((await rooms.start({ roomId, userId: bob })).round).toBe(2);
});

test('who agreed by asking, and asks again when the game runs already, hears the same', async () => {
  const { ann, bob, roomId, gameId } = await played();
  await ask(gameId, ann, bob);
  const agreed = await ask(gameId, bob, ann);
  await rooms.start({ roomId, userId: ann });
  expect(await ask(gameId, bob, ann, 1)).toEqual(agreed);
  await expect(ask(gameId, ann, bob)).rejects.toMatchObject({ code: 'GAME_RUNNING' });
});

test('one may ask once after each game', async () => {
  const { ann, bob, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  const exists = { code: 'PLAY_AGAIN_EXISTS' };
  await expect(ask(gameId, ann, bob)).rejects.toMatchObject(exists);
  await answer(id, bob, false);
  await expect(ask(gameId, ann, bob)).rejects.toMatchObject(exists);
  // The other may still change their mind.
  expect((await ask(gameId, bob, ann)).status).toBe(Answer.PENDING);
});

test('a request is answered once; the same answer again is no error, another is', async () => {
  const { ann, bob, roomId, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  await answer(id, bob, false);
  expect((await answer(id, bob, false)).status).toBe(Answer.REJECTED);
  await expect(answer(id, bob, true)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(rooms.start({ roomId, userId: ann })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
  for (const user of [ann, bob]) {
    await expect.poll(() => heard(user)).toEqual([Answer.PENDING, Answer.REJECTED]);
  }
  const second = await ask(gameId, bob, ann);
  await answer(second.id, ann);
  expect((await answer(second.id, ann)).status).toBe(Answer.ACCEPTED);
  await expect(answer(second.id, ann, false)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await rooms.start({ roomId, userId: ann })).round).toBe(2);
  expect((await answer(second.id, ann)).status).toBe(Answer.ACCEPTED);
});

test('nobody answers somebody else’s request', async () => {
  const { ann, bob, code, gameId } = await played({ maxPlayers: 4 });
  const cid = somebody();
  await rooms.join(watch(code, cid));
  const { id } = await ask(gameId, ann, bob);
  for (const other of [ann, cid, somebody()]) {
    await expect(answer(id, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('a request waits for 60 seconds, and then both hear that nothing came of it', async () => {
  const { ann, bob, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  await world.sql.query(
    `UPDATE rematch_request SET requested_at = requested_at - interval '61 s' WHERE id = $1`,
    [id],
  );
  await expect(answer(id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await rooms.againRequests({ userId: bob })).requests).toEqual([]);
  for (const user of [ann, bob]) {
    await expect.poll(() => heard(user), { timeout: 8_000 }).toEqual([Answer.PENDING, Answer.REJECTED]);
  }
});

test('an opponent who leaves before answering has declined', async () => {
  const { ann, bob, roomId, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  await rooms.leave({ roomId, userId: bob });
  await expect.poll(() => heard(ann)).toEqual([Answer.PENDING, Answer.REJECTED]);
  await expect(ask(gameId, ann, bob)).rejects.toMatchObject({ code: 'PLAY_AGAIN_EXISTS' });
  await expect(answer(id, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('of an opponent who left there is nothing to ask', async () => {
  const { ann, bob, roomId, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  await rooms.leave({ roomId, userId: ann });
  await expect(answer(id, bob)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
  await expect(ask(gameId, bob, ann)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
});

test('leaving in the countdown is no loss: there is no game, and the room hears why', async () => {
  const { ann, bob, roomId, gameId } = await played({ bet: 5_000 }, 10_000);
  await answer((await ask(gameId, ann, bob)).id, bob);
  const before = await world.coins(bob);
  await rooms.leave({ roomId, userId: bob });
  await expect
    .poll(() => world.heard(`room.${roomId}`, 'startFailed'))
    .toEqual([{ roomId, gameId, code: 'OPPONENT_LEFT' }]);
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  expect((await current(ann)).game?.id).toBe(gameId);
  expect(await world.coins(bob)).toBe(before);
});

test('another game that somebody cannot pay leaves the room open, and the consent is used up', async () => {
  const { ann, bob, x, roomId, gameId } = await played({ bet: 5_000 }, 10_000);
  const o = x === ann ? bob : ann;
  await answer((await ask(gameId, x, o)).id, o);
  await loseCoins(world, o);
  await expect
    .poll(() => world.heard(`room.${roomId}`, 'startFailed'), { timeout: 5_000 })
    .toEqual([{ roomId, gameId, code: 'INSUFFICIENT_COINS' }]);
  expect(await current(bob)).toMatchObject({ room: { status: RoomStatus.ACTIVE }, game: { id: gameId } });
  await expect(rooms.start({ roomId, userId: ann })).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
});

test('nobody asks for or agrees to a game they cannot pay', async () => {
  const { ann, bob, x, gameId } = await played({ bet: 5_000 }, 5_000);
  const o = x === ann ? bob : ann;
  await expect.poll(async () => world.coins(x)).toBe(10_000);
  const short = { code: 'INSUFFICIENT_COINS' };
  await expect(ask(gameId, o, x)).rejects.toMatchObject(short);
  await expect(answer((await ask(gameId, x, o)).id, o)).rejects.toMatchObject(short);
});

test('only who played the room’s last game may ask, only their opponent, and only after it', async () => {
  const { ann, bob, roomId, code, gameId } = await played({ maxPlayers: 4 });
  const cid = somebody();
  await rooms.join(watch(code, cid));
  await expect(ask(gameId, cid, ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(ask(gameId, somebody(), ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(ask(gameId, ann, cid)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(ask(randomUUID(), ann, bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await answer((await ask(gameId, ann, bob)).id, bob);
  const { id: second } = await rooms.start({ roomId, userId: ann });
  await expect(ask(second, ann, bob)).rejects.toMatchObject({ code: 'GAME_RUNNING' });
  await playOut(world, second);
  await expect(ask(gameId, bob, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await ask(second, ann, bob)).status).toBe(Answer.PENDING);
});

test('a newcomer in a seat did not play the game that another is asked for after', async () => {
  const { ann, bob, roomId, code, gameId } = await played();
  await rooms.leave({ roomId, userId: bob });
  const cid = somebody();
  await rooms.join(sit(code, cid));
  await expect(ask(gameId, cid, ann)).rejects.toMatchObject({ code: 'NOT_A_PLAYER' });
  await expect(ask(gameId, ann, bob)).rejects.toMatchObject({ code: 'OPPONENT_LEFT' });
});

test('a computer opponent is not asked', async () => {
  const [ann, bot] = [somebody(), `player_${randomUUID()}`];
  await world.replicas[0].queue.createMatch({ matchId: randomUUID(), playerIds: [ann, bot], bet: 0 });
  // The computer is announced first.
  await expect
    .poll(async () => (await current(ann)).room?.status, { timeout: 10_000 })
    .toBe(RoomStatus.PLAYING);
  const gameId = (await current(ann)).game?.id ?? '';
  await world.roomsGame.abandon({ gameId, userId: bot });
  await expect(ask(gameId, ann, bot)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('accepting, leaving and running out of time at once have one outcome', async () => {
  const { ann, bob, roomId, gameId } = await played();
  const { id } = await ask(gameId, ann, bob);
  await world.sql.query(
    `UPDATE rematch_request SET requested_at = now() - interval '59.95 s' WHERE id = $1`,
    [id],
  );
  const [accepted] = await Promise.allSettled([
    answer(id, bob),
    world.replicas[1].gateway.leave({ roomId, userId: ann }),
  ]);
  expect((await current(ann)).room).toBeUndefined();
  const { rows } = await world.sql.query<{ status: string }>(
    `SELECT status FROM round WHERE room_id = $1 AND round = 2`,
    [roomId],
  );
  // Agreed before the leaving: called off by it. Otherwise it was never agreed.
  if (accepted.status === 'fulfilled') expect(rows).toEqual([{ status: 'off' }]);
  else
    expect([rows.length, accepted.reason.code]).toEqual([
      0,
      expect.stringMatching(/OPPONENT_LEFT|NOT_FOUND/),
    ]);
});

test('a room that closed 30 days ago is deleted with its rounds, invitations and requests', async () => {
  const rowsOf = async ({ roomId }: Played): Promise<number> => {
    const names = ['room', 'round', 'invitation', 'rematch_request'];
    const counts = names.map(
      (table) => `(SELECT count(*) FROM ${table} WHERE ${table === 'room' ? 'id' : 'room_id'} = $1)`,
    );
    const { rows } = await world.sql.query<{ n: number }>(`SELECT ${counts.join(' + ')} AS n`, [roomId]);
    return rows[0]!.n;
  };
  const close = async ({ roomId, ann, bob }: Played): Promise<void> => {
    for (const userId of [ann, bob]) await rooms.leave({ roomId, userId });
  };
  const tables = [
    await played({ private: true }),
    await played({ private: true }),
    await played({ private: true }),
  ];
  const [old, recent, open] = tables as [Played, Played, Played];
  for (const room of tables) await ask(room.gameId, room.ann, room.bob);
  await close(old);
  await close(recent);
  const age = (roomId: string, days: number) =>
    world.sql.query(`UPDATE room SET updated_at = now() - make_interval(days => $2) WHERE id = $1`, [
      roomId,
      days,
    ]);
  await age(old.roomId, 31);
  await age(recent.roomId, 29);
  expect(await Promise.all(tables.map(rowsOf))).toEqual([4, 4, 4]);

  await world.startReplica();
  await expect.poll(() => rowsOf(old)).toBe(0);
  expect(await Promise.all([recent, open].map(rowsOf))).toEqual([4, 4]);
  await expect(ask(old.gameId, old.ann, old.bob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
