import { isBot, type UserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import { isActive, seatOf } from '../translation/game.ts';

/** Returns whether a user plays in a room, or will play a computer player there. */
export const isMatchedIn = (userId: UserId, room: RoomState, game: GameState | undefined): boolean =>
  game ? isActive(game) && seatOf(game, userId) !== null : room.participants.some((one) => isBot(one.userId));

/** Returns whether a user is in a room where they neither play nor are about to: a game that starts is not known yet. */
export const isIdleIn = (userId: UserId, room: RoomState | undefined, game: GameState | undefined): boolean =>
  room !== undefined && !isMatchedIn(userId, room, game) && !(room.gameId && !game);
