import { randomUUID } from 'node:crypto';
import {
  Answer,
  type AnswerInvitationAnswer,
  type AnswerInvitationRequest,
  type Invitation,
  type InviteRequest,
} from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import { build, execute, rowsOf } from '@fifteen/runtime/statements';
import { isBot } from './ids.ts';
import { enter } from './join.ts';
import { lockInvited, lockMovers, lockRoom } from './locks.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { whenFree } from './rounds.ts';
import { INVITATION_LIFE_S, playersOf, roleOf, situationOf } from './situation.ts';
import { requireStake } from './stake.ts';
import { currentRoom } from './view.ts';

interface InvitationRow {
  id: string;
  room_id: string;
  code: string;
  bet: number;
  inviter_id: string;
  invited_id: string;
  status: 'pending' | 'accepted' | 'rejected' | 'lapsed';
  created_at: Date;
  from_friend: boolean;
  /** Still pending, but nobody answered in time. */
  late: boolean;
}

const LATE = `invitation.created_at <= now() - make_interval(secs => ${INVITATION_LIFE_S})`;

/** Invitations of one user, with what is told of their rooms. */
const invitationsTo = (invitedId: string) =>
  build('invitation')
    .join('room', 'room.id', 'room_id')
    .where({ invited_id: invitedId })
    .select('invitation.*', 'code', 'bet', build.raw(`invitation.status = 'pending' AND ${LATE} AS late`));

/**
 * Pending invitations of one user, in all and from players who are not friends: every one shows up on their screen, and
 * strangers must not use up the places of friends.
 */
const PENDING_MAX = 20;
const PENDING_FROM_STRANGERS = 10;

const ANSWER = {
  pending: Answer.PENDING,
  accepted: Answer.ACCEPTED,
  rejected: Answer.REJECTED,
  lapsed: Answer.REJECTED,
} as const;

const shown = (row: InvitationRow): Invitation => ({
  id: row.id,
  roomId: row.room_id,
  roomCode: row.code,
  inviterId: row.inviter_id,
  invitedId: row.invited_id,
  status: ANSWER[row.status],
  createdAt: row.created_at,
  bet: row.bet,
});

/**
 * Invites a user to a room; a pending invitation to it is returned again. Errors: NOT_FOUND, NOT_ROOM_OWNER,
 * GAME_RUNNING, CONFLICT (they are in it already, or a bot), TOO_MANY_INVITATIONS (`retryAfter`).
 */
export async function invite(
  parts: Parts,
  { roomId, inviterId, invitedId, fromFriend = false }: InviteRequest,
): Promise<Invitation> {
  return commit(parts, 'invite', async (sql, news) => {
    await lockRoom(sql, roomId);
    const room = await situationOf(sql, roomId, inviterId);
    assertMay('invite', room);
    if (isBot(invitedId)) throw new AppError('CONFLICT', 'A computer opponent cannot be invited');
    if (roleOf(room, invitedId)) throw new AppError('CONFLICT', 'They are in this room already');
    const [waiting] = await rowsOf<InvitationRow>(
      sql,
      invitationsTo(invitedId).where({ room_id: roomId, 'invitation.status': 'pending' }),
    );
    if (waiting && !waiting.late) return shown(waiting);
    if (waiting) await answered(sql, waiting.id, 'lapsed');
    const id = randomUUID();
    await assertPlace(sql, invitedId, fromFriend);
    const people = { inviter_id: inviterId, invited_id: invitedId, from_friend: fromFriend };
    await execute(sql, build('invitation').insert({ id, room_id: roomId, ...people }));
    const invitation = shown(await load(sql, id, invitedId));
    news.toUser(invitedId, { $case: 'invitation', value: invitation });
    return invitation;
  });
}

/** Throws TOO_MANY_INVITATIONS with the seconds until a place is free, when too many wait for the user. */
async function assertPlace(sql: Sql, invitedId: string, fromFriend: boolean): Promise<void> {
  await lockInvited(sql, invitedId);
  const { rows } = await sql.query<{ stranger: boolean; wait: number }>(
    `SELECT NOT from_friend AS stranger,
       extract(epoch FROM created_at + make_interval(secs => $2) - now())::float8 AS wait
     FROM invitation WHERE invited_id = $1 AND status = 'pending' AND created_at > now() - make_interval(secs => $2)
     ORDER BY created_at DESC`,
    [invitedId, INVITATION_LIFE_S],
  );
  const waits = [rows.at(PENDING_MAX - 1)];
  if (!fromFriend) waits.push(rows.filter(({ stranger }) => stranger).at(PENDING_FROM_STRANGERS - 1));
  const retryAfter = Math.max(0, ...waits.map((row) => (row ? Math.max(1, Math.ceil(row.wait)) : 0)));
  if (retryAfter > 0)
    throw new AppError('TOO_MANY_INVITATIONS', 'Too many invitations wait for this user', { retryAfter });
}

/** The newest 20 invitations that wait for a user's answer, oldest first. */
export async function invitationsOf(parts: Parts, userId: string): Promise<Invitation[]> {
  const rows = await rowsOf<InvitationRow>(
    parts.db,
    invitationsTo(userId)
      .where({ 'invitation.status': 'pending' })
      .whereNot({ 'room.status': 'closed' })
      .whereRaw(`NOT ${LATE}`)
      .orderBy('invitation.created_at', 'desc')
      .limit(PENDING_MAX),
  );
  return rows.map(shown).reverse();
}

/**
 * Answers an invitation; see the RPC. Errors: NOT_FOUND (not theirs, lapsed, or the room is closed), CONFLICT (answered
 * otherwise), and those of joining.
 */
export async function answerInvitation(
  parts: Parts,
  { invitationId, userId, accept }: AnswerInvitationRequest,
): Promise<AnswerInvitationAnswer> {
  const found = await load(parts.db, invitationId, userId);
  if (!accept) {
    await commit(parts, 'decline', async (sql) => {
      await lockRoom(sql, found.room_id);
      if (isOpen(await load(sql, invitationId, userId), accept))
        await answered(sql, invitationId, 'rejected');
    });
  } else if (isOpen(found, accept)) await acceptInvitation(parts, found);
  const invitation = shown(await load(parts.db, invitationId, userId));
  const { room, game } = accept ? await currentRoom(parts, userId) : {};
  return room?.id === found.room_id
    ? { invitation, room, game }
    : { invitation, room: undefined, game: undefined };
}

/** Joins as a player, or as a spectator when both seats are taken. */
async function acceptInvitation(parts: Parts, { id, room_id: roomId, invited_id: userId }: InvitationRow) {
  const before = await situationOf(parts.db, roomId, userId);
  const sits = before.maxPlayers === 2 || playersOf(before).length < 2;
  if (sits && !roleOf(before, userId)) await requireStake(parts, userId, before.bet);
  await whenFree(parts, [userId], () =>
    commit(parts, 'accept-invitation', async (sql, news) => {
      await lockMovers(sql, [userId], roomId);
      if (!isOpen(await load(sql, id, userId), true)) return;
      const room = await situationOf(sql, roomId, userId);
      const watches = !sits || (room.maxPlayers > 2 && playersOf(room).length >= 2);
      await enter(sql, news, roomId, userId, roleOf(room, userId) ?? (watches ? 'spectator' : 'player'));
      await answered(sql, id, 'accepted');
    }),
  );
}

/** Does an invitation wait for this answer? It does not when it was given before. Errors: NOT_FOUND, CONFLICT. */
function isOpen({ status, late }: InvitationRow, accept: boolean): boolean {
  if (status === (accept ? 'accepted' : 'rejected')) return false;
  if (status === 'lapsed' || late) throw noInvitation();
  if (status !== 'pending') throw new AppError('CONFLICT', 'You have answered this invitation already');
  return true;
}

async function load(sql: Sql, id: string, invitedId: string): Promise<InvitationRow> {
  const [found] = await rowsOf<InvitationRow>(sql, invitationsTo(invitedId).where({ 'invitation.id': id }));
  if (!found) throw noInvitation();
  return found;
}

const answered = (sql: Sql, id: string, status: InvitationRow['status']) =>
  execute(sql, build('invitation').where({ id }).update({ status }));

/** Ends the invitations that nobody answered in time. */
export async function lapseInvitations({ db }: Parts): Promise<void> {
  await execute(
    db,
    build('invitation').where({ status: 'pending' }).whereRaw(LATE).update({ status: 'lapsed' }),
  );
}

const noInvitation = () => new AppError('NOT_FOUND', 'Invitation not found');
