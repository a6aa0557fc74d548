import type { UserId } from '@fifteen/domain';
import type { AnswerInvitationResponse, AnswerInvitationRequest } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import {
  invitationNotFound,
  loadInvitation,
  setInvitationStatus,
  toInvitation,
  type InvitationRow,
} from '../db/invitations.ts';
import { lockRoom, lockUsersAndRooms } from '../db/locks.ts';
import { findRoomOfUser } from '../db/participants.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { assertNoBlock } from '../domain/blocks.ts';
import { playersOf, roleOf } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import { assertFreeToPlay } from '../workflows/check-stake.ts';
import { enterRoom } from '../workflows/enter-room.ts';
import { loadEnteredRoom } from '../workflows/load-room.ts';
import { retryAfterGames } from '../workflows/reconcile-games.ts';

/**
 * Answers an invitation. Accepting it joins the room.
 * @throws INVITATION_NOT_FOUND (of another user, expired, or the room is closed), ALREADY_ANSWERED, and the errors of
 * joining
 */
export async function answerInvitation(
  context: AppContext,
  { invitationId, userId, accept, blockedIds }: AnswerInvitationRequest,
): Promise<AnswerInvitationResponse> {
  const { db } = context;
  const found = await loadInvitation(db, invitationId, userId);
  if (!accept) await decline(context, found);
  else if (isOpen(found, accept)) await acceptInvitation(context, found, blockedIds);
  const invitation = toInvitation(await loadInvitation(db, invitationId, userId));
  const isInRoom = accept && (await findRoomOfUser(db, userId)) === found.room_id;
  const { room, game } = isInRoom ? await loadEnteredRoom(context, found.room_id) : {};
  return { invitation, room, game };
}

/** Declines, and notifies the inviter, who may send another invitation. */
async function decline(
  context: AppContext,
  { id, room_id: roomId, inviter_id: inviterId, invited_id: userId }: InvitationRow,
): Promise<void> {
  await transact(context, 'decline-invitation', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    if (!isOpen(await loadInvitation(sql, id, userId), false)) return;
    await setInvitationStatus(sql, id, 'rejected');
    const value = toInvitation(await loadInvitation(sql, id, userId));
    notifications.toUser(inviterId, { $case: 'invitation', value });
  });
}

/** Joins as a player, or as a spectator when both seats are taken. */
async function acceptInvitation(
  context: AppContext,
  { id, room_id: roomId, invited_id: userId }: InvitationRow,
  blockedIds: readonly UserId[],
): Promise<void> {
  const before = await loadSnapshot(context.db, roomId, userId);
  assertNoBlock(before, { userId, blockedIds });
  const canPlay = before.maxPlayers === 2 || playersOf(before).length < 2;
  if (canPlay && !roleOf(before, userId)) await assertFreeToPlay(context, userId, before.bet);
  await retryAfterGames(context, [userId], () =>
    transact(context, 'accept-invitation', async (sql, notifications) => {
      await lockUsersAndRooms(sql, [userId], roomId);
      if (!isOpen(await loadInvitation(sql, id, userId), true)) return;
      const room = await loadSnapshot(sql, roomId, userId);
      assertNoBlock(room, { userId, blockedIds });
      const spectates = !canPlay || (room.maxPlayers > 2 && playersOf(room).length >= 2);
      const role = roleOf(room, userId) ?? (spectates ? 'spectator' : 'player');
      await enterRoom(sql, notifications, roomId, userId, role);
      await setInvitationStatus(sql, id, 'accepted');
    }),
  );
}

/**
 * Returns true for a pending invitation, and false for one that was answered the same way before.
 * @throws INVITATION_NOT_FOUND, ALREADY_ANSWERED
 */
function isOpen({ status, expired }: InvitationRow, accept: boolean): boolean {
  if (status === (accept ? 'accepted' : 'rejected')) return false;
  if (status === 'lapsed' || expired) throw invitationNotFound();
  if (status !== 'pending') throw new AppError('ALREADY_ANSWERED');
  return true;
}
