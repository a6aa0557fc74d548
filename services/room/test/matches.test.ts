import { randomUUID } from 'node:crypto';
import { Condition, Status } from '@fifteen/proto/game';
import { RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { ourWorld, somebody } from './world.ts';

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

test('a private room is not there for strangers', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room } = await world.replicas[0]!.queue.createMatch(match([ann, bob]));
  const roomId = room?.id ?? '';
  expect(await world.replicas[0]!.gateway.get({ roomId, viewerId: bob })).toMatchObject({ id: roomId });
  await expect(world.replicas[0]!.gateway.get({ roomId, viewerId: somebody() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
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
