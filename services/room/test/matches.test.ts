import { randomUUID } from 'node:crypto';
import { Condition, Status } from '@fifteen/proto/game';
import { RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { ourWorld, sit, somebody, wish } from './world.ts';

/** Friendly games need no ledger; none is there. */
const { world } = ourWorld({ own: true, ledger: false });

const match = (playerIds: string[], matchId = randomUUID()) => ({ matchId, playerIds, bet: 0 });

/** Ends a game with the broker away, so that the room cannot have heard of it. */
async function endWithoutNews(gameId: string, userId: string): Promise<void> {
  await world.servers.nats.kill9();
  await world.roomsGame.abandon({ gameId, userId });
}

test('a match becomes one room with one running game, however often and wherever it is asked for', async () => {
  const request = match([somebody(), somebody()]);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => world.replicas[i % 2]!.queue.createMatch(request)),
  );
  const ids = new Set(answers.map(({ room, game }) => `${room?.id} ${game?.id}`));
  expect(ids.size).toBe(1);
  expect(answers[0]?.game).toMatchObject({ status: Status.ACTIVE, round: 1, roomId: answers[0]?.room?.id });
  expect(answers[0]?.room?.code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
  expect(await world.replicas[1]!.queue.getMatch({ matchId: request.matchId })).toEqual({ exists: true });
  expect(await world.replicas[1]!.queue.getMatch({ matchId: randomUUID() })).toEqual({ exists: false });
});

test('both players hear of the match, with room and game', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, game } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  for (const user of [ann, bob]) {
    await expect
      .poll(() => world.heard(`user.${user}`, 'match'))
      .toMatchObject([{ room: { id: room?.id }, game: { id: game?.id } }]);
  }
});

test('announces a computer opponent, and starts its game some seconds later', async () => {
  const ann = somebody();
  const bot = `player_${randomUUID()}`;
  const asked = Date.now();
  const { room, game } = await world.replicas[0]!.queue.createMatch(match([ann, bot]));
  expect(game).toBeUndefined();
  await expect.poll(() => world.heard(`user.${ann}`, 'match')).toMatchObject([{ room: { id: room?.id } }]);
  expect(world.heard(`user.${ann}`, 'match')[0]?.game).toBeUndefined();
  await expect.poll(() => world.heard(`user.${ann}`, 'match')[1]?.game, { timeout: 10_000 }).toBeDefined();
  const started = world.heard(`user.${ann}`, 'match')[1]?.game;
  expect(started).toMatchObject({ status: Status.ACTIVE, roomId: room?.id, bet: 0 });
  // The clock does not run while the opponent is announced.
  expect(started!.startedAt!.getTime() - asked).toBeGreaterThanOrEqual(2_900);
  expect(started!.turnDeadline!.getTime() - started!.startedAt!.getTime()).toBe(30_000);
});

test('nobody is in two games: of two matches for one person at the same time, one is refused', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const results = await Promise.allSettled([
    world.replicas[0]!.queue.createMatch(match([ann, bob])),
    world.replicas[1]!.queue.createMatch(match([cid, ann])),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find((result) => result.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'ALREADY_IN_GAME' });
  const { game } = await world.replicas[0]!.gateway.current({ userId: ann });
  expect(game?.status).toBe(Status.ACTIVE);
});

test('whoever comes back finds room and game; whoever leaves a running game loses it', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, game } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  expect(await world.replicas[1]!.gateway.current({ userId: ann })).toMatchObject({
    room: { id: room?.id },
    game: { id: game?.id },
  });
  await world.replicas[1]!.gateway.leave({ roomId: room?.id ?? '', userId: ann });
  expect(await world.games.get({ gameId: game?.id ?? '' })).toMatchObject({
    status: Status.ABANDONED,
    condition: Condition.ABANDONMENT,
    abandonedBy: ann,
  });
  expect((await world.replicas[0]!.gateway.current({ userId: ann })).room).toBeUndefined();
  await expect
    .poll(async () => (await world.replicas[0]!.gateway.current({ userId: bob })).room)
    .toMatchObject({ ownerId: bob, status: RoomStatus.ACTIVE, participants: [{ userId: bob }] });
  await world.replicas[0]!.gateway.leave({ roomId: room?.id ?? '', userId: bob });
  await world.replicas[0]!.gateway.leave({ roomId: room?.id ?? '', userId: bob });
  expect((await world.replicas[0]!.gateway.current({ userId: bob })).room).toBeUndefined();
});

test('a match takes its players out of the rooms of games that are over', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const first = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  await world.replicas[0]!.gateway.leave({ roomId: first.room?.id ?? '', userId: bob });
  const { room } = await world.replicas[1]!.queue.createMatch(match([ann, cid]));
  expect((await world.replicas[0]!.gateway.current({ userId: ann })).room?.id).toBe(room?.id);
  const old = world.replicas[0]!.gateway.get({ roomId: first.room?.id ?? '', viewerId: ann });
  await expect(old).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a match does not wait for the news that its players’ last game is over', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { game } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  await endWithoutNews(game?.id ?? '', ann);
  const next = await world.replicas[1]!.queue.createMatch(match([ann, cid]));
  expect(next.game).toMatchObject({ status: Status.ACTIVE });
  await world.servers.nats.restart();
});

test('a match does not wait for a round whose start was written down late', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { game } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  await endWithoutNews(game?.id ?? '', ann);
  await world.sql.query(`UPDATE round SET status = 'starting', updated_at = now() WHERE game_id = $1`, [
    game?.id,
  ]);
  const next = await world.replicas[1]!.queue.createMatch(match([ann, cid]));
  expect(next.game).toMatchObject({ status: Status.ACTIVE });
  await world.servers.nats.restart();
});

test('a private room is not there for strangers', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  const roomId = room?.id ?? '';
  expect(await world.replicas[0]!.gateway.get({ roomId, viewerId: bob })).toMatchObject({ id: roomId });
  await expect(world.replicas[0]!.gateway.get({ roomId, viewerId: somebody() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('starts no game with a computer whose player left during the announcement', async () => {
  const ann = somebody();
  const { room } = await world.replicas[0]!.queue.createMatch(match([ann, `player_${randomUUID()}`]));
  await world.replicas[1]!.gateway.leave({ roomId: room?.id ?? '', userId: ann });
  expect((await world.replicas[0]!.gateway.current({ userId: ann })).room).toBeUndefined();
  const { rows } = await world.sql.query(`SELECT status FROM round WHERE room_id = $1`, [room?.id]);
  expect(rows).toEqual([{ status: 'off' }]);
});

test('starts an interrupted round although many older ones keep failing', async () => {
  // Without a ledger, no game for coins can start.
  const failing = Array.from({ length: 45 }, () => ({ ...match([somebody(), somebody()]), bet: 5_000 }));
  await Promise.allSettled(failing.map((request, i) => world.replicas[i % 2]!.queue.createMatch(request)));
  const [ann, bob] = [somebody(), somebody()];
  const { id, code } = await world.rooms.create(wish(ann));
  await world.rooms.join(sit(code, bob));
  const gameId = randomUUID();
  await world.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, updated_at)
     VALUES ($1, 1, $2, 'starting', $3, now() - interval '10 s')`,
    [id, gameId, [ann, bob]],
  );
  await world.sql.query(
    `UPDATE round SET updated_at = now() - interval '1 hour' WHERE status = 'starting' AND room_id <> $1`,
    [id],
  );
  await expect
    .poll(
      () =>
        world.games.get({ gameId }).then(
          ({ status }) => status,
          () => undefined,
        ),
      { timeout: 10_000 },
    )
    .toBe(Status.ACTIVE);
});

test('a computer opponent never plays for coins, and nobody plays against themselves', async () => {
  const ann = somebody();
  const invalid = { code: 'INVALID' };
  const bot = `player_${randomUUID()}`;
  await expect(
    world.replicas[0]!.queue.createMatch({ ...match([ann, bot]), bet: 5_000 }),
  ).rejects.toMatchObject(invalid);
  await expect(world.replicas[0]!.queue.createMatch(match([ann, ann]))).rejects.toMatchObject(invalid);
  await expect(world.replicas[0]!.queue.createMatch(match([ann]))).rejects.toMatchObject(invalid);
  await expect(world.replicas[0]!.gateway.createMatch(match([ann, bot]))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});
