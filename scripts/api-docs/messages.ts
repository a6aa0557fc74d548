import type { ClientMessage, CLOSE, ServerMessage } from '@fifteen/contract';

type ClientType = ClientMessage['type'];
type ServerType = ServerMessage['type'];

interface Request {
  readonly summary: string;
  /** Possible replies, as in docs/api.md. */
  readonly replies: readonly ServerType[];
}

/** Every message of a client, with its summary and replies. */
export const requests: Readonly<Record<ClientType, Request>> = {
  auth: {
    summary: 'Names the user of the session; the first message of a connection',
    replies: ['connected'],
  },
  request_current_game_state: {
    summary: 'Requests the current game and room, after a reconnect for example',
    replies: ['game_reconnection', 'reconnection_room_join', 'reconnection'],
  },
  ping: { summary: 'Checks the connection', replies: ['pong'] },
  join_room: {
    summary: 'Subscribes to a room that the user is in',
    replies: ['room_participants_updated', 'join_room_error'],
  },
  leave_room: {
    summary: 'Leaves a room; a player who leaves a running game loses it',
    replies: ['user_left_room', 'error'],
  },
  game_started_ack: { summary: 'Acknowledges game_started, which ends its repeats', replies: [] },
  move: {
    summary: 'Plays a cell; with `ply`, only as that move of the game',
    replies: ['move', 'move_error'],
  },
  player_chat: { summary: 'Sends a quick chat text to the room', replies: ['player_chat', 'error'] },
  send_emoji: { summary: 'Sends an emoji to the other player', replies: ['emoji_sent', 'error'] },
  disable_auto_play: {
    summary: 'Takes the own seat back from auto-play',
    replies: ['auto_play_disabled', 'auto_play_error'],
  },
  join_room_request: {
    summary: 'Joins a room by its code, as a player or a spectator',
    replies: ['join_room_success', 'join_room_error'],
  },
  start_game_request: {
    summary:
      'Starts the next game of a room, as its owner; the other player may once both have agreed to that game',
    replies: ['start_game_success', 'start_game_error'],
  },
  create_room: {
    summary: 'Creates a room with the user as its owner',
    replies: ['create_room_success', 'create_room_error'],
  },
  start_matchmaking: {
    summary: 'Starts a search for an opponent, as POST /api/matchmaking/join does',
    replies: ['matchmaking_response', 'matchmaking_error'],
  },
  cancel_matchmaking: {
    summary: 'Ends the search for an opponent',
    replies: ['matchmaking_response', 'matchmaking_error'],
  },
  play_again_response: {
    summary: 'Accepts or rejects a rematch',
    replies: ['play_again_response', 'play_again_error'],
  },
};

/** Summary of every message of the server. */
export const updates: Readonly<Record<ServerType, string>> = {
  connected: 'The connection is authenticated',
  pong: 'Reply to ping; echoes its timestamp',
  error: 'A frame fits no schema, or a message without an error of its own failed',
  game_reconnection: 'The current game with its room',
  reconnection_room_join: 'The current room, which has no running game',
  reconnection: 'The user is in no room',
  online_users_update: 'The number of users who are online',
  user_offline: 'A user has gone offline',
  game_started: 'A game has started; repeated until game_started_ack arrives',
  move: 'A player has moved',
  auto_move: 'The server has moved for a seat on auto-play',
  winning_move: 'A move has completed a line',
  game_over: 'A game has ended on the board',
  player_left_win: 'The opponent has left, and the recipient wins',
  game_abandoned: 'A player has left the game, which ends it',
  game_expired: 'A game has ended because neither player moved',
  auto_play_enabled: 'The server plays a seat from now on',
  auto_play_disabled: 'A player has taken their seat back from auto-play',
  move_error: 'A move was rejected',
  auto_play_error: 'disable_auto_play was rejected',
  room_ended: 'The room was closed, or the user has left it from elsewhere',
  spectator_left: 'A spectator has left; sent to the room and to the spectator',
  create_room_success: 'A room was created',
  create_room_error: 'create_room was rejected',
  join_room_success: 'The user has joined a room; with its game, when one runs',
  join_room_error: 'join_room or join_room_request was rejected',
  start_game_success: 'A game was started',
  start_game_error: 'start_game_request was rejected, or a game of the room could not start',
  room_participant_joined: 'A user has joined the room',
  room_participants_updated: 'The participants of the room, all of them',
  user_left_room: 'A player or a spectator has left; sent to the room and to that user',
  room_invitation: 'The user is invited into a room',
  room_invitation_declined: 'A user has declined the invitation of the recipient, who may invite them again',
  matchmaking_response: 'The state of a search for an opponent has changed',
  matchmaking_error:
    'start_matchmaking or cancel_matchmaking was rejected, or a search has ended because its user may not play',
  match_found: 'An opponent was found; game_started follows',
  matchmaking_success: 'The same as match_found; both are sent',
  play_again_request: 'The opponent requests a rematch',
  play_again_response: 'A rematch was accepted or rejected',
  play_again_rejected: 'The opponent has rejected the rematch that the user requested',
  play_again_countdown: 'Seconds until the rematch starts',
  play_again_error:
    'play_again_response was rejected, the rematch cannot start, or a request was not answered',
  player_chat: 'A player has sent a quick chat text',
  emoji_sent: 'A player has sent an emoji',
  chat_message_received: 'A friend has sent a chat message',
  gift_received: 'A friend has given coins; `id` identifies a repeat',
  friend_request: 'A friend request has arrived, or one of the user was accepted',
  friends_changed:
    'Friends, friend requests, blocks, or sent or read messages have changed: fetch them again',
  level_up: 'The user has reached a level',
  achievement_unlocked: 'The user has unlocked an achievement',
  reward_earned: 'The user has earned a reward: its items are owned now',
  record_changed: 'The record, level, achievements or border of the user have changed: fetch them again',
  balance_changed: 'The balance has changed; of two messages the one with the higher version is newer',
};

/** Reason of each close code. */
export const closeReasons: Readonly<Record<keyof typeof CLOSE, string>> = {
  normal:
    'The user has more than 5 connections to one gateway; the one that has been silent longest is closed.',
  policy: 'The client sent too many frames, or too many that fit no schema.',
  tooLarge: 'A frame is larger than the limit.',
  restart: 'The server is restarting: reconnect with back-off and jitter.',
  overload:
    'The client does not read what it is sent, or its session cannot be checked now: reconnect with back-off.',
  unauthenticated: 'No `auth` arrived within 10 s, or the session has ended: sign in again.',
  forbidden: '`auth` named another user than that of the session: sign in again.',
};
