import type { GameId, RoomId, UserId } from '@fifteen/domain';
import { Condition, type GameState } from '@fifteen/proto/game';
import { AppError, type Sql } from '@fifteen/runtime';
import { gameIdOf } from '../domain/ids.ts';
import type { PendingNotifications } from '../domain/notifications.ts';
import { lockRoom, lockRooms } from './locks.ts';
import { closeRooms, isMatchRoom, loadRooms, updateRoom } from './rooms.ts';

interface NewRound {
  status: 'agreed' | 'starting';
  playerIds: UserId[];
  /** The player who gets X; the game service draws when it is not given. */
  xPlayerId?: UserId;
  /** The number of the round, where the caller knows it. */
  number?: number;
}

/** Inserts the next round of a room that is locked and has no open round. Returns its number. */
export async function insertRound(
  sql: Sql,
  roomId: RoomId,
  { status, playerIds, xPlayerId, number }: NewRound,
): Promise<number> {
  const next = number ?? (await nextRound(sql, roomId));
  await sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids, x_player_id) VALUES ($1, $2, $3, $4, $5, $6)`,
    [roomId, next, gameIdOf(roomId, next), status, playerIds, xPlayerId],
  );
  return next;
}

async function nextRound(sql: Sql, roomId: RoomId): Promise<number> {
  const { rows } = await sql.query<{ next: number }>(
    `SELECT coalesce(max(round), 0) + 1 AS next FROM round WHERE room_id = $1`,
    [roomId],
  );
  return rows[0]?.next ?? 1;
}

/** A round, with the bet of its room; `x_player_id` is null until it is known who has X. */
export interface RoundRow {
  game_id: GameId;
  status: string;
  player_ids: UserId[];
  x_player_id: UserId | null;
  bet: number;
}

/**
 * Returns a round with the bet of its room.
 * @throws NOT_FOUND
 */
export async function loadRound(sql: Sql, roomId: RoomId, round: number): Promise<RoundRow> {
  const { rows } = await sql.query<RoundRow>(
    `SELECT game_id, round.status, player_ids, x_player_id, bet FROM round JOIN room ON room.id = room_id
     WHERE room_id = $1 AND round = $2`,
    [roomId, round],
  );
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

interface FinishedRound {
  round: number;
  gameId: GameId;
  playerIds: UserId[];
  xPlayerId: UserId | null;
}

/** Returns the newest finished round of a room. */
export async function loadLastRound(sql: Sql, roomId: RoomId): Promise<FinishedRound | undefined> {
  const { rows } = await sql.query<{
    round: number;
    game_id: GameId;
    player_ids: UserId[];
    x_player_id: UserId | null;
  }>(
    `SELECT round, game_id, player_ids, x_player_id FROM round WHERE room_id = $1 AND status = 'over'
     ORDER BY round DESC LIMIT 1`,
    [roomId],
  );
  const [row] = rows;
  return (
    row && { round: row.round, gameId: row.game_id, playerIds: row.player_ids, xPlayerId: row.x_player_id }
  );
}

/** Returns the game of a user's room that is starting or running with them as a player. */
export async function findOpenGame(sql: Sql, userId: UserId): Promise<GameId | undefined> {
  const { rows } = await sql.query<{ game_id: GameId }>(
    `SELECT game_id FROM round JOIN participant USING (room_id)
     WHERE user_id = $1 AND user_id = ANY (player_ids) AND status IN ('starting', 'playing')`,
    [userId],
  );
  return rows[0]?.game_id;
}

/** A round whose game may be running. */
export interface OpenRound {
  game_id: GameId;
  status: 'starting' | 'playing';
}

/** Returns the rounds of games, without those that are not started or over. */
export async function loadOpenRounds(sql: Sql, gameIds: readonly GameId[]): Promise<OpenRound[]> {
  const { rows } = await sql.query<OpenRound>(
    `SELECT game_id, status FROM round WHERE game_id = ANY ($1) AND status IN ('starting', 'playing')`,
    [gameIds],
  );
  return rows;
}

/** Changes the status of a round. Returns false when it was not `from`. */
export async function setRoundStatus(
  sql: Sql,
  roomId: RoomId,
  round: number,
  { from, to, xPlayerId }: { from: string; to: string; xPlayerId?: UserId },
): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE round SET status = $4, x_player_id = coalesce($5, x_player_id), updated_at = now()
     WHERE room_id = $1 AND round = $2 AND status = $3`,
    [roomId, round, from, to, xPlayerId],
  );
  return rowCount === 1;
}

/**
 * Records that games are over. A repeat changes nothing. A game that was played used its players' consent, also when its
 * start was never recorded. The room of an expired game is closed: both players were absent, and neither has consented to
 * another game.
 */
export async function finishRounds(
  sql: Sql,
  notifications: PendingNotifications,
  games: readonly GameState[],
): Promise<void> {
  const roomIds = [...new Set(games.map(({ roomId }) => roomId))];
  const [, { rows: changed }, rooms] = await Promise.all([
    lockRooms(sql, roomIds),
    sql.query<{ id: RoomId }>(
      `WITH ended AS (SELECT * FROM unnest($1::text[], $2::text[]) AS game (id, x_player_id)),
       unrecorded AS (
         UPDATE participant SET agreed = false FROM round JOIN ended ON game_id = ended.id
         WHERE round.status = 'starting' AND participant.room_id = round.room_id AND user_id = ANY (player_ids)),
       over AS (
         UPDATE round SET status = 'over', x_player_id = ended.x_player_id, updated_at = now() FROM ended
         WHERE game_id = ended.id AND status IN ('starting', 'playing') RETURNING room_id)
       UPDATE room SET version = version + 1, updated_at = now(), status = 'active' FROM over WHERE id = room_id
       RETURNING id`,
      [games.map(({ id }) => id), games.map(({ xPlayerId }) => xPlayerId)],
    ),
    loadRooms(sql, roomIds),
  ]);
  const ids = new Set(changed.map(({ id }) => id));
  const expired = new Set(
    games.filter(({ condition }) => condition === Condition.EXPIRED).map(({ roomId }) => roomId),
  );
  for (const room of rooms) if (ids.has(room.id) && !expired.has(room.id)) notifications.roomChanged(room);
  const closing = [...expired].filter((id) => ids.has(id));
  if (closing.length > 0) await closeRooms(sql, notifications, closing);
}

/**
 * Calls off a playing round that has no game, or one that never opened, so that its players are free: the database of
 * games was restored to a moment before the game began.
 */
export async function callOffRound(
  sql: Sql,
  notifications: PendingNotifications,
  gameId: GameId,
): Promise<void> {
  const { rows } = await sql.query<{ room_id: RoomId; round: number }>(
    `SELECT room_id, round FROM round WHERE game_id = $1 AND status = 'playing'`,
    [gameId],
  );
  const [row] = rows;
  if (!row) return;
  const { room_id: roomId, round } = row;
  await lockRoom(sql, roomId);
  await cancelRound(sql, notifications, roomId, 'playing', { round, code: 'SERVICE_UNAVAILABLE' });
}

/**
 * Cancels a round of a locked room whose game is not played. Changes nothing unless its status is `from`. The room of a
 * match that never began is closed; any other room stays open. The system's reason, SERVICE_UNAVAILABLE, returns the
 * consent: the players may try again.
 */
export async function cancelRound(
  sql: Sql,
  notifications: PendingNotifications,
  roomId: RoomId,
  from: 'starting' | 'playing',
  failed: FailedStart,
): Promise<void> {
  const { round, code } = failed;
  if (!(await setRoundStatus(sql, roomId, round, { from, to: 'off' }))) return;
  const last = await loadLastRound(sql, roomId);
  if (!last && (await isMatchRoom(sql, roomId))) return closeRooms(sql, notifications, [roomId]);
  if (code === 'SERVICE_UNAVAILABLE') await restoreConsent(sql, roomId, round);
  await notifyStartFailed(sql, notifications, roomId, failed);
  await updateRoom(sql, notifications, roomId, last ? 'active' : 'waiting');
}

/**
 * Returns the consent to a round that the system called off to its players: after a game they may request its rematch once
 * more, otherwise the owner may start once more.
 */
async function restoreConsent(sql: Sql, roomId: RoomId, round: number): Promise<void> {
  const gameId = await findRematchedGame(sql, roomId, round);
  await (gameId
    ? sql.query(`DELETE FROM rematch_request WHERE game_id = $1`, [gameId])
    : sql.query(
        `UPDATE participant SET agreed = true FROM round
         WHERE round.room_id = $1 AND round = $2 AND participant.room_id = $1 AND user_id = ANY (player_ids)`,
        [roomId, round],
      ));
}

/** Why a round of a room will not be played. */
interface FailedStart {
  round: number;
  code: string;
  /** The players who lack the coins, if that is the reason. */
  shortUserIds?: readonly UserId[];
  /** The players who left, if that is the reason. */
  leaverIds?: readonly UserId[];
}

/** Notifies a room that a round will not be played: as a failed rematch of the last game, if it was agreed as one. */
export async function notifyStartFailed(
  sql: Sql,
  notifications: PendingNotifications,
  roomId: RoomId,
  { round, code, shortUserIds = [], leaverIds = [] }: FailedStart,
): Promise<void> {
  const gameId = (await findRematchedGame(sql, roomId, round)) ?? '';
  notifications.toRoom(roomId, {
    $case: 'startFailed',
    value: { roomId, gameId, code, shortUserIds: [...shortUserIds], leaverIds: [...leaverIds] },
  });
}

/**
 * Returns the game of which a round is the rematch; undefined for one that is none. Only a rematch has its seats before its
 * game begins, and only a round that was played has them afterwards: then its players decide.
 */
async function findRematchedGame(sql: Sql, roomId: RoomId, round: number): Promise<GameId | undefined> {
  const { rows } = await sql.query<{ game_id: GameId }>(
    `SELECT last.game_id FROM round AS failed CROSS JOIN LATERAL (
       SELECT game_id, player_ids FROM round WHERE room_id = failed.room_id AND status = 'over'
       ORDER BY round DESC LIMIT 1) AS last
     WHERE failed.room_id = $1 AND failed.round = $2 AND failed.x_player_id IS NOT NULL
       AND failed.player_ids @> last.player_ids`,
    [roomId, round],
  );
  return rows[0]?.game_id;
}
