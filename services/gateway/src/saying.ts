import {
  MINIMUM_COINS_ONLINE,
  refusal,
  type PlayAgainRequest,
  type PlayerInfo,
  type RoomInvitation,
  type ServerMessage,
} from '@fifteen/contract';
import type { StartFailed } from '@fifteen/proto/events';
import { RequestStatus, Role, type Invitation, type PlayAgain, type RoomState } from '@fifteen/proto/room';
import type { PushBody } from '@fifteen/runtime';
import type { OpenRoom } from './open-room.ts';
import { faceOf } from './people.ts';
import { wholeRoom } from './telling.ts';
import { sideOf, type Show } from './translate.ts';

/** From what the services push, beside games and rooms, to what a browser is told. Pure: the cards are given. */

const ANSWER = {
  [RequestStatus.UNSPECIFIED]: 'pending',
  [RequestStatus.PENDING]: 'pending',
  [RequestStatus.ACCEPTED]: 'accepted',
  [RequestStatus.REJECTED]: 'rejected',
} as const;

/** An invitation as a browser sees it. */
export function invitationOf(invitation: Invitation, show: Show): RoomInvitation {
  const { id, status, roomCode, inviterId, roomId, bet } = invitation;
  const { displayName, username } = show(inviterId);
  const inviter = { displayName, username };
  return { id, status: ANSWER[status], roomCode, inviterName: displayName, inviter, roomId, betAmount: bet };
}

/** A question for another game as a browser sees it. */
export function againOf(request: PlayAgain, show: Show): PlayAgainRequest {
  const { id, requesterId, requestedId, gameId, status, requestedAt } = request;
  const card = show(requesterId);
  return {
    id,
    requestId: id,
    requesterId,
    requestedId,
    gameId,
    status: ANSWER[status],
    requestedAt: (requestedAt ?? new Date(0)).toISOString(),
    requester: { ...faceOf(card), firstName: card.firstName, username: card.username },
  };
}

/** What the people in a room are told of its change: who left, who came, and how it is now. */
export function changesOf(before: RoomState, room: OpenRoom, show: Show): ServerMessage[] {
  const { id: roomId } = room;
  const now = wholeRoom(room, show);
  const left = before.participants.filter(({ userId }) => room.roleOf(userId) === Role.UNSPECIFIED);
  const came = now.participants.filter(
    ({ userId }) => !before.participants.some((one) => one.userId === userId),
  );
  return [
    ...left.flatMap(({ userId, role }) => leftMessages(roomId, userId, role)),
    ...came.map((participant) => ({ type: 'room_participant_joined', roomId, participant }) as const),
    { type: 'room_participants_updated', roomId, ...now },
  ];
}

/** Somebody has left a room: said to those in it, and to the one who left. */
export const leftMessages = (roomId: string, userId: string, role: Role): ServerMessage[] => [
  { type: 'user_left_room', roomId, userId },
  ...(role === Role.SPECTATOR ? [{ type: 'spectator_left', roomId, userId } as const] : []),
];

/** What each player of a room needs to own (wire protocol, bets). */
export const coinsFor = (bet: number): number => (bet === 0 ? 0 : Math.max(bet, MINIMUM_COINS_ONLINE));

/** The next round could not start; before round 1 it is the start that failed. */
export function startFailed({ gameId, code }: StartFailed, bet: number): ServerMessage {
  const { body } = refusal(code, undefined, code === 'INSUFFICIENT_COINS' ? { coins: coinsFor(bet) } : {});
  const { error, message } = body;
  return gameId
    ? { type: 'play_again_error', error, message, code: body.code, gameId }
    : { type: 'start_game_error', error, message, code: body.code };
}

/** What everybody in a room is told, for the pushes that are one message. */
export function saidToRoom(body: PushBody, show: (userId: string) => PlayerInfo): ServerMessage | undefined {
  if (body.$case === 'chat') {
    const { roomId, gameId, userId, seat, text } = body.value;
    const playerSymbol = sideOf(seat);
    if (!playerSymbol) return undefined;
    const about = { roomId, gameId: gameId || null, userId, playerSymbol };
    return { type: 'player_chat', ...about, messageText: text, playerInfo: show(userId) };
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
