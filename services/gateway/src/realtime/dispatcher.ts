import { CLOSE, refusal, type ClientMessage, type ServerMessage } from '@fifteen/contract';
import { AppError, isAppError, rootSpan, timed, type Log, type Nats, type Pusher } from '@fifteen/runtime';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Fanout } from './fanout.ts';
import type { Limits } from '../edge/limits.ts';
import { moves } from '../metrics.ts';
import { mapNotFound, type Clients } from '../clients/clients.ts';
import type { PresenceTracker } from '../presence/presence-tracker.ts';
import type { MoveStreams } from '../game/move-streams.ts';
import type { Rematches } from '../rooms/rematches.ts';
import type { Emojis } from '../game/emojis.ts';
import type { Resync } from '../rooms/resync.ts';
import { permissionFor, relationTo } from './permissions.ts';
import type { Rooms } from '../rooms/rooms.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { Sessions } from '../auth/sessions.ts';
import { toGame, toMark, seatOf } from '../translation/game.ts';
import { WEBSOCKET, type Connection } from './connection.ts';
import { roomSocketHandlers } from '../rooms/socket-handlers.ts';

/** What acting needs. */
export interface HandlerContext {
  fanout: Fanout;
  profiles: ProfileCache;
  limits: Limits;
  play: MoveStreams;
  searches: Searches;
  rooms: Rooms;
  again: Rematches;
  emojis: Emojis;
  returning: Resync;
  clients: Clients;
  online: PresenceTracker;
  sessions: Pick<Sessions, 'isCached' | 'find'>;
  push: Pusher;
  nats: Pick<Nats, 'up'>;
  /** Spans are recorded somewhere: without that, those of frequent messages are work for nobody. */
  traced: boolean;
  log: Log;
}

const FREQUENT: ReadonlySet<ClientMessage['type']> = new Set(['move', 'ping']);

type Message<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;
export type SocketHandlers = {
  [T in ClientMessage['type']]: (
    stage: HandlerContext,
    connection: Connection,
    message: Message<T>,
  ) => Promise<void> | void;
};

/** Does what a client asks for, and answers a refusal in the act's own message. Never throws. */
export async function dispatch(
  stage: HandlerContext,
  connection: Connection,
  message: ClientMessage,
  traceparent?: string,
): Promise<void> {
  // The compiler cannot follow that message and act have the same type.
  const work = async () =>
    (handlers[message.type] as SocketHandlers['ping'])(stage, connection, message as Message<'ping'>);
  try {
    const spanned = stage.traced || !FREQUENT.has(message.type);
    const options = { parent: { traceparent }, attributes: WEBSOCKET };
    await (spanned ? rootSpan(`ws ${message.type}`, work, options) : work());
  } catch (error) {
    connection.send(failureOf(message, error));
    if (!isAppError(error)) stage.log.error({ err: error, act: message.type }, 'an act failed');
  }
}

type FailureType = Extract<ServerMessage['type'], `${string}_error`>;

const FAILURES: { readonly [T in ClientMessage['type']]?: FailureType } = {
  move: 'move_error',
  disable_auto_play: 'auto_play_error',
  create_room: 'create_room_error',
  join_room: 'join_room_error',
  join_room_request: 'join_room_error',
  start_game_request: 'start_game_error',
  start_matchmaking: 'matchmaking_error',
  cancel_matchmaking: 'matchmaking_error',
  play_again_response: 'play_again_error',
};

function failureOf(message: ClientMessage, thrown: unknown): ServerMessage {
  const cause = isAppError(thrown) ? thrown : undefined;
  const { body } = refusal(cause?.code ?? 'INTERNAL', cause?.message, cause?.details);
  const about = {
    ...('requestId' in message ? { requestId: message.requestId } : {}),
    ...('gameId' in message && message.gameId ? { gameId: message.gameId } : {}),
    ...('position' in message ? { position: message.position } : {}),
  };
  const { error, message: text, code, retryAfter, setting } = body;
  const limited = { ...(retryAfter === undefined ? {} : { retryAfter }), ...(setting ? { setting } : {}) };
  const type = FAILURES[message.type];
  return type
    ? { type, error, message: text, code, ...about, ...limited }
    : {
        type: 'error',
        ...{ message: text, code, ...limited },
        ...('requestId' in about ? { requestId: about.requestId } : {}),
      };
}

const moveOutcome = (error?: unknown): { outcome: 'ok' | 'refused' | 'failed' } => {
  if (error === undefined) return { outcome: 'ok' };
  const ours = !isAppError(error) || SERVER_FAULT_CODES.has(error.code);
  return { outcome: ours ? 'failed' : 'refused' };
};
/** Codes that say nothing of the move, only of us. */
const SERVER_FAULT_CODES: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

/** A refusal of a move in the words of the table: which game, and for whom it waits. */
function aboutMove(
  { profiles }: HandlerContext,
  { room, userId }: Connection,
  gameId: string,
  error: unknown,
): unknown {
  if (isAppError(error, 'NOT_FOUND')) return new AppError('GAME_NOT_FOUND', error.message);
  const game = room?.game;
  if (!isAppError(error, 'NOT_YOUR_TURN') || game?.id !== gameId) return error;
  const other = game.xPlayerId === userId ? game.oPlayerId : game.xPlayerId;
  return new AppError(error.code, error.message, { player: profiles.get(other).displayName });
}

/** A player who moves is at the table, whether or not they asked for its state first. */
async function joinRoomOfCurrentGame(
  { fanout, clients }: HandlerContext,
  connection: Connection,
): Promise<void> {
  const { room, game } = await clients.room.current({ userId: connection.userId });
  if (!room || connection.room) return;
  fanout.enter(connection, { room, game, offlineSince: undefined });
  if (game) fanout.gameUpdated({ state: game, final: true });
}

const handlers: SocketHandlers = {
  // Without a pause where that is possible: what a client sends right after it must find it done.
  auth: ({ online, sessions }, connection, { userId }) => {
    if (userId !== connection.userId) return connection.close(CLOSE.forbidden, 'not your session');
    const welcome = (): void => {
      online.connected(connection);
      connection.send({ type: 'connected', userId, serverTime: Date.now() });
    };
    const { token, place } = connection.caller;
    if (sessions.isCached(token)) return welcome();
    // It was revoked, or forgotten, since the upgrade.
    return sessions.find(token, place).then((caller) => {
      if (caller) welcome();
      else connection.close(CLOSE.unauthenticated, 'session ended');
    });
  },

  ping: (_, connection, { timestamp }) => {
    const serverTime = Date.now();
    connection.send({ type: 'pong', timestamp: timestamp ?? serverTime, serverTime });
  },

  request_current_game_state: async ({ returning }, connection) => {
    connection.budget.state();
    await returning.sendState(connection);
  },

  move: async (stage, connection, { gameId, position }) => {
    const { fanout, play } = stage;
    const knownBefore = connection.seen?.gameId === gameId ? connection.seen.version : -1;
    const made = async (): Promise<void> =>
      fanout.moveAccepted(connection, await play.move(gameId, connection.userId, position), knownBefore);
    try {
      await timed(moves, made, moveOutcome);
    } catch (error) {
      throw aboutMove(stage, connection, gameId, error);
    }
    if (!connection.room) await joinRoomOfCurrentGame(stage, connection);
  },

  disable_auto_play: async ({ fanout, clients, profiles }, connection, { gameId }) => {
    const { userId, room } = connection;
    const state = await mapNotFound('GAME_NOT_FOUND', clients.game.calls.takeControl({ gameId, userId }));
    fanout.gameUpdated({ state, final: false });
    if (room?.id === state.roomId) return;
    // The room's members are notified; this connection has not entered it.
    const player = seatOf(state, userId);
    const game = toGame(state, profiles.lookup, Date.now());
    if (player) connection.send({ type: 'auto_play_disabled', gameId, player, game });
  },

  // The only message without a reply: it is a reply itself, and clients acknowledge every repeat of game_started.
  game_started_ack: (_, connection, { messageId }) => connection.acknowledge(messageId),

  player_chat: async ({ limits, push, nats }, connection, { roomId, messageText }) => {
    await limits.act('tableChat', connection.userId);
    const { room, userId } = connection;
    const { standing, stage } = relationTo(connection, roomId);
    const right = permissionFor('player_chat', standing, stage);
    if (right !== 'yes') throw new AppError(right, 'not allowed to chat');
    const seat = room?.game && seatOf(room.game, userId);
    // A player of the room, but not of the game that was played in it.
    if (!seat) throw new AppError('NOT_A_PLAYER', 'Not a player');
    if (!nats.up) throw new AppError('SERVICE_UNAVAILABLE', 'Chat is not available now');
    const said = { roomId, gameId: room.game?.id ?? '', userId, seat: toMark(seat), text: messageText };
    push.toRoom(roomId, { $case: 'chat', value: said });
  },

  start_matchmaking: async ({ searches }, connection, { betAmount, acceptComputer }) => {
    const said = await searches.join(connection.userId, betAmount, acceptComputer);
    connection.send({ type: 'matchmaking_response', ...said });
  },

  cancel_matchmaking: async ({ searches }, connection) => {
    connection.send({ type: 'matchmaking_response', ...(await searches.leave(connection.userId)) });
  },

  send_emoji: async ({ emojis }, connection, { gameId, emojiId, recipientId }) => {
    const { userId, room } = connection;
    const { emoji, roomId, repeated } = await emojis.send(userId, { gameId, emojiId, recipientId });
    // Everyone in the room gets it, the sender included; a repeat is sent to nobody else.
    if (repeated || room?.id !== roomId)
      connection.send({ type: 'emoji_sent', gameId, emojiId, emoji, senderId: userId });
  },

  ...roomSocketHandlers,
};
