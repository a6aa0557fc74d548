import { toUserId, type UserId } from '@fifteen/domain';
import { RequestStatus, Role } from '@fifteen/proto/room';
import { describe, expect, test } from 'vitest';
import { openHarness, asPlayer, newUserId, roomWithPlayers, asSpectator, roomRequest } from './harness.ts';

const { harness, rooms, roomOf } = openHarness();

const pendingOf = async (userId: UserId) => (await rooms.listInvitations({ userId })).invitations;
const answer = (invitationId: string, userId: UserId, accept = true, blockedIds: UserId[] = []) =>
  rooms.answerInvitation({ invitationId, userId, accept, blockedIds });
const noInvitation = { code: 'INVITATION_NOT_FOUND' };
const noRoom = { code: 'ROOM_NOT_FOUND' };

/** Creates a private room of `owner` and invites `invitedId` to it. */
async function createInvitation(
  owner: UserId,
  invitedId: UserId,
  more: Parameters<typeof roomRequest>[1] = {},
) {
  const { room } = await rooms.createRoom(roomRequest(owner, { private: true, ...more }));
  const { invitation } = await rooms.inviteUser({ roomId: room.id, inviterId: owner, invitedId });
  return { room, invitation };
}
const age = (id: string, minutes: number) =>
  harness.sql.query(
    `UPDATE invitation SET created_at = created_at - make_interval(mins => $2) WHERE id = $1`,
    [id, minutes],
  );

test('notifies the invited user of the invitation and its bet, and admits them when they accept', async () => {
  const [ann, bob] = await Promise.all([harness.userWithCoins(50_000), harness.userWithCoins(50_000)]);
  const { room, invitation } = await createInvitation(ann, bob, { bet: 50_000 });
  expect(invitation).toMatchObject({
    ...{ roomId: room.id, roomCode: room.code, inviterId: ann, invitedId: bob },
    ...{ status: RequestStatus.PENDING, bet: 50_000 },
  });
  await expect.poll(() => harness.received(`user.${bob}`, 'invitation')).toEqual([invitation]);
  expect(await pendingOf(bob)).toEqual([invitation]);
  const accepted = await answer(invitation.id, bob);
  expect(accepted).toMatchObject({ invitation: { status: RequestStatus.ACCEPTED }, room: { id: room.id } });
  expect(await pendingOf(bob)).toEqual([]);
  expect((await answer(invitation.id, bob)).room?.version).toBe(accepted.room?.version);
  await expect(answer(invitation.id, bob, false)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
});

test('keeps one pending invitation per room and user, however often it is sent', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  const repeated = await Promise.all(
    [0, 1, 0, 1].map(
      async (replica) =>
        (
          await harness.replicas[replica]!.gateway.inviteUser({
            roomId: room.id,
            inviterId: ann,
            invitedId: bob,
          })
        ).invitation,
    ),
  );
  expect(new Set(repeated.map(({ id }) => id))).toEqual(new Set([invitation.id]));
  await expect.poll(() => harness.received(`user.${bob}`, 'invitation')).toHaveLength(1);
});

test('a new owner’s invitation replaces that of the owner who left', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const room = await roomWithPlayers(harness, [ann, bob]);
  const invite = async (inviterId: UserId) =>
    (await rooms.inviteUser({ roomId: room.id, inviterId, invitedId: cid })).invitation;
  const first = await invite(ann);
  await rooms.leaveRoom({ roomId: room.id, userId: ann });
  const second = await invite(bob);
  expect(second).toMatchObject({ inviterId: bob, status: RequestStatus.PENDING });
  await expect.poll(() => harness.received(`user.${cid}`, 'invitation')).toEqual([first, second]);
  expect(await pendingOf(cid)).toEqual([second]);
  await expect(answer(first.id, cid)).rejects.toMatchObject(noInvitation);
  expect((await answer(second.id, cid)).room?.id).toBe(room.id);
});

test('hides a private room from users who are not invited, on every path', async () => {
  const [ann, bob, eve] = [newUserId(), newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob, { maxPlayers: 4 });
  await expect(rooms.joinRoom(asPlayer(room.code, eve))).rejects.toMatchObject(noRoom);
  await expect(rooms.joinRoom(asSpectator(room.code, eve))).rejects.toMatchObject(noRoom);
  await expect(rooms.getRoom({ roomId: room.id, viewerId: eve })).rejects.toMatchObject(noRoom);
  await expect(rooms.startGame({ roomId: room.id, userId: eve })).rejects.toMatchObject(noRoom);
  await expect(rooms.inviteUser({ roomId: room.id, inviterId: eve, invitedId: eve })).rejects.toMatchObject(
    noRoom,
  );
  await expect(answer(invitation.id, eve)).rejects.toMatchObject(noInvitation);
  expect(await roomOf(eve)).toBeUndefined();
});

test('admits an invited user by the code, as a player or spectator, and again after leaving', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob, { maxPlayers: 4 });
  expect((await rooms.getRoom({ roomId: room.id, viewerId: bob })).room).toMatchObject({ id: room.id });
  await rooms.joinRoom(asSpectator(room.code, bob));
  const { room: entered } = await answer(invitation.id, bob);
  expect(entered?.participants).toMatchObject([{ userId: ann }, { userId: bob, role: Role.SPECTATOR }]);
  await rooms.leaveRoom({ roomId: room.id, userId: bob });
  await rooms.joinRoom(asPlayer(room.code, bob));
  expect((await roomOf(bob))?.id).toBe(room.id);
});

test('withdraws the admission of a user who declines, until the next invitation, and notifies the inviter', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  expect((await answer(invitation.id, bob, false)).invitation?.status).toBe(RequestStatus.REJECTED);
  expect((await answer(invitation.id, bob, false)).room).toBeUndefined();
  const declined = { id: invitation.id, status: RequestStatus.REJECTED };
  await expect.poll(() => harness.received(`user.${ann}`, 'invitation')).toMatchObject([declined]);
  await expect(answer(invitation.id, bob)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
  await expect(rooms.joinRoom(asPlayer(room.code, bob))).rejects.toMatchObject(noRoom);
  const { invitation: second } = await rooms.inviteUser({ roomId: room.id, inviterId: ann, invitedId: bob });
  expect(second.id).not.toBe(invitation.id);
  expect((await answer(second.id, bob)).room?.id).toBe(room.id);
});

test('admits no user with a block between them and a player of the room, who can still decline', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { invitation } = await createInvitation(ann, bob);
  await expect(answer(invitation.id, bob, true, [ann])).rejects.toMatchObject({ code: 'BLOCKED_IN_ROOM' });
  expect(await roomOf(bob)).toBeUndefined();
  expect((await answer(invitation.id, bob, false, [ann])).invitation?.status).toBe(RequestStatus.REJECTED);
});

test('admits no spectator to the seat opposite a player with a block between them, who may watch on', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { code } = (await rooms.createRoom(roomRequest(ann, { maxPlayers: 4 }))).room;
  await rooms.joinRoom(asSpectator(code, bob));
  const blocked = { blockedIds: [ann] };
  const blockedInRoom = { code: 'BLOCKED_IN_ROOM' };
  await expect(rooms.joinRoom({ ...asPlayer(code, bob), ...blocked })).rejects.toMatchObject(blockedInRoom);
  const { room } = await rooms.joinRoom({ ...asSpectator(code, bob), ...blocked });
  expect(room?.participants).toMatchObject([{ userId: ann }, { userId: bob, role: Role.SPECTATOR }]);
});

test('accepts the pending invitation of a user who enters its room by the code', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  const { invitation: other } = await createInvitation(newUserId(), bob);
  await rooms.joinRoom(asPlayer(room.code, bob));
  expect(await pendingOf(bob)).toEqual([other]);
  expect((await answer(invitation.id, bob)).room?.id).toBe(room.id);
  await expect(answer(invitation.id, bob, false)).rejects.toMatchObject({ code: 'ALREADY_ANSWERED' });
});

test('repeats an accepted invitation after a block: the two share the room already', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  await answer(invitation.id, bob);
  expect((await answer(invitation.id, bob, true, [ann])).room?.id).toBe(room.id);
});

test('expires an invitation after ten minutes', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  await age(invitation.id, 11);
  expect(await pendingOf(bob)).toEqual([]);
  await expect(answer(invitation.id, bob)).rejects.toMatchObject(noInvitation);
  await expect(rooms.joinRoom(asPlayer(room.code, bob))).rejects.toMatchObject(noRoom);
  const { invitation: second } = await rooms.inviteUser({ roomId: room.id, inviterId: ann, invitedId: bob });
  expect(second.id).not.toBe(invitation.id);
});

test('expires the invitations of a room that closes', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  await rooms.leaveRoom({ roomId: room.id, userId: ann });
  expect(await pendingOf(bob)).toEqual([]);
  await expect(answer(invitation.id, bob)).rejects.toMatchObject(noInvitation);
});

test('admits a user as a spectator when both seats are taken and the room allows spectators', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const wide = await roomWithPlayers(harness, [ann, bob], { private: true, maxPlayers: 4 });
  const { invitation: first } = await rooms.inviteUser({ roomId: wide.id, inviterId: ann, invitedId: cid });
  const { room } = await answer(first.id, cid);
  expect(room?.participants.at(-1)).toMatchObject({ userId: cid, role: Role.SPECTATOR });
  const narrow = await roomWithPlayers(harness, [newUserId(), newUserId()], { private: true });
  const { invitation: second } = await rooms.inviteUser({
    roomId: narrow.id,
    inviterId: narrow.ownerId,
    invitedId: cid,
  });
  await expect(answer(second.id, cid)).rejects.toMatchObject({ code: 'ROOM_FULL' });
  expect((await roomOf(cid))?.id).toBe(wide.id);
});

test('requires the coins of the bet to accept, and keeps the invitation pending without them', async () => {
  const [ann, bob] = await Promise.all([harness.userWithCoins(5_000), harness.userWithCoins(1_000)]);
  const { invitation } = await createInvitation(ann, bob, { bet: 5_000 });
  await expect(answer(invitation.id, bob)).rejects.toMatchObject({ code: 'INSUFFICIENT_COINS' });
  expect(await pendingOf(bob)).toHaveLength(1);
});

test('accepts once when accepted twice concurrently, and has one result when accepted and declined', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { room, invitation } = await createInvitation(ann, bob);
  const both = await Promise.all(
    harness.replicas.map(({ gateway }) =>
      gateway.answerInvitation({ invitationId: invitation.id, userId: bob, accept: true, blockedIds: [] }),
    ),
  );
  expect(both.map((one) => one.room?.participants.length)).toEqual([2, 2]);
  await rooms.leaveRoom({ roomId: room.id, userId: bob });
  const { id } = (await rooms.inviteUser({ roomId: room.id, inviterId: ann, invitedId: cid })).invitation;
  const outcomes = await Promise.allSettled([answer(id, cid, true), answer(id, cid, false)]);
  const codes = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(codes).toEqual(['ALREADY_ANSWERED']);
  expect(Boolean(await roomOf(cid))).toBe(outcomes[0].status === 'fulfilled');
});

test('rejects invitations of participants and bots, and any invitation during a game', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id } = await roomWithPlayers(harness, [ann, bob]);
  const invite = async (invitedId: UserId) =>
    (await rooms.inviteUser({ roomId: id, inviterId: ann, invitedId })).invitation;
  for (const invitedId of [ann, bob]) {
    await expect(invite(invitedId)).rejects.toMatchObject({ code: 'ALREADY_IN_ROOM' });
  }
  await expect(invite(toUserId('player_1'))).rejects.toMatchObject({ code: 'OPPONENT_IS_COMPUTER' });
  await rooms.startGame({ roomId: id, userId: ann });
  await expect(invite(newUserId())).rejects.toMatchObject({ code: 'GAME_RUNNING' });
});

describe('limits on 100 invitations to one user', () => {
  const inviteFifty = (invitedId: UserId, fromFriend = false) =>
    Promise.allSettled(
      Array.from({ length: 50 }, async (_, index) => {
        const ann = newUserId();
        const { id: roomId } = (await rooms.createRoom(roomRequest(ann, { private: true }))).room;
        const { gateway } = harness.replicas[index % 2]!;
        return gateway.inviteUser({ roomId, inviterId: ann, invitedId, fromFriend });
      }),
    );
  const rejectionsOf = (outcomes: Awaited<ReturnType<typeof inviteFifty>>) =>
    outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));

  test('keeps ten from strangers and twenty in all, and rejects the others until one expires', async () => {
    const bob = newUserId();
    const strangers = rejectionsOf(await inviteFifty(bob));
    expect(strangers).toHaveLength(40);
    for (const error of strangers) expect(error).toMatchObject({ code: 'TOO_MANY_INVITATIONS' });
    expect(rejectionsOf(await inviteFifty(bob, true))).toHaveLength(40);
    expect(await pendingOf(bob)).toHaveLength(20);

    // When the time that the error names has passed, the same call succeeds.
    const retryAfter = Math.max(...strangers.map(({ details }) => Number(details.retryAfter)));
    expect(retryAfter).toBeGreaterThan(540);
    await harness.sql.query(
      `UPDATE invitation SET created_at = created_at - make_interval(secs => $2) WHERE invited_id = $1`,
      [bob, retryAfter],
    );
    const { invitation } = await createInvitation(newUserId(), bob);
    expect((await pendingOf(bob)).map(({ id }) => id)).toContain(invitation.id);
  });
});
