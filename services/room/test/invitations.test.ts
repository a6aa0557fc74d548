import { Answer, Role } from '@fifteen/proto/room';
import { describe, expect, test } from 'vitest';
import { ourWorld, sit, somebody, tableOf, watch, wish } from './world.ts';

const { world, rooms, roomOf } = ourWorld();

const waiting = async (userId: string) => (await rooms.invitations({ userId })).invitations;
const answer = (invitationId: string, userId: string, accept = true) =>
  rooms.answerInvitation({ invitationId, userId, accept });
const none = { code: 'NOT_FOUND' };

/** A private room of `owner`'s, and an invitation to it for `invited`. */
async function invited(owner: string, invited: string, more: Parameters<typeof wish>[1] = {}) {
  const room = await rooms.create(wish(owner, { private: true, ...more }));
  const invitation = await rooms.invite({ roomId: room.id, inviterId: owner, invitedId: invited });
  return { room, invitation };
}
const age = (id: string, minutes: number) =>
  world.sql.query(`UPDATE invitation SET created_at = created_at - make_interval(mins => $2) WHERE id = $1`, [
    id,
    minutes,
  ]);

test('whoever is invited hears of it, sees what it would cost, and enters by accepting', async () => {
  const [ann, bob] = await Promise.all([world.user(50_000), world.user(50_000)]);
  const { room, invitation } = await invited(ann, bob, { bet: 50_000 });
  expect(invitation).toMatchObject({
    ...{ roomId: room.id, roomCode: room.code, inviterId: ann, invitedId: bob },
    ...{ status: Answer.PENDING, bet: 50_000 },
  });
  await expect.poll(() => world.heard(`user.${bob}`, 'invitation')).toEqual([invitation]);
  expect(await waiting(bob)).toEqual([invitation]);
  const accepted = await answer(invitation.id, bob);
  expect(accepted).toMatchObject({ invitation: { status: Answer.ACCEPTED }, room: { id: room.id } });
  expect(await waiting(bob)).toEqual([]);
  expect((await answer(invitation.id, bob)).room?.version).toBe(accepted.room?.version);
  await expect(answer(invitation.id, bob, false)).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('one invitation to one room waits for a user, however often they are asked', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob);
  const again = await Promise.all(
    [0, 1, 0, 1].map((replica) =>
      world.replicas[replica]!.gateway.invite({ roomId: room.id, inviterId: ann, invitedId: bob }),
    ),
  );
  expect(new Set(again.map(({ id }) => id))).toEqual(new Set([invitation.id]));
  expect(world.heard(`user.${bob}`, 'invitation')).toHaveLength(1);
});

test('to somebody who is not invited a private room does not exist, on any path', async () => {
  const [ann, bob, eve] = [somebody(), somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob, { maxPlayers: 4 });
  await expect(rooms.join(sit(room.code, eve))).rejects.toMatchObject(none);
  await expect(rooms.join(watch(room.code, eve))).rejects.toMatchObject(none);
  await expect(rooms.get({ roomId: room.id, viewerId: eve })).rejects.toMatchObject(none);
  await expect(rooms.start({ roomId: room.id, userId: eve })).rejects.toMatchObject(none);
  await expect(rooms.invite({ roomId: room.id, inviterId: eve, invitedId: eve })).rejects.toMatchObject(none);
  await expect(answer(invitation.id, eve)).rejects.toMatchObject(none);
  expect(await roomOf(eve)).toBeUndefined();
});

test('whoever is invited may also come by the code, as a player or to watch, and come back', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob, { maxPlayers: 4 });
  expect(await rooms.get({ roomId: room.id, viewerId: bob })).toMatchObject({ id: room.id });
  await rooms.join(watch(room.code, bob));
  const { room: entered } = await answer(invitation.id, bob);
  expect(entered?.participants).toMatchObject([{ userId: ann }, { userId: bob, role: Role.SPECTATOR }]);
  await rooms.leave({ roomId: room.id, userId: bob });
  await rooms.join(sit(room.code, bob));
  expect((await roomOf(bob))?.id).toBe(room.id);
});

test('whoever declines is no longer invited, until they are asked again', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob);
  expect((await answer(invitation.id, bob, false)).invitation?.status).toBe(Answer.REJECTED);
  expect((await answer(invitation.id, bob, false)).room).toBeUndefined();
  await expect(answer(invitation.id, bob)).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(rooms.join(sit(room.code, bob))).rejects.toMatchObject(none);
  const second = await rooms.invite({ roomId: room.id, inviterId: ann, invitedId: bob });
  expect(second.id).not.toBe(invitation.id);
  expect((await answer(second.id, bob)).room?.id).toBe(room.id);
});

test('an invitation waits for ten minutes', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob);
  await age(invitation.id, 11);
  expect(await waiting(bob)).toEqual([]);
  await expect(answer(invitation.id, bob)).rejects.toMatchObject(none);
  await expect(rooms.join(sit(room.code, bob))).rejects.toMatchObject(none);
  const second = await rooms.invite({ roomId: room.id, inviterId: ann, invitedId: bob });
  expect(second.id).not.toBe(invitation.id);
});

test('when a room closes its invitations lapse', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob);
  await rooms.leave({ roomId: room.id, userId: ann });
  expect(await waiting(bob)).toEqual([]);
  await expect(answer(invitation.id, bob)).rejects.toMatchObject(none);
});

test('accepting when both seats are taken is watching, where that is allowed', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const wide = await tableOf(world, [ann, bob], { private: true, maxPlayers: 4 });
  const first = await rooms.invite({ roomId: wide.id, inviterId: ann, invitedId: cid });
  const { room } = await answer(first.id, cid);
  expect(room?.participants.at(-1)).toMatchObject({ userId: cid, role: Role.SPECTATOR });
  const narrow = await tableOf(world, [somebody(), somebody()], { private: true });
  const second = await rooms.invite({ roomId: narrow.id, inviterId: narrow.ownerId, invitedId: cid });
  await expect(answer(second.id, cid)).rejects.toMatchObject({ code: 'ROOM_FULL' });
  expect((await roomOf(cid))?.id).toBe(wide.id);
});

test('accepting takes the coins of the bet, as joining does, and the invitation goes on waiting', async () => {
  const [ann, bob] = await Promise.all([world.user(5_000), world.user(1_000)]);
  const { invitation } = await invited(ann, bob, { bet: 5_000 });
  await expect(answer(invitation.id, bob)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  expect(await waiting(bob)).toHaveLength(1);
});

test('accepting twice at once is one place, and accepting while declining has one outcome', async () => {
  const [ann, bob, cid] = [somebody(), somebody(), somebody()];
  const { room, invitation } = await invited(ann, bob);
  const both = await Promise.all(
    world.replicas.map(({ gateway }) =>
      gateway.answerInvitation({ invitationId: invitation.id, userId: bob, accept: true }),
    ),
  );
  expect(both.map((one) => one.room?.participants.length)).toEqual([2, 2]);
  await rooms.leave({ roomId: room.id, userId: bob });
  const { id } = await rooms.invite({ roomId: room.id, inviterId: ann, invitedId: cid });
  const outcomes = await Promise.allSettled([answer(id, cid, true), answer(id, cid, false)]);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(['CONFLICT']);
  expect(Boolean(await roomOf(cid))).toBe(outcomes[0].status === 'fulfilled');
});

test('only people who are not there can be invited, and not while a game runs', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { id } = await tableOf(world, [ann, bob]);
  const invite = (invitedId: string) => rooms.invite({ roomId: id, inviterId: ann, invitedId });
  for (const there of [ann, bob, 'player_1']) {
    await expect(invite(there)).rejects.toMatchObject({ code: 'CONFLICT' });
  }
  await rooms.start({ roomId: id, userId: ann });
  await expect(invite(somebody())).rejects.toMatchObject({ code: 'GAME_RUNNING' });
});

describe('of 100 invitations to one user', () => {
  const asked = (invitedId: string, fromFriend = false) =>
    Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => {
        const ann = somebody();
        const { id: roomId } = await rooms.create(wish(ann, { private: true }));
        const { gateway } = world.replicas[index % 2]!;
        return gateway.invite({ roomId, inviterId: ann, invitedId, fromFriend });
      }),
    );
  const refusedOf = (outcomes: Awaited<ReturnType<typeof asked>>) =>
    outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

  test('ten from strangers wait and twenty in all; the others are rejected until one lapses', async () => {
    const bob = somebody();
    const strangers = refusedOf(await asked(bob));
    expect(strangers).toHaveLength(40);
    for (const error of strangers) expect(error).toMatchObject({ code: 'TOO_MANY_INVITATIONS' });
    expect(refusedOf(await asked(bob, true))).toHaveLength(40);
    expect(await waiting(bob)).toHaveLength(20);

    // When the time that the error names has passed, the same call succeeds.
    const retryAfter = Math.max(...strangers.map(({ details }) => Number(details.retryAfter)));
    expect(retryAfter).toBeGreaterThan(590);
    await world.sql.query(
      `UPDATE invitation SET created_at = created_at - make_interval(secs => $2) WHERE invited_id = $1`,
      [bob, retryAfter],
    );
    const { invitation } = await invited(somebody(), bob);
    expect((await waiting(bob)).map(({ id }) => id)).toContain(invitation.id);
  });
});
