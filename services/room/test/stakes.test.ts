import { randomUUID } from 'node:crypto';
import { Answer } from '@fifteen/proto/room';
import { beforeAll, describe, expect, test } from 'vitest';
import { ourWorld, playOut, sit, somebody, wish } from './world.ts';

const { world, rooms, roomOf } = ourWorld();
const BET = 250_000;
const refusal = { code: 'STAKE_LIMIT', details: { coins: 50_000, games: 20 } };

/** Somebody who has finished 20 games, and can pay. */
let old: string;
beforeAll(async () => {
  old = await world.user(5_000_000);
  for (let round = 1; round <= 20; round += 1) {
    const gameId = randomUUID();
    const playerIds = [old, somebody()];
    await world.roomsGame.create({ gameId, roomId: randomUUID(), round, playerIds, bet: 0, xPlayerId: '' });
    await playOut(world, gameId);
  }
});

describe('threat 41: a new player sits down at no higher bet, by whatever way', () => {
  test('by a room of their own', async () => {
    const young = await world.user(5_000_000);
    await expect(rooms.create(wish(young, { bet: BET }))).rejects.toMatchObject(refusal);
    expect(await roomOf(young)).toBeUndefined();
    expect((await rooms.create(wish(young, { bet: 50_000 }))).bet).toBe(50_000);
  });

  test('by a code or an invitation', async () => {
    const young = await world.user(5_000_000);
    const { id, code } = await rooms.create(wish(old, { bet: BET }));
    await expect(rooms.join(sit(code, young))).rejects.toMatchObject(refusal);
    const invitation = await rooms.invite({ roomId: id, inviterId: old, invitedId: young });
    const accepted = rooms.answerInvitation({ invitationId: invitation.id, userId: young, accept: true });
    await expect(accepted).rejects.toMatchObject(refusal);
    expect((await rooms.invitations({ userId: young })).invitations).toMatchObject([
      { status: Answer.PENDING },
    ]);
    expect(await roomOf(young)).toBeUndefined();
  });

  test('by the queue, and by no match that was made all the same', async () => {
    const young = await world.user(5_000_000);
    const { queue } = world.replicas[1]!;
    await queue.maySit({ userId: old, bet: 1_000_000 });
    await queue.maySit({ userId: young, bet: 5_000 });
    await expect(queue.maySit({ userId: young, bet: 1_000_000 })).rejects.toMatchObject(refusal);
    const matchId = randomUUID();
    const match = { matchId, playerIds: [old, young], bet: 1_000_000 };
    await expect(queue.createMatch(match)).rejects.toMatchObject(refusal);
    await expect(queue.createMatch(match)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await Promise.all([world.coins(old), world.coins(young)])).toEqual([5_000_000, 5_000_000]);
    expect(await roomOf(young)).toBeUndefined();
  });

  test('whoever cannot pay is told that first', async () => {
    const queue = world.replicas[0].queue;
    await expect(queue.maySit({ userId: somebody(), bet: BET })).rejects.toMatchObject({
      ...{ code: 'INSUFFICIENT_COINS', details: { coins: BET } },
    });
  });
});
