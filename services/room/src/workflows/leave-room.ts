import type { RoomId, UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import { AppError, isAppError, unavailable, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { lockRoom } from '../db/locks.ts';
import { REMATCH_COLUMNS, toRematch, type RematchRow } from '../db/rematches.ts';
import { closeRooms } from '../db/rooms.ts';
import { cancelRound, finishRounds, notifyStartFailed, type RoundRow } from '../db/rounds.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { isOver } from '../domain/rounds.ts';
import type { ParticipantRole } from '../domain/snapshot.ts';
import { transact } from '../db/transaction.ts';
import { gameStartOf } from './start-round.ts';

/** Attempts to leave: a game may begin meanwhile, and then another, but not this many. */
const MAX_ATTEMPTS = 5;

/**
 * Removes a user from a room. A player who leaves a running game loses it first, so that no game goes on without one of
 * its players. A game that has not opened yet is called off. Changes nothing for a user who is not in the room. Returns
 * whether the user is in another room.
 * @param unlessPlaying whether a running game goes on instead, and its player stays
 * @throws ALREADY_IN_GAME, SERVICE_UNAVAILABLE
 */
export async function forfeitAndLeave(
  context: AppContext,
  roomId: RoomId,
  userId: UserId,
  unlessPlaying = false,
): Promise<boolean> {
  let ended: EndedRound | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { open, inOtherRoom } = await transact(context, 'leave-room', async (sql, notifications) => {
      await lockRoom(sql, roomId);
      if (ended) await endRound(sql, notifications, roomId, userId, ended);
      const [open, participations] = await Promise.all([
        loadOpenRound(sql, roomId, userId),
        loadParticipations(sql, [userId]),
      ]);
      const participation = participations.find((row) => row.room_id === roomId);
      if (!open && participation) await removeParticipants(sql, notifications, [participation]);
      return { open, inOtherRoom: participations.length > 0 && !participation };
    });
    if (!open) return inOtherRoom;
    ended = { open, game: await forfeit(context, roomId, userId, open, unlessPlaying) };
  }
  throw unavailable('game');
}

/** A round that a user would lose, or call off, by leaving. */
interface OpenRound extends RoundRow {
  round: number;
  status: 'starting' | 'playing';
}

/** Such a round, with its game after the user left it. */
interface EndedRound {
  open: OpenRound;
  game: GameState;
}

/** Returns the open round of a player of a room. */
async function loadOpenRound(sql: Sql, roomId: RoomId, userId: UserId): Promise<OpenRound | undefined> {
  const { rows } = await sql.query<OpenRound>(
    `SELECT game_id, round, round.status, player_ids, x_player_id, bet
     FROM round JOIN participant USING (room_id) JOIN room ON room.id = room_id
     WHERE room_id = $1 AND user_id = $2 AND user_id = ANY (player_ids) AND round.status IN ('starting', 'playing')`,
    [roomId, userId],
  );
  return rows[0];
}

/**
 * Abandons the game of a round. The game service calls off one whose stakes are not held yet, and with its start one that
 * it does not know yet: this or another replica may just be starting it, and no player may lose a game that none has seen.
 * @throws ALREADY_IN_GAME, SERVICE_UNAVAILABLE
 */
async function forfeit(
  { game }: AppContext,
  roomId: RoomId,
  userId: UserId,
  open: OpenRound,
  unlessActive: boolean,
): Promise<GameState> {
  const start = gameStartOf(roomId, open.round, open);
  try {
    return (await game.abandonGame({ gameId: open.game_id, userId, start, unlessActive })).game;
  } catch (error) {
    // An earlier version of the game service ignores the start: the game may exist at the next attempt.
    if (isAppError(error, 'GAME_NOT_FOUND')) throw unavailable('game');
    throw error;
  }
}

/** Records how the round ended that a user left. */
async function endRound(
  sql: Sql,
  notifications: PendingNotifications,
  roomId: RoomId,
  userId: UserId,
  { open: { round, status }, game }: EndedRound,
): Promise<void> {
  if (isOver(game)) return finishRounds(sql, notifications, [game]);
  const failed = { round, code: 'OPPONENT_LEFT', leaverIds: [userId] };
  await cancelRound(sql, notifications, roomId, status, failed);
}

/** A user in a room. */
interface Participation {
  user_id: UserId;
  room_id: RoomId;
  role: ParticipantRole;
  /** The user plays a game there. */
  busy: boolean;
}

/** Returns the rooms that users are in. The caller has requested their locks. */
export async function loadParticipations(sql: Sql, userIds: readonly UserId[]): Promise<Participation[]> {
  const { rows } = await sql.query<Participation>(
    `SELECT user_id, room_id, role, EXISTS (SELECT 1 FROM round WHERE round.room_id = participant.room_id
       AND status IN ('starting', 'playing') AND user_id = ANY (player_ids)) AS busy
     FROM participant WHERE user_id = ANY ($1)`,
    [userIds],
  );
  return rows;
}

/**
 * Removes users from the rooms they are in, because they enter another.
 * @throws ALREADY_IN_GAME, unless their games are over
 */
export async function leaveRooms(
  sql: Sql,
  notifications: PendingNotifications,
  participations: readonly Participation[],
): Promise<void> {
  const busy = participations.find((row) => row.busy);
  if (busy) throw new AppError('ALREADY_IN_GAME', { userId: busy.user_id });
  if (participations.length > 0) await removeParticipants(sql, notifications, participations);
}

/**
 * Removes participants from locked rooms. When a player leaves, the agreements of the room end and the other player owns it,
 * never a spectator or a computer player. A room closes after its last player.
 */
async function removeParticipants(
  sql: Sql,
  notifications: PendingNotifications,
  leavers: readonly Participation[],
): Promise<void> {
  const userIds = leavers.map((row) => row.user_id);
  const roomIds = [...new Set(leavers.map((row) => row.room_id))];
  const players = leavers.filter(({ role }) => role === 'player');
  const [, { rows: owners }] = await Promise.all([
    sql.query(`DELETE FROM participant WHERE user_id = ANY ($1)`, [userIds]),
    sql.query<{ room_id: RoomId; user_id: UserId }>(
      `SELECT DISTINCT ON (room_id) room_id, user_id FROM participant
       WHERE room_id = ANY ($1) AND role = 'player' AND user_id NOT LIKE 'player\\_%' ORDER BY room_id, place`,
      [roomIds],
    ),
    players.length > 0 && cancelAgreements(sql, notifications, players),
  ]);
  const keptRooms = owners.map((row) => row.room_id);
  const empty = roomIds.filter((id) => !keptRooms.includes(id));
  for (const id of keptRooms) notifications.changedRooms.add(id);
  await Promise.all([
    empty.length > 0 && closeRooms(sql, notifications, empty),
    keptRooms.length > 0 &&
      sql.query(
        `UPDATE room SET version = version + 1, updated_at = now(),
           owner_id = CASE WHEN room.owner_id = ANY ($3) THEN other.owner_id ELSE room.owner_id END
         FROM unnest($1::text[], $2::text[]) AS other (room_id, owner_id) WHERE id = other.room_id`,
        [keptRooms, owners.map((row) => row.user_id), userIds],
      ),
  ]);
}

/** Ends the pending rematch requests of rooms whose players leave, and cancels their agreed rounds. */
async function cancelAgreements(
  sql: Sql,
  notifications: PendingNotifications,
  leavers: readonly Participation[],
): Promise<void> {
  const roomIds = leavers.map((row) => row.room_id);
  const [{ rows: lapsed }, { rows: cancelled }] = await Promise.all([
    sql.query<RematchRow>(
      `UPDATE rematch_request SET status = 'lapsed' WHERE room_id = ANY ($1) AND status = 'pending'
       RETURNING ${REMATCH_COLUMNS}`,
      [roomIds],
    ),
    sql.query<{ room_id: RoomId; round: number }>(
      `UPDATE round SET status = 'off', updated_at = now() WHERE room_id = ANY ($1) AND status = 'agreed'
       RETURNING room_id, round`,
      [roomIds],
    ),
  ]);
  const leaverIds = leavers.map((row) => row.user_id);
  for (const row of lapsed) {
    const other = leaverIds.includes(row.requester_id) ? row.requested_id : row.requester_id;
    const value = { ...toRematch(row), lapseCode: 'OPPONENT_LEFT' };
    notifications.toUser(other, { $case: 'rematch', value });
  }
  for (const { room_id: roomId, round } of cancelled)
    await notifyStartFailed(sql, notifications, roomId, { round, code: 'OPPONENT_LEFT', leaverIds });
}
