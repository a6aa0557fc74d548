import { randomUUID } from 'node:crypto';
import { type GameId, toGameId, toUserId, type UserId } from '@fifteen/domain';
import { Condition, Status } from '@fifteen/proto/game';
import { RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { gameIdOf, roomIdOfMatch } from '../src/domain/ids.ts';
import { openHarness, asPlayer, newUserId, playOut, roomRequest } from './harness.ts';

/** Friendly games need no economy service, so none is started. */
const { harness } = openHarness({ own: true, withEconomy: false, gameEnv: { FUNDING_SECONDS: '600' } });

const match = (playerIds: UserId[], matchId = randomUUID()) => ({ matchId, playerIds, bet: 0 });

/** Ends a game while the broker is down, so that the room service cannot receive the event. */
async function endWithoutEvent(gameId: GameId, userId: UserId): Promise<void> {
  await harness.servers.nats.kill();
  await harness.gamesAsRoom.abandonGame({ gameId, userId });
}

test('creates one room with one running game for a match that replicas repeat concurrently', async () => {
  const request = match([newUserId(), newUserId()]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => harness.replicas[i % 2]!.matchmaking.createMatch(request)),
  );
  const ids = new Set(answers.map(({ room, game }) => `${room?.id} ${game?.id}`));
  expect(ids.size).toBe(1);
  expect(answers[0]?.game).toMatchObject({ status: Status.ACTIVE, round: 1, roomId: answers[0]?.room?.id });
  expect(answers[0]?.room?.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect(await harness.replicas[1]!.matchmaking.getMatch({ matchId: request.matchId })).toEqual({
    exists: true,
  });
});

test('notifies both players of the match, with room and game', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, game } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  for (const user of [ann, bob]) {
    await expect
      .poll(() => harness.received(`user.${user}`, 'match'))
      .toMatchObject([{ room: { id: room?.id }, game: { id: game?.id } }]);
  }
});

test('ends the round of a game that is over already, without a push of its start', async () => {
  const players = [newUserId(), newUserId()];
  const request = match(players);
  const roomId = roomIdOfMatch(request.matchId);
  // The database of rooms was restored to a moment before the match.
  const start = { gameId: gameIdOf(roomId, 1), roomId, round: 1, playerIds: players, bet: 0 };
  await harness.gamesAsRoom.createGame({ ...start, xPlayerId: '' });
  await playOut(harness, start.gameId);
  const { room, game } = await harness.replicas[0]!.matchmaking.createMatch(request);
  expect(game).toMatchObject({ id: start.gameId, status: Status.FINISHED });
  expect(room?.status).toBe(RoomStatus.ACTIVE);
  const statuses = () => harness.received(`room.${roomId}`, 'room').map((push) => push.room?.status);
  await expect.poll(statuses).toContain(RoomStatus.ACTIVE);
  expect(statuses()).not.toContain(RoomStatus.PLAYING);
  for (const user of players) expect(harness.received(`user.${user}`, 'match')).toEqual([]);
});

test('announces a computer player, and starts its game some seconds later', async () => {
  const ann = newUserId();
  const bot = toUserId(`player_${randomUUID()}`);
  const requestedAt = Date.now();
  const { room, game } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bot]));
  expect(game).toBeUndefined();
  await expect
    .poll(() => harness.received(`user.${ann}`, 'match')[0])
    .toMatchObject({ room: { id: room?.id } });
  expect(harness.received(`user.${ann}`, 'match')[0]?.game).toBeUndefined();
  await expect
    .poll(() => harness.received(`user.${ann}`, 'match')[1]?.game, { timeout: 30_000 })
    .toBeDefined();
  const started = harness.received(`user.${ann}`, 'match')[1]?.game;
  expect(started).toMatchObject({ status: Status.ACTIVE, roomId: room?.id, bet: 0 });
  // The clock does not run during the announcement.
  expect(started!.startedAt!.getTime() - requestedAt).toBeGreaterThanOrEqual(2_900);
  expect(started!.turnDeadline!.getTime() - started!.startedAt!.getTime()).toBe(30_000);
});

test('rejects one of two concurrent matches of the same user', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const results = await Promise.allSettled([
    harness.replicas[0]!.matchmaking.createMatch(match([ann, bob])),
    harness.replicas[1]!.matchmaking.createMatch(match([cid, ann])),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const rejected = results.find((result) => result.status === 'rejected');
  expect(rejected?.reason).toMatchObject({ code: 'ALREADY_IN_GAME' });
  const { game } = await harness.replicas[0]!.gateway.getCurrentRoom({ userId: ann });
  expect(game?.status).toBe(Status.ACTIVE);
});

test('a user may search before and after a game, and not during it', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { matchmaking } = harness.replicas[0]!;
  const check = () => matchmaking.checkStake({ userId: ann, bet: 0 });
  await expect(check()).resolves.toEqual({});
  const { game } = await matchmaking.createMatch(match([ann, bob]));
  await expect(check()).rejects.toMatchObject({ code: 'ALREADY_IN_GAME' });
  await endWithoutEvent(game!.id, bob);
  await expect(check()).resolves.toEqual({});
  await harness.servers.nats.restart();
});

test('a user may not search while a game of theirs starts, as no match could be made of it', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { matchmaking, matchmakingOnce } = harness.replicas[0]!;
  // The stakes cannot be held: the game stays as it is until it is called off.
  await expect(matchmakingOnce.createMatch({ ...match([ann, bob]), bet: 5_000 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  const inGame = { code: 'ALREADY_IN_GAME' };
  await expect(matchmaking.createMatch(match([ann, cid]))).rejects.toMatchObject(inGame);
  await expect(matchmaking.checkStake({ userId: ann, bet: 0 })).rejects.toMatchObject(inGame);
  await expect(matchmaking.checkStake({ userId: cid, bet: 0 })).resolves.toEqual({});
});

test('rejects the search of a player for their running game first, whatever they can pay', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { matchmaking } = harness.replicas[0]!;
  await matchmaking.createMatch(match([ann, bob]));
  const checks = await Promise.allSettled(
    Array.from({ length: 20 }, () => matchmaking.checkStake({ userId: ann, bet: 1_000_000 })),
  );
  for (const check of checks) expect(check).toMatchObject({ reason: { code: 'ALREADY_IN_GAME' } });
});

test('returns room and game to a player who reconnects; a player who leaves a running game loses it', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, game } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  expect(await harness.replicas[1]!.gateway.getCurrentRoom({ userId: ann })).toMatchObject({
    room: { id: room?.id },
    game: { id: game?.id },
  });
  await harness.replicas[1]!.gateway.leaveRoom({ roomId: room?.id ?? '', userId: ann });
  expect((await harness.games.getGame({ gameId: game!.id })).game).toMatchObject({
    status: Status.ABANDONED,
    condition: Condition.ABANDONMENT,
    abandonedBy: ann,
  });
  expect((await harness.replicas[0]!.gateway.getCurrentRoom({ userId: ann })).room).toBeUndefined();
  await expect
    .poll(async () => (await harness.replicas[0]!.gateway.getCurrentRoom({ userId: bob })).room)
    .toMatchObject({ ownerId: bob, status: RoomStatus.ACTIVE, participants: [{ userId: bob }] });
  await harness.replicas[0]!.gateway.leaveRoom({ roomId: room?.id ?? '', userId: bob });
  await harness.replicas[0]!.gateway.leaveRoom({ roomId: room?.id ?? '', userId: bob });
  expect((await harness.replicas[0]!.gateway.getCurrentRoom({ userId: bob })).room).toBeUndefined();
});

test('removes the players of a match from the rooms of their finished games', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const first = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  await harness.replicas[0]!.gateway.leaveRoom({ roomId: first.room?.id ?? '', userId: bob });
  const { room } = await harness.replicas[1]!.matchmaking.createMatch(match([ann, cid]));
  expect((await harness.replicas[0]!.gateway.getCurrentRoom({ userId: ann })).room?.id).toBe(room?.id);
  const old = harness.replicas[0]!.gateway.getRoom({ roomId: first.room?.id ?? '', viewerId: ann });
  await expect(old).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
});

test('creates a match before the event of its players’ last game arrives', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { game } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  await endWithoutEvent(game!.id, ann);
  const next = await harness.replicas[1]!.matchmaking.createMatch(match([ann, cid]));
  expect(next.game).toMatchObject({ status: Status.ACTIVE });
  await harness.servers.nats.restart();
});

test('creates a match although the start of its player’s last round was recorded late', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { game } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  await endWithoutEvent(game!.id, ann);
  await harness.sql.query(`UPDATE round SET status = 'starting', updated_at = now() WHERE game_id = $1`, [
    game?.id,
  ]);
  const next = await harness.replicas[1]!.matchmaking.createMatch(match([ann, cid]));
  expect(next.game).toMatchObject({ status: Status.ACTIVE });
  await harness.servers.nats.restart();
});

test('hides a private room from strangers', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room } = await harness.replicas[0]!.matchmaking.createMatch(match([ann, bob]));
  const roomId = room?.id ?? '';
  expect((await harness.replicas[0]!.gateway.getRoom({ roomId, viewerId: bob })).room).toMatchObject({
    id: roomId,
  });
  await expect(harness.replicas[0]!.gateway.getRoom({ roomId, viewerId: newUserId() })).rejects.toMatchObject(
    {
      code: 'ROOM_NOT_FOUND',
    },
  );
});

test('starts no game with a computer whose player left during the announcement', async () => {
  const ann = newUserId();
  const { matchmaking } = await harness.startReplica({ ANNOUNCE_SECONDS: '4' });
  const { room } = await matchmaking.createMatch(match([ann, toUserId(`player_${randomUUID()}`)]));
  await harness.replicas[1]!.gateway.leaveRoom({ roomId: room?.id ?? '', userId: ann });
  expect((await harness.replicas[0]!.gateway.getCurrentRoom({ userId: ann })).room).toBeUndefined();
  const { rows } = await harness.sql.query(`SELECT status FROM round WHERE room_id = $1`, [room?.id]);
  expect(rows).toEqual([{ status: 'off' }]);
});

test('starts an interrupted round although many older ones keep failing', async () => {
  // Without the economy service, no game for coins can start.
  const failing = Array.from({ length: 45 }, () => ({ ...match([newUserId(), newUserId()]), bet: 5_000 }));
  await Promise.allSettled(
    failing.map((request, i) => harness.replicas[i % 2]!.matchmakingOnce.createMatch(request)),
  );
  const [ann, bob] = [newUserId(), newUserId()];
  const { id, code } = (await harness.rooms.createRoom(roomRequest(ann))).room;
  await harness.rooms.joinRoom(asPlayer(code, bob));
  const gameId = toGameId(randomUUID());
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, $2, 'starting', $3, now() - interval '10 s')`,
    [id, gameId, [ann, bob]],
  );
  await harness.sql.query(
    `UPDATE round SET updated_at = now() - interval '1 hour' WHERE status = 'starting' AND room_id <> $1`,
    [id],
  );
  await expect
    .poll(
      () =>
        harness.games.getGame({ gameId }).then(
          ({ game }) => game.status,
          () => undefined,
        ),
      { timeout: 30_000 },
    )
    .toBe(Status.ACTIVE);
});

test('rejects a match that the game service would reject, before it stores it', async () => {
  const request = match([newUserId(), newUserId()]);
  for (const change of [{ bet: 2 }, { playerIds: [newUserId(), toUserId('x'.repeat(3_000))] }]) {
    await expect(
      harness.replicas[0]!.matchmaking.createMatch({ ...request, ...change }),
    ).rejects.toMatchObject({ code: 'INVALID' });
    const { matchId } = request;
    expect(await harness.replicas[0]!.matchmaking.getMatch({ matchId })).toEqual({ exists: false });
  }
});

test('rejects a match against a computer for coins, and a match of a user against themselves', async () => {
  const ann = newUserId();
  const invalid = { code: 'INVALID' };
  const bot = toUserId(`player_${randomUUID()}`);
  await expect(
    harness.replicas[0]!.matchmaking.createMatch({ ...match([ann, bot]), bet: 5_000 }),
  ).rejects.toMatchObject(invalid);
  await expect(harness.replicas[0]!.matchmaking.createMatch(match([ann, ann]))).rejects.toMatchObject(
    invalid,
  );
  await expect(harness.replicas[0]!.matchmaking.createMatch(match([ann]))).rejects.toMatchObject(invalid);
  await expect(harness.replicas[0]!.gateway.createMatch(match([ann, bot]))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
