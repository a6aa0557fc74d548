import type { GameId, RoomId, UserId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import type { GetCurrentRoomResponse, JoinRoomResponse } from '@fifteen/proto/room';
import { AppError, isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { findRoomOfUser } from '../db/participants.ts';
import { loadRoom } from '../db/rooms.ts';
import { findOpenGame } from '../db/rounds.ts';
import { retryAfterGames } from './reconcile-games.ts';

/** Returns the room that a user is in, with its running or last game. Both are undefined without a room. */
export async function loadRoomOfUser(context: AppContext, userId: UserId): Promise<GetCurrentRoomResponse> {
  const roomId = await findRoomOfUser(context.db, userId);
  return roomId ? loadRoomWithGame(context, roomId) : { room: undefined, game: undefined };
}

/**
 * Checks that no game of a user runs or starts, by the rule of `createMatch`: a player who only passed this check would
 * be matched again and again, and each match would be dissolved.
 * @throws ALREADY_IN_GAME
 */
export async function assertNotPlaying(context: AppContext, userId: UserId): Promise<void> {
  await retryAfterGames(context, [userId], async () => {
    if (await findOpenGame(context.db, userId)) throw new AppError('ALREADY_IN_GAME');
  });
}

/**
 * Returns a room with its running or last game.
 * @throws ROOM_NOT_FOUND
 */
async function loadRoomWithGame(context: AppContext, roomId: RoomId): Promise<JoinRoomResponse> {
  const room = await loadRoom(context.db, roomId);
  return { room, game: room.gameId ? await loadStartedGame(context, room.gameId) : undefined };
}

/** Timeout of the lookup after an entry: the response arrives before the caller gives up. */
const AFTER_ENTRY = { limitMs: 1_000 };

/**
 * Returns a room that a user has entered, as {@link loadRoomWithGame}; without its game while the game service does not
 * respond: the entry is committed. The gateway looks a running game up a second later.
 * @throws ROOM_NOT_FOUND
 */
export async function loadEnteredRoom(context: AppContext, roomId: RoomId): Promise<JoinRoomResponse> {
  const room = await loadRoom(context.db, roomId);
  if (!room.gameId) return { room, game: undefined };
  const game = await loadStartedGame(context, room.gameId, AFTER_ENTRY).catch((error: unknown) => {
    if (isAppError(error, 'SERVICE_UNAVAILABLE')) return undefined;
    throw error;
  });
  return { room, game };
}

/**
 * Returns undefined for a game that no player may see: a round is stored before its game, and a game before its stakes are
 * held. One that was cancelled never opened, and its round is about to be called off.
 */
async function loadStartedGame(
  { game }: AppContext,
  gameId: GameId,
  options?: { limitMs: number },
): Promise<GameState | undefined> {
  try {
    const { game: state } = await game.getGame({ gameId }, options);
    return state.status === Status.FUNDING || state.status === Status.CANCELLED ? undefined : state;
  } catch (error) {
    if (isAppError(error, 'GAME_NOT_FOUND')) return undefined;
    throw error;
  }
}
