import { randomInt } from 'node:crypto';
import { ROOM_CODE_LENGTH, type GameId, type RoomId, type UserId } from '@fifteen/domain';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import type { PendingNotifications } from '../domain/notifications.ts';

interface RoomRow {
  id: RoomId;
  code: string;
  name: string;
  owner_id: UserId;
  status: keyof typeof STATUS;
  max_players: number;
  private: boolean;
  bet: number;
  match_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  creator_id: UserId | null;
  request_id: string | null;
  game_id: GameId | null;
  participants: { id: string; user_id: UserId; role: keyof typeof ROLE; agreed: boolean }[] | null;
}

const STATUS = {
  waiting: RoomStatus.WAITING,
  playing: RoomStatus.PLAYING,
  active: RoomStatus.ACTIVE,
  closed: RoomStatus.CLOSED,
} as const;

const ROLE = { player: Role.PLAYER, spectator: Role.SPECTATOR } as const;

/** `game_id` is that of the newest round that was started: not of one that is only agreed, nor of a cancelled one. */
const SELECT_ROOM = `
  SELECT room.*,
    (SELECT game_id FROM round WHERE room_id = room.id AND status IN ('starting', 'playing', 'over')
       ORDER BY round DESC LIMIT 1) AS game_id,
    (SELECT json_agg(json_build_object('id', p.id, 'user_id', p.user_id, 'role', p.role, 'agreed', p.agreed)
       ORDER BY p.role, p.place) FROM participant p WHERE p.room_id = room.id) AS participants
  FROM room WHERE id = ANY ($1)`;

/**
 * Returns the id of the room with this code.
 * @throws ROOM_NOT_FOUND
 */
export async function findRoomByCode(sql: Sql, code: string): Promise<RoomId> {
  const { rows } = await sql.query<{ id: RoomId }>(`SELECT id FROM room WHERE code = $1`, [code]);
  const [row] = rows;
  if (!row) throw new AppError('ROOM_NOT_FOUND');
  return row.id;
}

/**
 * Returns the state of a room, as clients see it.
 * @throws ROOM_NOT_FOUND
 */
export async function loadRoom(sql: Sql, id: RoomId): Promise<RoomState> {
  const [room] = await loadRooms(sql, [id]);
  if (!room) throw new AppError('ROOM_NOT_FOUND');
  return room;
}

/** Returns the states of the rooms that exist, in no order. */
export async function loadRooms(sql: Sql, ids: readonly RoomId[]): Promise<RoomState[]> {
  const { rows } = await sql.query<RoomRow>(SELECT_ROOM, [ids]);
  return rows.map(roomOf);
}

function roomOf(row: RoomRow): RoomState {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    status: STATUS[row.status],
    ownerId: row.owner_id,
    participants: (row.participants ?? []).map((p) => ({
      ...{ id: p.id, userId: p.user_id, role: ROLE[p.role], agreed: p.agreed },
    })),
    maxPlayers: row.max_players,
    private: row.private,
    bet: row.bet,
    createdAt: row.created_at,
    gameId: row.game_id ?? '',
    version: row.version,
  };
}

/**
 * Marks a room as changed and notifies its clients. Each change of a room goes with it, so that clients can order states
 * by their version.
 */
export async function updateRoom(
  sql: Sql,
  notifications: PendingNotifications,
  id: RoomId,
  status?: keyof typeof STATUS,
): Promise<void> {
  await sql.query(
    `UPDATE room SET version = version + 1, updated_at = now(), status = coalesce($2, status) WHERE id = $1`,
    [id, status ?? null],
  );
  notifications.changedRooms.add(id);
}

/**
 * Closes rooms that are locked: removes the participants who are left, and ends their pending invitations and rematch
 * requests. Each room gets the push of its last state, and of its end if users were in it; those requests get none.
 */
export async function closeRooms(
  sql: Sql,
  notifications: PendingNotifications,
  roomIds: readonly RoomId[],
): Promise<void> {
  for (const id of roomIds) notifications.changedRooms.add(id);
  const [{ rows }] = await Promise.all([
    sql.query<{ room_id: RoomId }>(`DELETE FROM participant WHERE room_id = ANY ($1) RETURNING room_id`, [
      roomIds,
    ]),
    sql.query(`UPDATE invitation SET status = 'lapsed' WHERE room_id = ANY ($1) AND status = 'pending'`, [
      roomIds,
    ]),
    sql.query(
      `UPDATE rematch_request SET status = 'lapsed' WHERE room_id = ANY ($1) AND status = 'pending'`,
      [roomIds],
    ),
    sql.query(
      `UPDATE room SET version = version + 1, updated_at = now(), status = 'closed' WHERE id = ANY ($1)`,
      [roomIds],
    ),
  ]);
  for (const roomId of new Set(rows.map((row) => row.room_id)))
    notifications.toRoom(roomId, { $case: 'roomEnded', value: { roomId } });
}

/** Condition in SQL: a round of this room is agreed, is starting or is being played. */
export const HAS_OPEN_ROUND = `EXISTS (SELECT FROM round WHERE room_id = room.id
  AND round.status IN ('agreed', 'starting', 'playing'))`;

/** Returns whether a room was made for a match. */
export async function isMatchRoom(sql: Sql, roomId: RoomId): Promise<boolean> {
  const { rowCount } = await sql.query(`SELECT 1 FROM room WHERE id = $1 AND match_id IS NOT NULL`, [roomId]);
  return rowCount === 1;
}

/** A room to insert: for a match, or for a request of its owner. */
interface NewRoom {
  id: RoomId;
  name: string;
  ownerId: UserId;
  status?: 'waiting' | 'closed';
  maxPlayers: number;
  private: boolean;
  bet: number;
  matchId?: string;
  requestId?: string;
}

/**
 * Inserts a room. Returns false when its match or request has a room already; while one is being inserted, waits for the
 * end of that transaction.
 */
export async function insertRoom(sql: Sql, room: NewRoom): Promise<boolean> {
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const { rowCount } = await sql.query(
      `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id, creator_id, request_id)
       VALUES ($1, $2, $3, $4, $11, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        ...[room.id, newCode(), room.name, room.ownerId, room.maxPlayers, room.private, room.bet],
        ...[room.matchId, room.requestId && room.ownerId, room.requestId, room.status ?? 'waiting'],
      ],
    );
    if (rowCount === 1) return true;
    const { rowCount: existing } = await sql.query(
      `SELECT 1 FROM room WHERE match_id = $1 OR creator_id = $2 AND request_id = $3`,
      [room.matchId, room.ownerId, room.requestId],
    );
    if (existing) return false;
  }
  throw new Error('no room code is free');
}

/** Without look-alikes (I, O, 0, 1): codes are read aloud and typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns a random room code: 8 characters of 32 are 40 bits, too many to guess. */
const newCode = (): string =>
  Array.from({ length: ROOM_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
