import { randomUUID } from 'node:crypto';
import type { InviteUserRequest, InviteUserResponse } from '@fifteen/proto/room';
import { INVITATION_SECONDS, isBot, type UserId } from '@fifteen/domain';
import { AppError, type Call, type Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import {
  loadInvitation,
  PENDING_MAX,
  selectInvitations,
  setInvitationStatus,
  toInvitation,
  type InvitationRow,
} from '../db/invitations.ts';
import { lockInvitedUser, lockRoom } from '../db/locks.ts';
import { loadSnapshot } from '../db/snapshot.ts';
import { assertAllowed } from '../domain/permissions.ts';
import { roleOf } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';

/** Pending invitations of one user from players who are not friends, so that strangers leave room for friends. */
const PENDING_FROM_STRANGERS = 10;

/**
 * Invites a user to a room. A pending invitation of the same owner is returned again, and pushed again by a further attempt
 * of the caller: the process of the first may have crashed before its push. One of a previous owner, who has left, lapses.
 * @throws ROOM_NOT_FOUND, NOT_ROOM_OWNER, GAME_RUNNING, ALREADY_IN_ROOM, OPPONENT_IS_COMPUTER,
 * TOO_MANY_INVITATIONS (`retryAfter` in seconds)
 */
export async function inviteUser(
  context: AppContext,
  request: InviteUserRequest,
  { isRepeat = false }: Call,
): Promise<InviteUserResponse> {
  const { roomId, inviterId, invitedId } = request;
  const invitation = await transact(context, 'invite-user', async (sql, notifications) => {
    await lockRoom(sql, roomId);
    const room = await loadSnapshot(sql, roomId, inviterId);
    assertAllowed('invite', room);
    if (isBot(invitedId)) throw new AppError('OPPONENT_IS_COMPUTER');
    if (roleOf(room, invitedId)) throw new AppError('ALREADY_IN_ROOM');
    const [pending] = await queryRows<InvitationRow>(
      sql,
      selectInvitations(invitedId).where({ room_id: roomId, 'invitation.status': 'pending' }),
    );
    const isPending = pending !== undefined && !pending.expired && pending.inviter_id === inviterId;
    if (pending && !isPending) await setInvitationStatus(sql, pending.id, 'lapsed');
    const row = isPending ? pending : await insertInvitation(sql, request);
    const value = toInvitation(row);
    if (!isPending || isRepeat) notifications.toUser(invitedId, { $case: 'invitation', value });
    return value;
  });
  return { invitation };
}

/** @throws TOO_MANY_INVITATIONS */
async function insertInvitation(
  sql: Sql,
  { roomId, inviterId, invitedId, fromFriend = false }: InviteUserRequest,
): Promise<InvitationRow> {
  const id = randomUUID();
  await assertBelowLimit(sql, invitedId, fromFriend);
  const users = { inviter_id: inviterId, invited_id: invitedId, from_friend: fromFriend };
  await execute(sql, build('invitation').insert({ id, room_id: roomId, ...users }));
  return loadInvitation(sql, id, invitedId);
}

/** @throws TOO_MANY_INVITATIONS with the seconds until one of the user's pending invitations expires */
async function assertBelowLimit(sql: Sql, invitedId: UserId, fromFriend: boolean): Promise<void> {
  await lockInvitedUser(sql, invitedId);
  const { rows } = await sql.query<{ stranger: boolean; wait: number }>(
    `SELECT NOT from_friend AS stranger,
       extract(epoch FROM created_at + make_interval(secs => $2) - now())::float8 AS wait
     FROM invitation WHERE invited_id = $1 AND status = 'pending' AND created_at > now() - make_interval(secs => $2)
     ORDER BY created_at DESC`,
    [invitedId, INVITATION_SECONDS],
  );
  const waits = [rows.at(PENDING_MAX - 1)];
  if (!fromFriend) waits.push(rows.filter(({ stranger }) => stranger).at(PENDING_FROM_STRANGERS - 1));
  const retryAfter = Math.max(0, ...waits.map((row) => (row ? Math.max(1, Math.ceil(row.wait)) : 0)));
  if (retryAfter > 0) throw new AppError('TOO_MANY_INVITATIONS', { retryAfter });
}
