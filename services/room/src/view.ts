import { Status, type GameState } from '@fifteen/proto/game';
import type { CurrentAnswer, GetRequest, RoomState } from '@fifteen/proto/room';
import { isAppError } from '@fifteen/runtime';
import type { Parts } from './parts.ts';
import { assertMay } from './rights.ts';
import { loadRoom, roomIdOf } from './rooms.ts';
import { situationOf } from './situation.ts';

/** The room a user is in, with its running or last game: what a browser needs to come back. */
export async function currentRoom(parts: Parts, userId: string): Promise<CurrentAnswer> {
  const { rows } = await parts.db.query<{ room_id: string }>(
    `SELECT room_id FROM participant WHERE user_id = $1`,
    [userId],
  );
  const [row] = rows;
  return row ? roomWithGame(parts, row.room_id) : { room: undefined, game: undefined };
}

/** A room with its running or last game. Errors: NOT_FOUND. */
export async function roomWithGame(parts: Parts, roomId: string): Promise<CurrentAnswer> {
  const room = await loadRoom(parts.db, roomId);
  return { room, game: room.gameId ? await startedGame(parts, room.gameId) : undefined };
}

/** A round is written down before its game is, and a game before it opens: in between there is none to see yet. */
async function startedGame(parts: Parts, gameId: string): Promise<GameState | undefined> {
  try {
    const game = await parts.game.get({ gameId });
    return game.status === Status.FUNDING ? undefined : game;
  } catch (error) {
    if (isAppError(error, 'NOT_FOUND')) return undefined;
    throw error;
  }
}

/** Returns a room, by its id or its code, to a user who may see it. Errors: NOT_FOUND, for outsiders too. */
export async function viewRoom(parts: Parts, { roomId, code, viewerId }: GetRequest): Promise<RoomState> {
  const id = code ? await roomIdOf(parts.db, code) : roomId;
  assertMay('see', await situationOf(parts.db, id, viewerId));
  return loadRoom(parts.db, id);
}
