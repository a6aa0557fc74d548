import type { ServerMessage } from '../src/index.ts';

/** One of everything, as the wire protocol words it. */

const at = '2026-03-01T12:00:00.000Z';
const now = Date.parse(at);

const cosmetics = { activeFrameId: null, selectedAchievementBorder: null };

const achievement = {
  id: 'a1',
  achievementType: 'first_win',
  achievementName: 'First Victory',
  description: 'Win a game',
  icon: '🏆',
  unlockedAt: at,
};

const player = (id: string) => ({
  id,
  userId: id,
  firstName: null,
  displayName: 'Ana',
  username: 'ana',
  profileImageUrl: null,
  profilePicture: null,
  activePieceStyle: 'default',
  ...cosmetics,
  achievements: [achievement],
  level: 1,
});

export const user = {
  ...player('u1'),
  lastName: null,
  email: 'ana@example.org',
  isEmailVerified: true,
  isGuest: false,
  photoURL: null,
  coins: 1000,
  wins: 1,
  losses: 0,
  draws: 0,
  totalGames: 1,
  currentWinStreak: 1,
  bestWinStreak: 1,
  winsToNextLevel: 9,
  createdAt: at,
};

export const game = {
  id: 'g1',
  roomId: 'r1',
  status: 'active' as const,
  gameMode: 'online' as const,
  board: { '1': 'X' as const, '7': 'O' as const },
  currentPlayer: 'X' as const,
  lastMove: 7,
  lastMoveAt: at,
  serverTime: now,
  timeRemaining: 29.5,
  winningPositions: null,
  winner: null,
  finishedAt: null,
  playerXId: 'u1',
  playerOId: 'player_7',
  playerXInfo: player('u1'),
  playerOInfo: player('player_7'),
  aiDifficulty: null,
  autoPlayActive: null,
  betAmount: 5000,
  syncTimestamp: now,
  timestamp: now,
  version: 2,
  moves: [1, 7],
};

const result = {
  gameId: 'g1',
  roomId: 'r1',
  winner: 'X' as const,
  condition: 'vertical' as const,
  winnerInfo: player('u1'),
  betAmount: 5000,
  isAbandonmentWin: false,
  abandonmentMessage: null,
  playerXInfo: player('u1'),
  playerOInfo: player('u2'),
  game: { ...game, status: 'finished' as const, winningPositions: [1, 6, 11] },
};

const participant = {
  id: 'p1',
  userId: 'u1',
  role: 'player' as const,
  user: { profileImageUrl: null, firstName: null, username: 'ana', displayName: 'Ana', ...cosmetics },
};
const participants = [participant];

const room = {
  id: 'r1',
  code: 'ABCD2345',
  name: 'Game Room',
  status: 'waiting' as const,
  ownerId: 'u1',
  participants,
  maxPlayers: 2 as const,
  isPrivate: false,
  betAmount: 5000,
  createdAt: at,
};

const failure = { error: 'Not your turn', message: 'Waiting for Ana to make a move', code: 'NOT_YOUR_TURN' };
const roomClosed = { gameId: 'g1', roomId: 'r1', message: 'Game ended because a player left the room.' };
const moved = { gameId: 'g1', roomId: 'r1', position: 7, player: 'O' as const, game };
const matched = { room, participants, opponent: player('u2'), betAmount: 5000 };
const seat = { gameId: 'g1', player: 'X' as const, game };

/** A message of each type, by type: the compiler asks for every one. */
export const serverMessages: {
  [T in ServerMessage['type']]: Omit<Extract<ServerMessage, { type: T }>, 'type'>;
} = {
  connected: { userId: 'u1', serverTime: now },
  pong: { timestamp: now, serverTime: now },
  error: { code: 'INVALID_MESSAGE', message: 'Invalid message' },
  game_started: { game, roomId: 'r1', messageId: 'm1', requiresAck: true },
  move: moved,
  auto_move: moved,
  winning_move: { gameId: 'g1', position: 11, player: 'X', winningPositions: [1, 6, 11] },
  game_over: result,
  player_left_win: { ...result, condition: 'abandonment', isAbandonmentWin: true, message: 'Bo left.' },
  game_abandoned: roomClosed,
  room_ended: roomClosed,
  game_expired: roomClosed,
  spectator_left: { roomId: 'r1', userId: 'u3' },
  move_error: { ...failure, gameId: 'g1', position: 16 },
  auto_play_error: failure,
  create_room_error: { ...failure, requestId: 'q1' },
  join_room_error: failure,
  start_game_error: failure,
  play_again_error: failure,
  matchmaking_error: failure,
  create_room_success: { room, participants, requestId: 'q1' },
  join_room_success: { room, participants, requestId: 'q1', game },
  start_game_success: { game, requestId: 'q1' },
  room_participant_joined: { roomId: 'r1', participant },
  room_participants_updated: { roomId: 'r1', participants },
  user_left_room: { roomId: 'r1', userId: 'u2' },
  matchmaking_response: { status: 'waiting', message: 'Searching', betAmount: 0 },
  match_found: matched,
  matchmaking_success: matched,
  auto_play_enabled: seat,
  auto_play_disabled: seat,
  play_again_request: {
    request: {
      id: 'pa1',
      requestId: 'pa1',
      requesterId: 'u1',
      requestedId: 'u2',
      gameId: 'g1',
      status: 'pending',
      requestedAt: at,
      requester: {
        displayName: 'Ana',
        firstName: null,
        username: 'ana',
        profileImageUrl: null,
        ...cosmetics,
      },
    },
  },
  play_again_response: { requestId: 'pa1', gameId: 'g1', response: 'accepted' },
  play_again_rejected: { requestId: 'pa1', gameId: 'g1' },
  play_again_countdown: { gameId: 'g1', countdown: 2 },
  player_chat: {
    roomId: 'r1',
    gameId: 'g1',
    userId: 'u1',
    playerSymbol: 'X',
    messageText: 'Good luck!',
    playerInfo: player('u1'),
  },
  emoji_sent: { gameId: 'g1', emojiId: 'fire', emoji: '🔥', senderId: 'u1' },
  chat_message_received: {
    id: 'c1',
    senderId: 'u2',
    senderName: 'bo',
    senderDisplayName: 'Bo',
    message: 'Hi',
    timestamp: now,
  },
  gift_received: { id: 'gift1', amount: 100, senderId: 'u2', senderName: 'Bo', message: null },
  room_invitation: {
    invitation: {
      id: 'i1',
      status: 'pending',
      roomCode: 'ABCD2345',
      inviterName: 'Bo',
      inviter: { displayName: 'Bo', username: 'bo' },
    },
  },
  friend_request: {
    request: {
      id: 'f1',
      requesterId: 'u2',
      requestedId: 'u1',
      status: 'pending',
      sentAt: at,
      requester: {
        ...{ id: 'u2', userId: 'u2', username: 'bo', displayName: 'Bo', firstName: null, lastName: null },
        ...{ profilePicture: null, profileImageUrl: null, ...cosmetics },
      },
    },
  },
  friends_changed: {},
  room_invitation_declined: { roomId: 'r1', invitedId: 'u2' },
  level_up: { levelUp: { id: 'l1', newLevel: 2, previousLevel: 1 } },
  achievement_unlocked: { achievement },
  reward_earned: {
    reward: {
      id: 'tutorial',
      items: [{ kind: 'style', id: 'chalk', name: 'Chalk', description: 'From the first lesson.' }],
      earnedAt: at,
    },
  },
  record_changed: {},
  balance_changed: { coins: 1100, version: 2 },
  online_users_update: { count: 3 },
  user_offline: { userId: 'u2' },
  game_reconnection: { game, room, participants },
  reconnection_room_join: { room, participants },
  reconnection: { status: 'none' },
};

/** A message of each type that a client may send, with every optional field. */
export const clientMessages = [
  { type: 'auth', userId: 'u1' },
  { type: 'request_current_game_state' },
  { type: 'ping', timestamp: now, keepAlive: true },
  { type: 'join_room', roomId: 'r1' },
  { type: 'leave_room', roomId: 'r1' },
  { type: 'game_started_ack', messageId: 'm1' },
  { type: 'move', gameId: 'g1', position: 8, ply: 3 },
  { type: 'player_chat', roomId: 'r1', gameId: 'g1', messageText: 'Good luck!' },
  { type: 'send_emoji', roomId: 'r1', gameId: 'g1', emojiId: 'fire', recipientId: 'u2' },
  { type: 'disable_auto_play', gameId: 'g1' },
  { type: 'join_room_request', requestId: 'q1', code: 'ABCD2345', role: 'spectator' },
  { type: 'start_game_request', roomId: 'r1', requestId: 'q1' },
  {
    type: 'create_room',
    requestId: 'q1',
    roomData: { name: 'Game Room', maxPlayers: 2, betAmount: 5000, isPrivate: false },
  },
  { type: 'start_matchmaking', betAmount: 5000 },
  { type: 'cancel_matchmaking' },
  { type: 'play_again_response', requestId: 'pa1', response: 'accepted' },
] as const;
