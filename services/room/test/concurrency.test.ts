import { randomUUID } from 'node:crypto';
import type { UserId } from '@fifteen/domain';
import { afterEach, expect, test } from 'vitest';
import { expectInvariants } from './invariants.ts';
import {
  countUserLocks,
  openHarness,
  playOut,
  asPlayer,
  newUserId,
  roomWithPlayers,
  asSpectator,
  roomRequest,
  type Rooms,
} from './harness.ts';

const { harness, rooms } = openHarness();

afterEach(() => expectInvariants(harness.sql));

const at = (n: number): Rooms => harness.replicas[n % 2]!.gateway;
const codesOf = (results: PromiseSettledResult<unknown>[]): string[] =>
  results.map((result) => (result.status === 'fulfilled' ? 'ok' : String(result.reason.code)));
const count = (all: string[], one: string): number => all.filter((code) => code === one).length;

test('gives the last seat to one of a hundred concurrent players', async () => {
  const { code, id } = (await rooms.createRoom(roomRequest(newUserId()))).room;
  const codes = codesOf(
    await Promise.allSettled(
      Array.from({ length: 100 }, (_, i) => at(i).joinRoom(asPlayer(code, newUserId()))),
    ),
  );
  expect([count(codes, 'ok'), count(codes, 'ROOM_FULL')]).toEqual([1, 99]);
  const { rows } = await harness.sql.query(`SELECT FROM participant WHERE room_id = $1`, [id]);
  expect(rows).toHaveLength(2);
});

test('puts a user who creates, joins and is matched into rooms concurrently into exactly one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, ...others] = Array.from({ length: 4 }, newUserId) as [UserId, UserId, UserId, UserId];
    const [{ room: open }, { room: wide }] = await Promise.all([
      rooms.createRoom(roomRequest(others[0])),
      rooms.createRoom(roomRequest(others[1], { maxPlayers: 4 })),
    ]);
    const codes = codesOf(
      await Promise.allSettled([
        at(0).createRoom(roomRequest(ann)),
        at(1).joinRoom(asPlayer(open.code, ann)),
        at(0).joinRoom(asSpectator(wide.code, ann)),
        at(1).createRoom(roomRequest(ann)),
        harness.replicas[0].matchmaking.createMatch({
          matchId: randomUUID(),
          playerIds: [ann, others[2]],
          bet: 0,
        }),
      ]),
    );
    for (const code of codes) expect(code).toMatch(/^(ok|ALREADY_IN_GAME)$/);
    const { room } = await rooms.getCurrentRoom({ userId: ann });
    for (const { id, ownerId } of [open, wide]) {
      const { room: seen } = await rooms.getRoom({ roomId: id, viewerId: ownerId });
      expect(seen.participants.some(({ userId }) => userId === ann)).toBe(room?.id === id);
    }
    // A player whose match was made is in its room.
    if (codes[4] === 'ok') expect(room?.participants.map(({ userId }) => userId)).toContain(others[2]);
    await expectInvariants(harness.sql);
  }
});

test('does not deadlock when two users swap rooms concurrently', async () => {
  const [ann, bob, cid, dan] = Array.from({ length: 4 }, newUserId) as [UserId, UserId, UserId, UserId];
  const [one, two] = [await roomWithPlayers(harness, [ann, bob]), await roomWithPlayers(harness, [cid, dan])];
  for (let round = 0; round < 5; round += 1) {
    await Promise.allSettled([
      at(0).joinRoom(asPlayer(two.code, bob)),
      at(1).joinRoom(asPlayer(one.code, dan)),
      at(1).leaveRoom({ roomId: one.id, userId: bob }),
      at(0).joinRoom(asPlayer(one.code, bob)),
      at(1).joinRoom(asPlayer(two.code, dan)),
    ]).then((results) => codesOf(results).forEach((code) => expect(code).toMatch(/^(ok|ROOM_FULL)$/)));
    await expectInvariants(harness.sql);
  }
});

test('does not deadlock when two matches name the same players in opposite orders', async () => {
  const players = [newUserId(), newUserId()];
  const started = await harness.sql.tx(async (sql) => {
    // While the player who comes first is locked, neither match locks the other.
    await sql.query(
      `SELECT pg_advisory_xact_lock(min(hashtextextended(id, 0))) FROM unnest($1::text[]) AS id`,
      [players],
    );
    const matches = [players, players.toReversed()].map((playerIds, i) =>
      harness.replicas[i]!.matchmakingOnce.createMatch({ matchId: randomUUID(), playerIds, bet: 0 }),
    );
    await expect
      .poll(() => countUserLocks(harness), { interval: 10, timeout: 30_000 })
      .toEqual({ held: 1, waiting: 2 });
    return { matches };
  });
  const codes = codesOf(await Promise.allSettled(started.matches));
  expect(codes.toSorted()).toEqual(['ALREADY_IN_GAME', 'ok']);
});

test('starts no game, or a lost one, when the other player leaves concurrently', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    const { id } = await roomWithPlayers(harness, [ann, bob]);
    const [started, left] = await Promise.allSettled([
      at(0).startGame({ roomId: id, userId: ann }),
      at(1).leaveRoom({ roomId: id, userId: bob }),
    ]);
    expect(left.status).toBe('fulfilled');
    expect((await rooms.getCurrentRoom({ userId: bob })).room).toBeUndefined();
    const { game } = await rooms.getCurrentRoom({ userId: ann });
    if (started.status === 'rejected')
      expect(started.reason.code).toMatch(/ROOM_NOT_READY|GAME_CANCELLED|CONFLICT/);
    if (game) expect(game.abandonedBy).toBe(bob);
    await expect
      .poll(async () => (await rooms.getCurrentRoom({ userId: ann })).room?.status)
      .not.toMatch(/PLAYING/);
  }
});

test('shows a room to its players while its game is being started', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [ann, bob] = [newUserId(), newUserId()];
    const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
    let isStarting = true;
    const start = at(0)
      .startGame({ roomId, userId: ann })
      .finally(() => (isStarting = false));
    while (isStarting) expect((await at(1).getCurrentRoom({ userId: bob })).room?.id).toBe(roomId);
    expect((await at(1).getCurrentRoom({ userId: bob })).game?.id).toBe((await start).game.id);
  }
});

test('starts one game when both players start it and the countdown ends concurrently', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const { id: gameId } = (await rooms.startGame({ roomId, userId: ann })).game;
  await playOut(harness, gameId);
  const { rematch: request } = await rooms.requestRematch({ gameId, requesterId: ann, requestedId: bob });
  await rooms.answerRematch({ requestId: request.id, userId: bob, accept: true });
  await expect.poll(() => harness.received(`room.${roomId}`, 'countdown').length).toBe(3);
  const games = await Promise.all(
    [ann, bob].map(async (userId, n) => (await at(n).startGame({ roomId, userId })).game),
  );
  expect(games.map(({ round }) => round)).toEqual([2, 2]);
  const { rows } = await harness.sql.query(`SELECT FROM round WHERE room_id = $1`, [roomId]);
  expect(rows).toHaveLength(2);
});

test('cancels the round and closes the room when both players leave during the countdown', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const { id: gameId } = (await rooms.startGame({ roomId, userId: ann })).game;
  await playOut(harness, gameId);
  const requests = [
    at(0).requestRematch({ gameId, requesterId: ann, requestedId: bob }),
    at(1).requestRematch({ gameId, requesterId: bob, requestedId: ann }),
  ];
  await Promise.all(requests);
  await Promise.all([ann, bob].map((userId, n) => at(n).leaveRoom({ roomId, userId })));
  const { rows } = await harness.sql.query(`SELECT status FROM round WHERE room_id = $1 ORDER BY round`, [
    roomId,
  ]);
  expect(rows).toEqual([{ status: 'over' }, { status: 'off' }]);
});
