import type { ServerMessage, ServerMessageOf } from '@fifteen/contract';
import { ABANDONED_REDIRECT } from '@fifteen/contract/constants';
import { quickMatch } from '@/features/matchmaking/model/store.ts';
import { hearOpponent } from '@/features/online/model/chat.ts';
import { sayEnded, sayExpired, sayRoomEnded, tellFailure } from '@/features/online/model/sayings.ts';
import { onlineTable } from '@/features/online/model/store.ts';
import { requestNavigation } from '@/lib/navigation.ts';
import { refreshUser } from '@/lib/session.ts';
import { useMode } from '@/state/mode.ts';

type Handlers = { [Type in ServerMessage['type']]: (message: ServerMessageOf<Type>) => void };

const ROOM_ENDED_SWITCH = 1_000;

/** Nothing on the screen depends on it, or another message says the same with the whole game. */
const nothing = () => undefined;

/** A change of the game that carries the whole of it. */
function changed({ game }: Pick<ServerMessageOf<'move'>, 'game'>): void {
  onlineTable.told(game);
}

function found({ room, opponent, betAmount }: ServerMessageOf<'match_found' | 'matchmaking_success'>): void {
  quickMatch.found(betAmount, opponent);
  onlineTable.entered(room);
}

function over(result: ServerMessageOf<'game_over' | 'player_left_win'>): void {
  onlineTable.over(result);
  void refreshUser();
}

const backToComputer = (): void => useMode.getState().setMode('ai');

function notPlaying(): void {
  void onlineTable.notPlaying();
}

/** What every message of the server does. The compiler asks for a line when the contract gains one. */
const handlers: Handlers = {
  connected: nothing,
  pong: nothing,
  error: (message) => tellFailure(message),
  online_users_update: nothing,
  user_offline: ({ userId }) => onlineTable.away(userId),
  room_participant_joined: ({ participant }) => onlineTable.back(participant.userId),

  game_reconnection(message) {
    if (message.game.status === 'active') quickMatch.over();
    onlineTable.restored(message);
  },
  reconnection_room_join: notPlaying,
  reconnection: notPlaying,

  game_started(message) {
    quickMatch.over();
    onlineTable.started(message);
  },
  move(message) {
    const { game, player } = message;
    onlineTable.back(player === 'X' ? game.playerXId : game.playerOId);
    changed(message);
  },
  auto_move: changed,
  winning_move: nothing,
  auto_play_enabled: changed,
  auto_play_disabled(message) {
    const { game, player } = message;
    onlineTable.back(player === 'X' ? game.playerXId : game.playerOId);
    changed(message);
  },
  game_over: over,
  player_left_win: over,
  game_abandoned({ gameId }) {
    if (!onlineTable.gone(gameId)) return;
    sayEnded();
    void refreshUser();
    setTimeout(() => {
      backToComputer();
      requestNavigation('/');
    }, ABANDONED_REDIRECT);
  },
  game_expired({ gameId }) {
    if (!onlineTable.gone(gameId)) return;
    sayExpired();
    void refreshUser();
  },
  room_ended({ gameId }) {
    if (!onlineTable.gone(gameId)) return;
    sayRoomEnded();
    setTimeout(backToComputer, ROOM_ENDED_SWITCH);
  },
  move_error({ gameId, ...failure }) {
    onlineTable.refused(gameId);
    tellFailure(failure, 'online.moveError');
  },
  auto_play_error: (failure) => tellFailure(failure, 'online.autoPlayError'),

  match_found: found,
  matchmaking_success: found,
  matchmaking_response({ status }) {
    if (status === 'left' || status === 'stopped') quickMatch.ended(status);
  },
  matchmaking_error: quickMatch.refused,

  player_chat({ userId, messageText, playerInfo }) {
    hearOpponent(userId, playerInfo.displayName, messageText);
  },

  // Rooms by code, spectators, play-again, emojis, friends and gifts have no screens yet.
  spectator_left: nothing,
  create_room_success: nothing,
  create_room_error: nothing,
  join_room_success: nothing,
  join_room_error: nothing,
  start_game_success: nothing,
  start_game_error: nothing,
  room_participants_updated: nothing,
  user_left_room: nothing,
  room_invitation: nothing,
  play_again_request: nothing,
  play_again_response: nothing,
  play_again_rejected: nothing,
  play_again_countdown: nothing,
  play_again_error: nothing,
  emoji_sent: nothing,
  chat_message_received: nothing,
  gift_received: nothing,
};

/** Hands a message to its handler; one of a type that is newer than this app is passed over. */
export function handle(message: ServerMessage): void {
  const handler = handlers[message.type] as ((message: ServerMessage) => void) | undefined;
  handler?.(message);
}
