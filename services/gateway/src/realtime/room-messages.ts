import { isDeepStrictEqual } from 'node:util';
import { type PlayerInfo, errorResponse, type ServerMessage } from '@fifteen/contract';
import type { StartFailed } from '@fifteen/proto/events';
import { Role, type RoomState } from '@fifteen/proto/room';
import type { PushBody } from '@fifteen/runtime';
import { toSide } from '../translation/game.ts';
import type { ProfileLookup } from '../translation/player.ts';
import { toParticipants, toRoom } from '../translation/room.ts';
import { toStakeError } from '../translation/stake-error.ts';
import type { RoomId, UserId } from '@fifteen/domain';
import type { OpenRoom } from './open-room.ts';

/** Messages to the members of a room. Pure: profiles are given. */

/**
 * Returns the messages of a changed room: who left, who joined, and its participants, with the room only where more than
 * these has changed, because the room contains them a second time.
 */
export function roomChangeMessages(
  before: RoomState,
  room: Pick<OpenRoom, 'state' | 'offlineSince'>,
  profileOf: ProfileLookup,
): ServerMessage[] {
  const { id: roomId, participants } = room.state;
  const now = toParticipants(room.state, profileOf, room.offlineSince);
  const isChanged = !isDeepStrictEqual(toRoom(before, []), toRoom(room.state, []));
  const isIn = (users: readonly { userId: string }[], userId: string) =>
    users.some((one) => one.userId === userId);
  const left = before.participants.filter(({ userId }) => !isIn(participants, userId));
  const newcomers = now.filter(({ userId }) => !isIn(before.participants, userId));
  return [
    ...left.flatMap(({ userId, role }) => participantLeftMessages(roomId, userId, role)),
    ...newcomers.map((participant) => ({ type: 'room_participant_joined', roomId, participant }) as const),
    {
      type: 'room_participants_updated',
      roomId,
      participants: now,
      ...(isChanged && { room: toRoom(room.state, now) }),
    },
  ];
}

/** Returns the messages about a participant who left, for the members and for the one who left. */
export const participantLeftMessages = (
  roomId: RoomId,
  userId: UserId,
  role: Role | undefined,
): ServerMessage[] => [
  { type: 'user_left_room', roomId, userId },
  ...(role === Role.SPECTATOR ? [{ type: 'spectator_left', roomId, userId } as const] : []),
];

/** Returns the message to a player whose next round could not start; before round 1 it is the start that failed. */
export function toStartFailedMessage(
  { gameId, code, shortUserIds }: StartFailed,
  userId: UserId,
  bet: number,
): ServerMessage {
  const isUnpaid = code === 'INSUFFICIENT_COINS';
  const error = isUnpaid ? toStakeError(userId, bet, shortUserIds) : { code, details: {} };
  const { body } = errorResponse(error.code, error.details);
  return gameId ? { type: 'play_again_error', ...body, gameId } : { type: 'start_game_error', ...body };
}

/** Returns the message of a push to a room; undefined for a push that is no single message. */
export function toRoomMessage(
  body: PushBody,
  profileOf: (userId: UserId) => PlayerInfo,
): ServerMessage | undefined {
  if (body.$case === 'chat') {
    const { roomId, gameId, userId, seat, text } = body.value;
    const playerSymbol = toSide(seat);
    if (!playerSymbol) return undefined;
    const about = { roomId, gameId: gameId || null, userId, playerSymbol };
    return { type: 'player_chat', ...about, messageText: text, playerInfo: profileOf(userId) };
  }
  if (body.$case === 'emoji') {
    const { gameId, emojiId, glyph, senderId } = body.value;
    return { type: 'emoji_sent', gameId, emojiId, emoji: glyph, senderId };
  }
  if (body.$case === 'countdown') {
    const { gameId, seconds } = body.value;
    return { type: 'play_again_countdown', gameId, countdown: seconds };
  }
  return undefined;
}
