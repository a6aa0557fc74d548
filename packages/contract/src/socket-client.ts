import { z } from 'zod';
import { CELLS, CHAT_MAX, isId } from '@fifteen/domain';
import type { rooms } from './http/rooms.ts';
import {
  GameId,
  Id,
  Ply,
  singleLineText,
  RequestDecision,
  RequestId,
  ParticipantRole,
  RoomCode,
  RoomId,
  UserId,
} from './scalars.ts';

/**
 * Messages from clients on `/ws` (docs/spec/play.md#play-7.6). Types are strict; unknown fields are ignored. The
 * identity fields of older clients (`userId`, `playerName`, `playerSymbol`, `playerInfo`, `emoji`) are unknown on
 * purpose: the session identifies the sender. Numbers that the game or the room validates (position, bet, number of
 * players) may have any value here, and a room code may be empty, so that the client gets that service's error with its
 * `requestId`. Any message may also have a `traceparent` (W3C), by whose trace id operators find its trace
 * where one is sampled, and its log lines.
 */

const frame = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

/** The first frame. It must name the user of the session; otherwise the socket is closed with 4403. */
const Auth = frame('auth', { userId: UserId });
/** The response is game_reconnection, reconnection_room_join or reconnection, and matchmaking_response in a search. */
const RequestCurrentGameState = frame('request_current_game_state', {});
/** The response is pong, which echoes the timestamp, or has the server's own without one. */
const Ping = frame('ping', { timestamp: z.number().optional(), keepAlive: z.boolean().optional() });
const JoinRoom = frame('join_room', { roomId: RoomId });
/** Leaving a running game loses it. */
const LeaveRoom = frame('leave_room', { roomId: RoomId });
/** The only message without a response: it acknowledges game_started, and may be repeated. */
const GameStartedAck = frame('game_started_ack', { messageId: Id });
/**
 * Any integer is accepted as a position here; one outside 1..15 gets a move_error. With `ply`, the move counts in the
 * position that it was chosen for, and gets a move_error in another.
 */
const Move = frame('move', { gameId: GameId, position: z.int(), ply: Ply.optional() });
/** At most 200 characters after trimming. */
const PlayerChat = frame('player_chat', {
  roomId: RoomId,
  gameId: GameId.nullish(),
  messageText: singleLineText(1, CHAT_MAX),
});
const SendEmoji = frame('send_emoji', { roomId: RoomId, gameId: GameId, emojiId: Id, recipientId: UserId });
/** Take Control: ends auto-play of the sender's seat. */
const DisableAutoPlay = frame('disable_auto_play', { gameId: GameId });
const JoinRoomRequest = frame('join_room_request', {
  requestId: RequestId,
  code: RoomCode,
  role: ParticipantRole,
});
const StartGameRequest = frame('start_game_request', { roomId: RoomId, requestId: RequestId });
/** `roomData` is validated as the body of POST /api/rooms; an error is sent as create_room_error. */
const CreateRoom = frame('create_room', {
  requestId: RequestId,
  roomData: z.custom<z.input<typeof rooms.create.body>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  ),
});
/** The same as POST /api/matchmaking/join. */
const StartMatchmaking = frame('start_matchmaking', {
  betAmount: z.number().optional(),
  acceptComputer: z.boolean().optional(),
});
const CancelMatchmaking = frame('cancel_matchmaking', {});
const PlayAgainResponse = frame('play_again_response', { requestId: Id, response: RequestDecision });

/** The messages that a client may send. */
export const ClientMessage = z.discriminatedUnion('type', [
  Auth,
  RequestCurrentGameState,
  Ping,
  JoinRoom,
  LeaveRoom,
  GameStartedAck,
  Move,
  PlayerChat,
  SendEmoji,
  DisableAutoPlay,
  JoinRoomRequest,
  StartGameRequest,
  CreateRoom,
  StartMatchmaking,
  CancelMatchmaking,
  PlayAgainResponse,
]);
/** A message as a client sends it. */
export type ClientMessage = z.input<typeof ClientMessage>;
/** A message after parsing, with branded ids. */
export type ReceivedMessage = z.output<typeof ClientMessage>;
/** A `move` after parsing: any integer as position, because the game has its own error for a wrong one. */
export type MoveMessage = z.output<typeof Move>;

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * Parses a `move` frame without zod, because it is by far the most frequent one. Returns null for every other value. A
 * test compares it with `ClientMessage`.
 */
export function parseMoveFrame(value: unknown): MoveMessage | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { type, gameId, position, ply } = value as Record<string, unknown>;
  if (type !== 'move' || typeof gameId !== 'string' || !isId(gameId)) return null;
  if (!isInteger(position)) return null;
  const move: MoveMessage = { type, gameId: gameId as MoveMessage['gameId'], position };
  if (ply === undefined) return move;
  return isInteger(ply) && ply >= 1 && ply <= CELLS ? { ...move, ply } : null;
}
