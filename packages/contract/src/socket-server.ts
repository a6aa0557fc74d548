import { z } from 'zod';
import { PublicDetails } from './error-body.ts';
import {
  Achievement,
  FriendRequest,
  Game,
  GameResult,
  Gift,
  LevelUp,
  Participant,
  PlayAgainRequest,
  PlayerInfo,
  Room,
  Reward,
  RoomInvitation,
} from './objects/index.ts';
import { Coins, Count, Id, Mark, Millis, RequestDecision, Position, RequestId } from './scalars.ts';

/**
 * Messages from the server on `/ws`. The gateway uses the types and does not validate what it sends; tests and other
 * clients validate with these schemas.
 */

const frame = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

const Text = z.string();
const participants = z.array(Participant);

/** The same fields as in ErrorBody. */
const detailed = {
  details: PublicDetails.optional(),
  retryAfter: z.number().min(0).optional(),
  setting: Text.optional(),
};

/** An error. The ids name its subject, as far as it is known. */
const failure = {
  error: Text,
  message: Text,
  code: Text,
  requestId: RequestId.optional(),
  gameId: Id.optional(),
  position: z.int().optional(),
  ...detailed,
};

/** The game has ended for all players. The text is for users. */
const endedGame = { gameId: Id.nullable(), roomId: Id.nullable(), message: Text };
const moved = { gameId: Id, roomId: Id.nullable(), position: Position, player: Mark, game: Game };
const seatChanged = { gameId: Id, player: Mark, game: Game };
const matched = { room: Room, participants, opponent: PlayerInfo, betAmount: Coins };

const connection = [
  frame('connected', { userId: Id, serverTime: Millis }),
  frame('pong', { timestamp: z.number(), serverTime: Millis }),
  /** The response to a frame that is no JSON or matches no schema, with its `requestId` if it had one. */
  frame('error', { code: Text, message: Text, requestId: RequestId.optional(), ...detailed }),
  frame('game_reconnection', { game: Game, room: Room, participants }),
  frame('reconnection_room_join', { room: Room, participants }),
  frame('reconnection', { status: z.literal('none') }),
  frame('online_users_update', { count: Count }),
  frame('user_offline', { userId: Id }),
] as const;

const play = [
  frame('game_started', { game: Game, roomId: Id, messageId: Id, requiresAck: z.literal(true) }),
  frame('move', moved),
  frame('auto_move', moved),
  frame('winning_move', {
    gameId: Id,
    position: Position,
    player: Mark,
    winningPositions: z.array(Position),
  }),
  frame('game_over', GameResult.shape),
  frame('player_left_win', { ...GameResult.shape, message: Text }),
  frame('game_abandoned', endedGame),
  frame('game_expired', endedGame),
  frame('auto_play_enabled', seatChanged),
  frame('auto_play_disabled', seatChanged),
  frame('move_error', failure),
  frame('auto_play_error', failure),
] as const;

const rooms = [
  frame('room_ended', endedGame),
  /** Sent to all users in the room and to the spectator who left, whom `userId` names. */
  frame('spectator_left', { roomId: Id, userId: Id }),
  frame('create_room_success', { room: Room, participants, requestId: RequestId }),
  frame('create_room_error', failure),
  frame('join_room_success', { room: Room, participants, requestId: RequestId, game: Game.optional() }),
  frame('join_room_error', failure),
  frame('start_game_success', { game: Game, requestId: RequestId }),
  frame('start_game_error', failure),
  frame('room_participant_joined', { roomId: Id, participant: Participant }),
  frame('room_participants_updated', { roomId: Id, participants, room: Room.optional() }),
  frame('user_left_room', { roomId: Id, userId: Id }),
  frame('room_invitation', { invitation: RoomInvitation }),
] as const;

const matchmaking = [
  /**
   * `left` is the response to cancel_matchmaking, and is sent to the user's other sockets as well; `stopped` is sent when
   * no opponent was found in 60 s. `waiting` is also sent to a client that reconnects during a search. With
   * `computerOffered` it is sent once in a search for coins, and after a reconnect: see `acceptComputer`.
   */
  frame('matchmaking_response', {
    status: z.enum(['waiting', 'matched', 'left', 'stopped']),
    message: Text,
    betAmount: Coins,
    computerOffered: z.boolean().optional(),
  }),
  frame('matchmaking_error', failure),
  frame('match_found', matched),
  frame('matchmaking_success', matched),
] as const;

const rematch = [
  frame('play_again_request', { request: PlayAgainRequest }),
  frame('play_again_response', { requestId: Id, gameId: Id, response: RequestDecision }),
  frame('play_again_rejected', { requestId: Id, gameId: Id }),
  frame('play_again_countdown', { gameId: Id, countdown: z.int().min(0) }),
  frame('play_again_error', failure),
] as const;

const messages = [
  frame('player_chat', {
    roomId: Id,
    gameId: Id.nullable(),
    userId: Id,
    playerSymbol: Mark,
    messageText: Text,
    playerInfo: PlayerInfo,
  }),
  frame('emoji_sent', { gameId: Id, emojiId: Id, emoji: Text, senderId: Id }),
  /** A message from a friend. `id` is the same as in the history. */
  frame('chat_message_received', {
    id: Id,
    senderId: Id,
    senderName: Text,
    senderDisplayName: Text,
    message: Text,
    timestamp: Millis,
  }),
  /** A gift. A client drops one with an id that it has shown already: a sender without a response repeats it. */
  frame('gift_received', Gift.shape),
] as const;

/** Updates for open browsers, beyond the specification. After a reload a client gets the same by calls. */
const updates = [
  /** A pending request to the user, or one of the user's own that was accepted. */
  frame('friend_request', { request: FriendRequest }),
  /**
   * Friends, requests, blocks, or sent or read messages have changed, or a friend came online: the client queries them
   * again.
   */
  frame('friends_changed', {}),
  /** Sent to the inviter, who may invite the user again. */
  frame('room_invitation_declined', { roomId: Id, invitedId: Id }),
  frame('level_up', { levelUp: LevelUp }),
  frame('achievement_unlocked', { achievement: Achievement }),
  frame('reward_earned', { reward: Reward }),
  /** The user's record, level, achievements or border have changed: the client queries them again. */
  frame('record_changed', {}),
  /** The balance with the higher version is the newer one. */
  frame('balance_changed', { coins: Coins, version: Count }),
] as const;

/** The messages that the gateway sends. */
export const ServerMessage = z.discriminatedUnion('type', [
  ...connection,
  ...play,
  ...rooms,
  ...matchmaking,
  ...rematch,
  ...messages,
  ...updates,
]);
/** A message as a client receives it. A client ignores types that it does not know. */
export type ServerMessage = z.output<typeof ServerMessage>;
/** One server message by its type: `ServerMessageOf<'game_over'>`. */
export type ServerMessageOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;
