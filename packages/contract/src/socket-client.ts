import { z } from 'zod';
import { CHAT_MAX, ID_MAX } from '@fifteen/domain';
import type { rooms } from './http/rooms.ts';
import { GameId, Id, line, Outcome, RequestId, Role, RoomId, UserId } from './scalars.ts';

/**
 * What a client may send over `/ws` (docs/spec/play.md#play-7.6). Types are strict, unknown fields are ignored. Fields by which
 * older clients say who they are (`userId`, `playerName`, `playerSymbol`, `playerInfo`, `emoji`) are unknown fields on
 * purpose: the server knows the sender by the session. Numbers that the game or the room judges (position, bet, number
 * of players) may be any here, so that the client gets the judge's own error with its `requestId`. Beside its fields any
 * message may have a `traceparent` (W3C), whose trace id the server's spans and log lines then carry.
 */

const frame = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

/** The first frame: names the session's own user, or the socket is closed with 4403. */
const Auth = frame('auth', { userId: UserId });
/** Answered by game_reconnection, reconnection_room_join or reconnection. */
const RequestCurrentGameState = frame('request_current_game_state', {});
/** Answered by pong, which echoes the timestamp (the server's own where there is none). */
const Ping = frame('ping', { timestamp: z.number().optional(), keepAlive: z.boolean().optional() });
const JoinRoom = frame('join_room', { roomId: RoomId });
/** Leaving a running game loses it. */
const LeaveRoom = frame('leave_room', { roomId: RoomId });
/** The only message that gets no reply: it is one itself, and every repeat of game_started may be acknowledged. */
const GameStartedAck = frame('game_started_ack', { messageId: Id });
/** Any integer is a move to ask for; one outside 1..15 gets a move_error. */
const Move = frame('move', { gameId: GameId, position: z.int() });
/** At most 200 characters after trimming. */
const PlayerChat = frame('player_chat', {
  roomId: RoomId,
  gameId: GameId.nullish(),
  messageText: line(1, CHAT_MAX),
});
const SendEmoji = frame('send_emoji', { roomId: RoomId, gameId: GameId, emojiId: Id, recipientId: UserId });
/** Take Control: ends auto-play of the sender's own seat. */
const DisableAutoPlay = frame('disable_auto_play', { gameId: GameId });
const JoinRoomRequest = frame('join_room_request', {
  requestId: RequestId,
  code: z.string().max(ID_MAX).trim().toUpperCase(),
  role: Role,
});
const StartGameRequest = frame('start_game_request', { roomId: RoomId, requestId: RequestId });
/** What is in `roomData` is judged as the body of POST /api/rooms is, and answered with create_room_error. */
const CreateRoom = frame('create_room', {
  requestId: RequestId,
  roomData: z.custom<z.input<typeof rooms.create.body>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  ),
});
/** As POST /api/matchmaking/join. */
const StartMatchmaking = frame('start_matchmaking', {
  betAmount: z.number().optional(),
  acceptComputer: z.boolean().optional(),
});
const CancelMatchmaking = frame('cancel_matchmaking', {});
const PlayAgainResponse = frame('play_again_response', { requestId: Id, response: Outcome });

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
/** As a client sends it. */
export type ClientMessage = z.input<typeof ClientMessage>;
/** As the gateway has it after parsing, with branded ids. */
export type ReceivedMessage = z.output<typeof ClientMessage>;
export type MoveMessage = z.output<typeof Move>;

const ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/**
 * The `move` frame by hand, because it is by far the most frequent: the same answer as `ClientMessage` for it, or null
 * for every other value. A test holds the two together.
 */
export function parseMoveFrame(value: unknown): MoveMessage | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { type, gameId, position } = value as Record<string, unknown>;
  if (type !== 'move' || typeof gameId !== 'string' || !ID.test(gameId)) return null;
  if (typeof position !== 'number' || !Number.isSafeInteger(position)) return null;
  return { type, gameId: gameId as MoveMessage['gameId'], position };
}
