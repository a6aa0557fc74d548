import { randomInt } from 'node:crypto';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import { AppError, type Sql } from '@fifteen/runtime';

interface RoomRow {
  id: string;
  code: string;
  name: string;
  owner_id: string;
  status: keyof typeof STATUS;
  max_players: number;
  private: boolean;
  bet: number;
  version: number;
  created_at: Date;
  game_id: string | null;
  participants: { id: string; user_id: string; role: keyof typeof ROLE }[] | null;
}

const STATUS = {
  waiting: RoomStatus.WAITING,
  playing: RoomStatus.PLAYING,
  active: RoomStatus.ACTIVE,
  closed: RoomStatus.CLOSED,
} as const;

const ROLE = { player: Role.PLAYER, spectator: Role.SPECTATOR } as const;

const SELECT_ROOM = `
  SELECT room.*,
    (SELECT game_id FROM round WHERE room_id = room.id ORDER BY round DESC LIMIT 1) AS game_id,
    (SELECT json_agg(json_build_object('id', p.id, 'user_id', p.user_id, 'role', p.role) ORDER BY p.joined_at, p.id)
       FROM participant p WHERE p.room_id = room.id) AS participants
  FROM room WHERE id = $1`;

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
    participants: (row.participants ?? []).map((p) => ({ id: p.id, userId: p.user_id, role: ROLE[p.role] })),
    maxPlayers: row.max_players,
    private: row.private,
    bet: row.bet,
    createdAt: row.created_at,
    gameId: row.game_id ?? '',
    version: row.version,
  };
}

/** Marks a room as changed; every change goes with it, so that pushes can be told apart by their version. */
export async function touchRoom(sql: Sql, id: string, status?: keyof typeof STATUS): Promise<void> {
  await sql.query(
    `UPDATE room SET version = version + 1, updated_at = now(), status = coalesce($2, status) WHERE id = $1`,
    [id, status ?? null],
  );
}

/** Look-alikes (I, O, 0, 1) are left out: codes are read aloud and typed. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A room code: 8 characters of 32, drawn at random, so that guessing one is hopeless (40 bits). */
export const newCode = (): string =>
  Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
