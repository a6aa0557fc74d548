import { INVITATION_SECONDS, type RoomId, type UserId } from '@fifteen/domain';
import type { Invitation } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
import { toRequestStatus, type StoredStatus } from './request-status.ts';

/** Pending invitations of one user, in all: each of them shows on the user's screen. */
export const PENDING_MAX = 20;

/** An invitation with the code and the bet of its room. */
export interface InvitationRow {
  id: string;
  room_id: RoomId;
  code: string;
  bet: number;
  inviter_id: UserId;
  invited_id: UserId;
  status: StoredStatus;
  created_at: Date;
  from_friend: boolean;
  /** Still pending, but not answered in time. */
  expired: boolean;
}

/** Condition: the invitation was not answered in time, if it is still pending. */
export const IS_EXPIRED = `invitation.created_at <= now() - make_interval(secs => ${INVITATION_SECONDS})`;

/** Returns a statement for the invitations of one user, with the code and the bet of their rooms. */
export const selectInvitations = (invitedId: UserId) =>
  build('invitation')
    .join('room', 'room.id', 'room_id')
    .where({ invited_id: invitedId })
    .select(
      'invitation.*',
      'code',
      'bet',
      build.raw(`invitation.status = 'pending' AND ${IS_EXPIRED} AS expired`),
    );

/** Converts a row to its message. */
export const toInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  roomId: row.room_id,
  roomCode: row.code,
  inviterId: row.inviter_id,
  invitedId: row.invited_id,
  status: toRequestStatus(row.status),
  createdAt: row.created_at,
  bet: row.bet,
});

/**
 * Returns an invitation of a user.
 * @throws INVITATION_NOT_FOUND
 */
export async function loadInvitation(sql: Sql, id: string, invitedId: UserId): Promise<InvitationRow> {
  const statement = selectInvitations(invitedId).where({ 'invitation.id': id });
  const [found] = await queryRows<InvitationRow>(sql, statement);
  if (!found) throw invitationNotFound();
  return found;
}

/** Sets the status of an invitation, whatever it is. The caller holds the lock of the room. */
export const setInvitationStatus = (sql: Sql, id: string, status: InvitationRow['status']) =>
  execute(sql, build('invitation').where({ id }).update({ status }));

/** Accepts the pending invitation of a user to a room that they have entered, if there is one. */
export const acceptPendingInvitation = (sql: Sql, roomId: RoomId, invitedId: UserId) =>
  execute(
    sql,
    build('invitation')
      .where({ room_id: roomId, invited_id: invitedId, status: 'pending' })
      .update({ status: 'accepted' }),
  );

/** Returns the error of an invitation that is another user's, has lapsed, or is to a closed room. */
export const invitationNotFound = () => new AppError('INVITATION_NOT_FOUND');
