import type { GameState } from '@fifteen/proto/game';
import type { CurrentAnswer, RoomState } from '@fifteen/proto/room';
import { AppError, isAppError } from '@fifteen/runtime';
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
  return { room, game: room.gameId ? await startedGame(parts, room.gameId) : undefined };
}

/** A round is written down before its game is: in between there is none yet. */
async function startedGame(parts: Parts, gameId: string): Promise<GameState | undefined> {
  try {
    return await parts.game.get({ gameId });
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** A room for somebody who is in it, or for anyone when it is public. Errors: NOT_FOUND, for strangers too. */
export async function viewRoom(parts: Parts, roomId: string, viewerId: string): Promise<RoomState> {
  const room = await loadRoom(parts.db, roomId);
  const inside = room.participants.some((participant) => participant.userId === viewerId);
  if (room.private && !inside) throw new AppError('NOT_FOUND', 'Room not found');
  return room;
}
