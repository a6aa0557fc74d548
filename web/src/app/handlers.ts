import type { ServerMessage, ServerMessageOf } from '@fifteen/contract';
import { notifyAchievement } from '@/features/achievements/index.ts';
import { isPushExpected } from '@/features/chat/index.ts';
import { friendOffline, friendsChanged, receiveChat, receiveRequest } from '@/features/friends/index.ts';
import { giftReceived, lookForGifts } from '@/features/gifts/index.ts';
import { refreshBoards } from '@/features/leaderboard/index.ts';
import { useLocalGame } from '@/features/local-game/index.ts';
import {
  finishedGameId,
  showFailureAlert,
  receiveEmoji,
  receiveQuickChat,
  onlineGameHandlers,
  notifyEnded,
  notifyMatched,
  notifyReconnected,
  notifyRoomEnded,
  notifyFailure,
  refreshRecords,
  sideOf,
  useOnlineGame,
} from '@/features/online-game/index.ts';
import { countOnline } from '@/features/presence/index.ts';
import { levelReached } from '@/features/progress/index.ts';
import { quickMatch } from '@/features/quick-match/index.ts';
import { rematchMessages } from '@/features/rematch/index.ts';
import { celebrateReward } from '@/features/rewards/index.ts';
import {
  openRoom,
  addInvitation,
  roomMessages,
  roomParticipants,
  unmarkInvited,
  useRoomRequests,
} from '@/features/rooms/index.ts';
import { enterRoom, forgetRoom, endRoom, setRoomStatus } from '@/entities/room/room.ts';
import { refreshUser, setCoins } from '@/entities/session/session.ts';
import { splashGone } from '@/lib/splash.ts';
import { useMode } from '@/lib/state/mode.ts';
import {
  backToComputer,
  isInOtherRoom,
  isOnline,
  isPlaying,
  switchAfterAbandonment,
  switchAfterRoomEnd,
} from './backToComputer.ts';
import { refetchMissed } from './missedPushes.ts';

type Handlers = { [Type in ServerMessage['type']]: (message: ServerMessageOf<Type>) => void };

/** For messages that change nothing on the screen, or that a message with the whole game repeats. */
const ignore = () => undefined;

/** Applies a change that carries the whole game. */
function changed({ game }: Pick<ServerMessageOf<'move'>, 'game'>): void {
  onlineGameHandlers.updated(game);
}

function found(message: ServerMessageOf<'match_found' | 'matchmaking_success'>): void {
  const { room, participants, opponent, betAmount } = message;
  quickMatch.found(betAmount, opponent);
  if (!enterRoom(room, participants)) return;
  onlineGameHandlers.clearIfOtherRoom(room.id);
  notifyMatched();
}

function showResult(result: ServerMessageOf<'game_over' | 'player_left_win'>): void {
  setRoomStatus(result.roomId, 'active');
  onlineGameHandlers.over(result);
  void refreshUser();
  refreshBoards();
}

/** Marks a player who acted in the game as online. */
function markOnline(userId: string): void {
  onlineGameHandlers.userOnline(userId);
  roomParticipants.back(userId);
}

/** Whether the connection is new, and the server has not sent yet which room the player is in. */
let isNewConnection = false;

function notPlaying(): void {
  void onlineGameHandlers.notPlaying();
}

/** Enters the room that the server has for the player, without interrupting a running game against the computer. */
function inRoom({ room, participants }: Omit<ServerMessageOf<'reconnection_room_join'>, 'type'>): void {
  const { mode, setMode } = useMode.getState();
  enterRoom(room, participants);
  onlineGameHandlers.clearIfOtherRoom(room.id);
  if (mode === 'online' || useLocalGame.getState().game.state.moves.length === 0) setMode('online');
}

/**
 * Switches to the computer after a declined rematch (docs/spec/play.md#play-4.7), unless the player is in another game
 * or room by now.
 */
function declined({ gameId }: ServerMessageOf<'play_again_rejected'>): void {
  const { onlineGame } = useOnlineGame.getState();
  if (onlineGame?.game.id !== gameId || isInOtherRoom(onlineGame.game.roomId)) return;
  if (rematchMessages.declined(gameId) && isOnline()) backToComputer();
}

/** Handles every message of the server. The compiler requires an entry for each message of the contract. */
const handlers: Handlers = {
  connected({ userId }) {
    isNewConnection = true;
    refetchMissed(userId);
    // Pushes during the disconnection were missed.
    friendsChanged();
    void splashGone().then(lookForGifts);
  },
  pong: ignore,
  error: (message) => notifyFailure(message),
  online_users_update: ({ count }) => countOnline(count),
  user_offline({ userId }) {
    onlineGameHandlers.userOffline(userId);
    roomParticipants.offline(userId);
    friendOffline(userId);
  },
  room_participant_joined(message) {
    roomParticipants.joined(message);
    onlineGameHandlers.userOnline(message.participant.userId);
  },
  room_participants_updated(message) {
    roomParticipants.updated(message);
    onlineGameHandlers.present(message.participants);
  },

  game_reconnection(message) {
    isNewConnection = false;
    if (message.game.status === 'active') {
      quickMatch.over();
      rematchMessages.over();
    }
    quickMatch.reconnected();
    inRoom(message);
    onlineGameHandlers.restored(message);
    onlineGameHandlers.present(message.participants);
  },
  reconnection_room_join(message) {
    quickMatch.reconnected();
    inRoom(message);
    // A pending request for a room will report the entry itself, whichever message arrives first.
    if (isNewConnection && !useRoomRequests.getState().pending) notifyReconnected();
    isNewConnection = false;
    notPlaying();
  },
  reconnection() {
    isNewConnection = false;
    quickMatch.reconnected();
    forgetRoom();
    notPlaying();
  },

  game_started(message) {
    quickMatch.over();
    roomMessages.endStart();
    useRoomRequests.getState().close();
    rematchMessages.over();
    setRoomStatus(message.roomId, 'playing');
    onlineGameHandlers.started(message);
  },
  move(message) {
    const { game, player } = message;
    markOnline(player === 'X' ? game.playerXId : game.playerOId);
    changed(message);
  },
  auto_move: changed,
  winning_move: ignore,
  auto_play_enabled: changed,
  auto_play_disabled(message) {
    const { game, player } = message;
    markOnline(player === 'X' ? game.playerXId : game.playerOId);
    changed(message);
  },
  game_over: showResult,
  player_left_win: showResult,
  game_abandoned({ gameId, roomId }) {
    setRoomStatus(roomId, 'active');
    if (!onlineGameHandlers.dismiss(gameId)) return;
    notifyEnded();
    void refreshUser();
    switchAfterAbandonment(roomId);
  },
  game_expired({ gameId, roomId }) {
    // The server closes the room: the player returns to the lobby, without a second notice.
    endRoom(roomId);
    onlineGameHandlers.expired(gameId);
  },
  room_ended({ gameId, roomId }) {
    const wasInRoom = endRoom(roomId);
    const { me, onlineGame } = useOnlineGame.getState();
    const isPlayer = onlineGame !== null && sideOf(onlineGame.game, me) !== null;
    // The room may end before the message about its expired game: the server knows how the game ended.
    if (isPlayer && onlineGameHandlers.isRunning(gameId)) return notPlaying();
    onlineGameHandlers.dismiss(gameId);
    // A spectator who is no longer in the room has left it, for a search or another room.
    if (!wasInRoom) return;
    notifyRoomEnded(gameId, isOnline());
    switchAfterRoomEnd();
  },
  user_left_room({ roomId, userId }) {
    if (userId !== useOnlineGame.getState().me) return roomParticipants.left(roomId, userId);
    if (endRoom(roomId) && isOnline()) backToComputer();
  },
  spectator_left({ roomId, userId }) {
    if (userId !== useOnlineGame.getState().me) return roomParticipants.left(roomId, userId);
    if (endRoom(roomId) && isOnline()) backToComputer();
  },
  room_invitation: ({ invitation }) => addInvitation(invitation),
  room_invitation_declined: ({ roomId, invitedId }) => unmarkInvited(roomId, invitedId),
  create_room_success(message) {
    isNewConnection = false;
    roomMessages.created(message);
    openRoom(message);
  },
  create_room_error: roomMessages.rejected,
  join_room_success(message) {
    isNewConnection = false;
    roomMessages.joined(message);
    openRoom(message);
  },
  join_room_error: roomMessages.rejected,
  start_game_success: () => roomMessages.endStart(),
  start_game_error: roomMessages.rejected,
  move_error({ gameId, ...failure }) {
    onlineGameHandlers.rejected(gameId);
    showFailureAlert(failure, 'onlineGame.moveError', 'errors.titles.INVALID_MOVE');
  },
  auto_play_error(failure) {
    // The player has control already: by an earlier press, in another tab, or by a move.
    if (failure.code !== 'AUTO_PLAY_NOT_ACTIVE') showFailureAlert(failure, 'onlineGame.autoPlayError');
  },

  match_found: found,
  matchmaking_success: found,
  matchmaking_response({ status, betAmount, computerOffered }) {
    if (status === 'waiting' && !isPlaying()) quickMatch.resumed(betAmount);
    if (computerOffered) quickMatch.offered();
    if (status === 'left' || status === 'stopped') quickMatch.ended(status);
  },
  matchmaking_error: quickMatch.rejected,

  player_chat({ userId, messageText, playerInfo }) {
    receiveQuickChat(userId, playerInfo.displayName, messageText);
  },

  play_again_request: ({ request }) => rematchMessages.requested(request),
  play_again_response: rematchMessages.answered,
  play_again_rejected: declined,
  play_again_countdown: rematchMessages.counted,
  play_again_error: rematchMessages.failed,
  level_up: levelReached,
  reward_earned: ({ reward }) => void celebrateReward(reward, finishedGameId()),
  achievement_unlocked: ({ achievement }) => void notifyAchievement(achievement, finishedGameId()),
  emoji_sent: ({ senderId, emoji, emojiId }) => void receiveEmoji(senderId, emoji, emojiId),

  chat_message_received: receiveChat,
  friend_request: ({ request }) => receiveRequest(request, useOnlineGame.getState().me),
  friends_changed: () => isPushExpected() || friendsChanged(),
  gift_received: giftReceived,
  record_changed() {
    void refreshUser();
    refreshRecords();
  },
  balance_changed: ({ coins, version }) => setCoins(coins, version),
};

/** Passes a message to its handler; ignores types that this version does not know. */
export function handle(message: ServerMessage): void {
  const handler = handlers[message.type] as ((message: ServerMessage) => void) | undefined;
  handler?.(message);
}
