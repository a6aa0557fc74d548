import type { CurrentAnswer, RoomState } from '@fifteen/proto/room';
import { AppError } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { loadRoom } from './rooms.ts';

/** The room a user is in, with its running or last game: what a browser needs to come back. */
export async function currentRoom(parts: Parts, userId: string): Promise<CurrentAnswer> {
  const { rows } = await parts.db.query<{ room_id: string }>(
    `SELECT room_id FROM participant WHERE user_id = $1`,
    [userId],
  );
  const [row] = rows;
  if (!row) return { room: undefined, game: undefined };
  const room = await loadRoom(parts.db, row.room_id);
  const game = room.gameId ? await parts.game.get({ gameId: room.gameId }) : undefined;
  return { room, game };
}

/** A room for somebody who is in it, or for anyone when it is public. Errors: NOT_FOUND, for strangers too. */
export async function viewRoom(parts: Parts, roomId: string, viewerId: string): Promise<RoomState> {
  const room = await loadRoom(parts.db, roomId);
  const inside = room.participants.some((participant) => participant.userId === viewerId);
  if (room.private && !inside) throw new AppError('NOT_FOUND', 'Room not found');
  return room;
}
