import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { expectSound } from './sound.ts';
import { ourWorld, playOut, sit, somebody, tableOf, watch, wish, type Rooms } from './world.ts';

const { world, rooms } = ourWorld();

afterEach(() => expectSound(world.sql));

const at = (n: number): Rooms => world.replicas[n % 2]!.gateway;
const codesOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'fulfilled' ? 'ok' : String(result.reason.code)));
const count = (all: string[], one: string): number => all.filter((code) => code === one).length;

test('of a hundred who want the last seat at once, one gets it', async () => {
  const { code, id } = await rooms.create(wish(somebody()));
  const codes = codesOf(
    await Promise.allSettled(Array.from({ length: 100 }, (_, i) => at(i).join(sit(code, somebody())))),
  );
  expect([count(codes, 'ok'), count(codes, 'ROOM_FULL')]).toEqual([1, 99]);
  const { rows } = await world.sql.query(`SELECT FROM participant WHERE room_id = $1`, [id]);
  expect(rows).toHaveLength(2);
}, 30_000);

test('whoever makes, enters and is matched into rooms at once is in one, and all others know', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, ...others] = Array.from({ length: 4 }, somebody) as [string, string, string, string];
    const [open, wide] = await Promise.all([
      rooms.create(wish(others[0])),
      rooms.create(wish(others[1], { maxPlayers: 4 })),
    ]);
    const codes = codesOf(
      await Promise.allSettled([
        at(0).create(wish(ann)),
        at(1).join(sit(open.code, ann)),
        at(0).join(watch(wide.code, ann)),
        at(1).create(wish(ann)),
        world.replicas[0].queue.createMatch({ matchId: randomUUID(), playerIds: [ann, others[2]], bet: 0 }),
      ]),
    );
    for (const code of codes) expect(code).toMatch(/^(ok|ALREADY_IN_GAME)$/);
    const { room } = await rooms.current({ userId: ann });
    for (const { id, ownerId } of [open, wide]) {
      const seen = await rooms.get({ roomId: id, viewerId: ownerId });
      expect(seen.participants.some(({ userId }) => userId === ann)).toBe(room?.id === id);
    }
    // A match, once made, is where its player is.
    if (codes[4] === 'ok') expect(room?.participants.map(({ userId }) => userId)).toContain(others[2]);
    await expectSound(world.sql);
  }
}, 30_000);

test('two who change rooms with each other at once do not wait for each other', async () => {
  const [ann, bob, cid, dan] = Array.from({ length: 4 }, somebody) as [string, string, string, string];
  const [one, two] = [await tableOf(world, [ann, bob]), await tableOf(world, [cid, dan])];
  for (let round = 0; round < 5; round += 1) {
    await Promise.allSettled([
      at(0).join(sit(two.code, bob)),
      at(1).join(sit(one.code, dan)),
      at(1).leave({ roomId: one.id, userId: bob }),
      at(0).join(sit(one.code, bob)),
      at(1).join(sit(two.code, dan)),
    ]).then((results) => codesOf(results).forEach((code) => expect(code).toMatch(/^(ok|ROOM_FULL)$/)));
    await expectSound(world.sql);
  }
}, 30_000);

test('a start and the other player’s leaving at once: either there was no game, or it is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, bob] = [somebody(), somebody()];
    const { id } = await tableOf(world, [ann, bob]);
    const [started, left] = await Promise.allSettled([
      at(0).start({ roomId: id, userId: ann }),
      at(1).leave({ roomId: id, userId: bob }),
    ]);
    expect(left.status).toBe('fulfilled');
    expect((await rooms.current({ userId: bob })).room).toBeUndefined();
    const { game } = await rooms.current({ userId: ann });
    if (started.status === 'rejected') expect(started.reason.code).toMatch(/ROOM_NOT_READY|CONFLICT/);
    if (game) expect(game.abandonedBy).toBe(bob);
    await expect.poll(async () => (await rooms.current({ userId: ann })).room?.status).not.toMatch(/PLAYING/);
  }
}, 30_000);

test('both start, and the countdown ends, at once: one game', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { id: roomId } = await tableOf(world, [ann, bob]);
  const { id: gameId } = await rooms.start({ roomId, userId: ann });
  await playOut(world, gameId);
  const request = await rooms.askAgain({ gameId, requesterId: ann, requestedId: bob });
  await rooms.answerAgain({ requestId: request.id, userId: bob, accept: true });
  await expect.poll(() => world.heard(`room.${roomId}`, 'countdown').length, { timeout: 5_000 }).toBe(3);
  const games = await Promise.all([ann, bob].map((userId, n) => at(n).start({ roomId, userId })));
  expect(games.map(({ round }) => round)).toEqual([2, 2]);
  const { rows } = await world.sql.query(`SELECT FROM round WHERE room_id = $1`, [roomId]);
  expect(rows).toHaveLength(2);
});

test('of a round that both players leave in the countdown nothing is left but a closed room', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { id: roomId } = await tableOf(world, [ann, bob]);
  const { id: gameId } = await rooms.start({ roomId, userId: ann });
  await playOut(world, gameId);
  const asked = [
    at(0).askAgain({ gameId, requesterId: ann, requestedId: bob }),
    at(1).askAgain({ gameId, requesterId: bob, requestedId: ann }),
  ];
  await Promise.all(asked);
  await Promise.all([ann, bob].map((userId, n) => at(n).leave({ roomId, userId })));
  const { rows } = await world.sql.query(`SELECT status FROM round WHERE room_id = $1 ORDER BY round`, [
    roomId,
  ]);
  expect(rows).toEqual([{ status: 'over' }, { status: 'off' }]);
});
