import { randomInt } from 'node:crypto';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';
import type { News } from './news.ts';

interface RoomRow {
  id: string;
  code: string;
  name: string;
  owner_id: string;
  status: keyof typeof STATUS;
  max_players: number;
  private: boolean;
  bet: number;
  match_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  creator_id: string | null;
  request_id: string | null;
  game_id: string | null;
  participants: { id: string; user_id: string; role: keyof typeof ROLE; agreed: boolean }[] | null;
}

const STATUS = {
  waiting: RoomStatus.WAITING,
  playing: RoomStatus.PLAYING,
  active: RoomStatus.ACTIVE,
  closed: RoomStatus.CLOSED,
} as const;

const ROLE = { player: Role.PLAYER, spectator: Role.SPECTATOR } as const;

/** The newest game that is or was there: not one that is only agreed to, nor one that was called off. */
const SELECT_ROOM = `
  SELECT room.*,
    (SELECT game_id FROM round WHERE room_id = room.id AND status IN ('starting', 'playing', 'over')
       ORDER BY round DESC LIMIT 1) AS game_id,
    (SELECT json_agg(json_build_object('id', p.id, 'user_id', p.user_id, 'role', p.role, 'agreed', p.agreed)
       ORDER BY p.role, p.place) FROM participant p WHERE p.room_id = room.id) AS participants
  FROM room WHERE id = $1`;

/** Returns the id of the room with that code. Errors: NOT_FOUND. */
export async function roomIdOf(sql: Sql, code: string): Promise<string> {
  const { rows } = await sql.query<{ id: string }>(`SELECT id FROM room WHERE code = $1`, [code]);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', 'Room not found');
  return row.id;
}

/** The whole room as others see it. Errors: NOT_FOUND. */
export async function loadRoom(sql: Sql, id: string): Promise<RoomState> {
  const { rows } = await sql.query<RoomRow>(SELECT_ROOM, [id]);
  const [row] = rows;
  if (!row) throw new AppError('NOT_FOUND', 'Room not found');
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

/** Marks a room as changed, to be told; every change goes with it, so that pushes can be told apart by their version. */
export async function touchRoom(
  sql: Sql,
  news: News,
  id: string,
  status?: keyof typeof STATUS,
): Promise<void> {
  await sql.query(
    `UPDATE room SET version = version + 1, updated_at = now(), status = coalesce($2, status) WHERE id = $1`,
    [id, status ?? null],
  );
  news.rooms.add(id);
}

/** Closes a room that is locked: whoever is still in it is put out, and its invitations lapse. */
export async function closeRoom(sql: Sql, news: News, roomId: string): Promise<void> {
  const { rowCount } = await sql.query(`DELETE FROM participant WHERE room_id = $1`, [roomId]);
  await sql.query(`UPDATE invitation SET status = 'lapsed' WHERE room_id = $1 AND status = 'pending'`, [
    roomId,
  ]);
  await touchRoom(sql, news, roomId, 'closed');
  if (rowCount) news.toRoom(roomId, { $case: 'roomEnded', value: { roomId } });
}

/** What a room is made from, and for: a match, or a request of its owner. */
interface NewRoom {
  id: string;
  name: string;
  ownerId: string;
  maxPlayers: number;
  private: boolean;
  bet: number;
  matchId?: string;
  requestId?: string;
}

/** Writes a room. False when its match or request has one already. */
export async function insertRoom(sql: Sql, room: NewRoom): Promise<boolean> {
  for (let tries = 0; tries < 3; tries += 1) {
    const { rowCount } = await sql.query(
      `INSERT INTO room (id, code, name, owner_id, status, max_players, private, bet, match_id, creator_id, request_id)
       VALUES ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`,
      [
        ...[room.id, newCode(), room.name, room.ownerId, room.maxPlayers, room.private, room.bet],
        ...[room.matchId, room.requestId && room.ownerId, room.requestId],
      ],
    );
    if (rowCount === 1) return true;
    const { rowCount: same } = await sql.query(
      `SELECT 1 FROM room WHERE match_id = $1 OR creator_id = $2 AND request_id = $3`,
      [room.matchId, room.ownerId, room.requestId],
    );
    if (same) return false;
  }
  throw new Error('no room code is free');
}

/** Look-alikes (I, O, 0, 1) are left out: codes are read aloud and typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A room code: 8 characters of 32, drawn at random, so that guessing one is hopeless (40 bits). */
const newCode = (): string => Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
