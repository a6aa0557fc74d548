import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { toUserId, type UserId } from '@fifteen/domain';
import { RoomStatus } from '@fifteen/proto/room';
import { afterAll, expect, test } from 'vitest';
import { roomIdOfMatch } from '../src/domain/ids.ts';
import { countUserLocks, openHarness, newUserId } from './harness.ts';
import { expectInvariants } from './invariants.ts';

/** Matchmaking asks for a match before its players go back to the queue: from then on, it must not be created. */
const { harness, roomOf } = openHarness({ withEconomy: false });
afterAll(() => expectInvariants(harness.sql));

const match = (playerIds: UserId[], matchId: string = randomUUID()) => ({ matchId, playerIds, bet: 0 });
const isCalledOff = { code: 'GAME_CANCELLED' };

test.each([
  ['of two players', () => newUserId()],
  ['against a computer player', () => toUserId(`player_${randomUUID()}`)],
])('a match %s that was called off is not created by a late call', async (_, opponent) => {
  const request = match([newUserId(), opponent()]);
  const [one, two] = harness.replicas;
  for (const { matchmaking } of [one, two])
    expect(await matchmaking.getMatch({ matchId: request.matchId })).toEqual({ exists: false });
  for (const { matchmaking } of [two, one])
    await expect(matchmaking.createMatch(request)).rejects.toMatchObject(isCalledOff);
  expect(await one.matchmaking.getMatch({ matchId: request.matchId })).toEqual({ exists: false });
  for (const userId of request.playerIds) expect(await roomOf(userId)).toBeUndefined();
});

test('the room of a match that was called off is closed, and seen by no user', async () => {
  const matchId = randomUUID();
  await harness.replicas[0].matchmaking.getMatch({ matchId });
  const roomId = roomIdOfMatch(matchId);
  const { rows } = await harness.sql.query<{ status: string; code: string }>(
    `SELECT status, code FROM room WHERE id = $1`,
    [roomId],
  );
  expect(rows).toEqual([{ status: 'closed', code: expect.any(String) as string }]);
  const [viewerId, code] = [newUserId(), rows[0]!.code];
  for (const sought of [
    { roomId, viewerId, code: undefined },
    { roomId: '' as const, viewerId, code },
    { roomId: '' as const, viewerId: '' as const, code },
  ])
    await expect(harness.rooms.getRoom(sought)).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
});

test('a match is called off only after the creation that is running has ended', async () => {
  const request = match([newUserId(), newUserId()]);
  const [one, two] = harness.replicas;
  const { created, decided } = await harness.sql.tx(async (sql) => {
    // The creation has inserted the room, and waits for its players.
    await sql.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [request.playerIds[0]]);
    const created = one.matchmaking.createMatch(request);
    await expect
      .poll(() => countUserLocks(harness), { interval: 10, timeout: 30_000 })
      .toMatchObject({ waiting: 1 });
    const decided = two.matchmaking.getMatch({ matchId: request.matchId });
    await Promise.race([decided, sleep(300)]);
    return { created, decided };
  });
  const [creation, decision] = await Promise.allSettled([created, decided]);
  // Where the machine stands still for longer than the timeout of locks, the match is called off.
  expect(decision).toEqual({ status: 'fulfilled', value: { exists: creation.status === 'fulfilled' } });
});

test('a match that was rejected for a running game is not created by a repeat after that game', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { matchmaking } = harness.replicas[0];
  const { room, game } = await matchmaking.createMatch(match([ann, bob]));
  const request = match([ann, cid]);
  await expect(matchmaking.createMatch(request)).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  await harness.gamesAsRoom.abandonGame({ gameId: game!.id, userId: bob });
  await expect(matchmaking.createMatch(request)).rejects.toMatchObject(isCalledOff);
  expect(await matchmaking.getMatch({ matchId: request.matchId })).toEqual({ exists: false });
  // The event of the game's end arrives by itself.
  await expect
    .poll(() => roomOf(ann), { timeout: 30_000 })
    .toMatchObject({ id: room?.id, status: RoomStatus.ACTIVE });
});
