import { randomUUID } from 'node:crypto';
import {
  Answer,
  type AnswerInvitationAnswer,
  type AnswerInvitationRequest,
  type Invitation,
  type InviteRequest,
} from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
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
  /** Still pending, but nobody answered in time. */
  late: boolean;
}

const SELECT_INVITATION = `
  SELECT invitation.*, code, bet,
    invitation.status = 'pending' AND invitation.created_at <= now() - make_interval(secs => ${INVITATION_LIFE_S}) AS late
  FROM invitation JOIN room ON room.id = room_id`;

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
    const { rows } = await sql.query<InvitationRow>(
      `${SELECT_INVITATION} WHERE room_id = $1 AND invited_id = $2 AND invitation.status = 'pending'`,
      [roomId, invitedId],
    );
    const [waiting] = rows;
    if (waiting && !waiting.late) return shown(waiting);
    if (waiting) await answered(sql, waiting.id, 'lapsed');
    const id = randomUUID();
    await assertPlace(sql, invitedId, fromFriend);
    await sql.query(
      `INSERT INTO invitation (id, room_id, inviter_id, invited_id, from_friend) VALUES ($1, $2, $3, $4, $5)`,
      [id, roomId, inviterId, invitedId, fromFriend],
    );
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
  const { rows } = await parts.db.query<InvitationRow>(
    `${SELECT_INVITATION} WHERE invited_id = $1 AND invitation.status = 'pending' AND room.status <> 'closed'
       AND invitation.created_at > now() - make_interval(secs => $2)
     ORDER BY invitation.created_at DESC LIMIT ${PENDING_MAX}`,
    [userId, INVITATION_LIFE_S],
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
  const { rows } = await sql.query<InvitationRow>(
    `${SELECT_INVITATION} WHERE invitation.id = $1 AND invited_id = $2`,
    [id, invitedId],
  );
  if (!rows[0]) throw noInvitation();
  return rows[0];
}

const answered = (sql: Sql, id: string, status: InvitationRow['status']) =>
  sql.query(`UPDATE invitation SET status = $2 WHERE id = $1`, [id, status]);

/** Ends the invitations that nobody answered in time. */
export async function lapseInvitations({ db }: Parts): Promise<void> {
  await db.query(
    `UPDATE invitation SET status = 'lapsed'
     WHERE status = 'pending' AND created_at <= now() - make_interval(secs => $1)`,
    [INVITATION_LIFE_S],
  );
}

const noInvitation = () => new AppError('NOT_FOUND', 'Invitation not found');
