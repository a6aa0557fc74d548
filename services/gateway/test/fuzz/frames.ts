import type { ClientMessage } from '@fifteen/contract';
import { randomUUID } from 'node:crypto';

type Type = ClientMessage['type'];

/** What the frames of one player name. */
export interface Place {
  userId: string;
  opponentId: string;
  roomId: string;
  code: string;
  gameId: string;
  rematchId: string;
}

/** A valid frame of each type. */
const FRAMES: Readonly<Record<Type, (at: Place) => Record<string, unknown>>> = {
  auth: ({ userId }) => ({ userId }),
  request_current_game_state: () => ({}),
  ping: () => ({ timestamp: 1 }),
  join_room: ({ roomId }) => ({ roomId }),
  leave_room: ({ roomId }) => ({ roomId }),
  game_started_ack: () => ({ messageId: 'm1' }),
  move: ({ gameId }) => ({ gameId, position: 5, ply: 1 }),
  player_chat: ({ roomId, gameId }) => ({ roomId, gameId, messageText: 'hi' }),
  send_emoji: ({ roomId, gameId, opponentId }) => ({
    roomId,
    gameId,
    emojiId: 'owl',
    recipientId: opponentId,
  }),
  disable_auto_play: ({ gameId }) => ({ gameId }),
  join_room_request: ({ code }) => ({ requestId: randomUUID(), code, role: 'player' }),
  start_game_request: ({ roomId }) => ({ roomId, requestId: randomUUID() }),
  create_room: () => ({ requestId: randomUUID(), roomData: { betAmount: 0 } }),
  start_matchmaking: () => ({ betAmount: 0 }),
  cancel_matchmaking: () => ({}),
  play_again_response: ({ rematchId }) => ({ requestId: rematchId, response: 'accepted' }),
};
/** A place without a room, a game and a rematch. */
export const NOWHERE = { roomId: 'none', code: 'AAAAAAAA', gameId: 'none', rematchId: 'none' };

export const TYPES = Object.keys(FRAMES) as Type[];

/** Returns a valid frame. */
export const frameOf = (type: Type, at: Place): Record<string, unknown> => ({ type, ...FRAMES[type](at) });
