import { CLOSE, refusal, type ClientMessage, type ServerMessage } from '@fifteen/contract';
import { Role } from '@fifteen/proto/room';
import { AppError, isAppError, span, type Log, type Nats, type Pusher } from '@fifteen/runtime';
import type { Cards } from '../cards.ts';
import type { Hub } from '../hub.ts';
import { naming, type Neighbours } from '../neighbours.ts';
import type { Online } from '../online.ts';
import type { Play } from '../play.ts';
import type { Searches } from '../search.ts';
import type { Sessions } from '../sessions.ts';
import { wholeRoom } from '../telling.ts';
import { isActive, isOver, markOf, participantsOf, seatOf } from '../translate.ts';
import type { Connection } from './connection.ts';

/** What acting needs. */
export interface Stage {
  hub: Hub;
  cards: Cards;
  play: Play;
  searches: Searches;
  neighbours: Neighbours;
  online: Online;
  sessions: Pick<Sessions, 'believes' | 'find'>;
  push: Pusher;
  nats: Pick<Nats, 'up'>;
  /** Spans are recorded somewhere: without that, those of frequent messages are work for nobody. */
  traced: boolean;
  log: Log;
}

const FREQUENT: ReadonlySet<ClientMessage['type']> = new Set(['move', 'ping']);

type Message<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>;
type Acts = {
  [T in ClientMessage['type']]: (
    stage: Stage,
    connection: Connection,
    message: Message<T>,
  ) => Promise<void> | void;
};

/** Does what a client asks for, and answers a refusal in the act's own message. Never throws. */
export async function act(stage: Stage, connection: Connection, message: ClientMessage): Promise<void> {
  // The compiler cannot follow that message and act have the same type.
  const work = async () =>
    (acts[message.type] as Acts['ping'])(stage, connection, message as Message<'ping'>);
  try {
    await (stage.traced || !FREQUENT.has(message.type) ? span(`ws ${message.type}`, 'server', work) : work());
  } catch (error) {
    connection.tell(failureOf(message, error));
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
  const { error, message: text, code } = body;
  const type = FAILURES[message.type];
  return type
    ? { type, error, message: text, code, ...about }
    : { type: 'error', message: text, code, ...('requestId' in about ? { requestId: about.requestId } : {}) };
}

/** Rooms by code, emoji and play-again are not offered yet: their messages are as unknown as any other. */
const notOffered = (): never => {
  throw new AppError('UNKNOWN_MESSAGE', 'Unknown message type');
};

/** A refusal of a move in the words of the table: which game, and for whom it waits. */
function aboutMove({ cards }: Stage, { room, userId }: Connection, gameId: string, error: unknown): unknown {
  if (isAppError(error, 'NOT_FOUND')) return new AppError('GAME_NOT_FOUND', error.message);
  const game = room?.game;
  if (!isAppError(error, 'NOT_YOUR_TURN') || game?.id !== gameId) return error;
  const other = game.xPlayerId === userId ? game.oPlayerId : game.xPlayerId;
  return new AppError(error.code, error.message, { player: cards.show(other).displayName });
}

/** A player who moves is at the table, whether or not they asked for its state first. */
async function sitDown({ hub, neighbours }: Stage, connection: Connection): Promise<void> {
  const { room, game } = await neighbours.room.current({ userId: connection.userId });
  if (!room || connection.room) return;
  hub.enter(connection, room, game);
  if (game) hub.news({ state: game, final: true });
}

const acts: Acts = {
  // Without a pause where that is possible: what a client sends right after it must find it done.
  auth: ({ online, sessions }, connection, { userId }) => {
    if (userId !== connection.userId) return connection.close(CLOSE.forbidden, 'not your session');
    const welcome = (): void => {
      online.arrive(connection);
      connection.tell({ type: 'connected', userId, serverTime: Date.now() });
    };
    const { token } = connection.who;
    if (sessions.believes(token)) return welcome();
    // It was revoked, or forgotten, since the upgrade.
    return sessions.find(token).then((who) => {
      if (who) welcome();
      else connection.close(CLOSE.unauthenticated, 'session ended');
    });
  },

  ping: (_, connection, { timestamp }) => {
    const serverTime = Date.now();
    connection.tell({ type: 'pong', timestamp: timestamp ?? serverTime, serverTime });
  },

  request_current_game_state: async ({ hub, cards, neighbours, online, searches }, connection) => {
    connection.budget.act('request_current_game_state');
    const { room: state, game } = await neighbours.room.current({ userId: connection.userId });
    if (!state) {
      connection.tell({ type: 'reconnection', status: 'none' });
      hub.exit(connection);
      return searches.resume(connection.userId);
    }
    await cards.load(state.participants.map(({ userId }) => userId));
    const room = hub.enter(connection, state, game);
    if (room.game && (isActive(room.game) || isOver(room.game))) hub.returned(connection, room, room.game);
    else connection.tell({ type: 'reconnection_room_join', ...wholeRoom(room, cards.shown) });
    online.back(connection);
    if (!room.game || !isActive(room.game)) await searches.resume(connection.userId);
  },

  move: async (stage, connection, { gameId, position }) => {
    const { hub, play } = stage;
    const knownBefore = connection.seen?.gameId === gameId ? connection.seen.version : -1;
    try {
      hub.moved(connection, await play.move(gameId, connection.userId, position), knownBefore);
    } catch (error) {
      throw aboutMove(stage, connection, gameId, error);
    }
    if (!connection.room) await sitDown(stage, connection);
  },

  disable_auto_play: async ({ hub, neighbours }, connection, { gameId }) => {
    const { userId } = connection;
    const state = await naming('GAME_NOT_FOUND', neighbours.game.calls.takeControl({ gameId, userId }));
    hub.news({ state, final: false });
  },

  game_started_ack: (_, connection, { messageId }) => connection.acknowledge(messageId),

  join_room: async ({ hub, cards, neighbours }, connection, { roomId }) => {
    connection.budget.act('join_room');
    const { room: state, game } = await neighbours.room.current({ userId: connection.userId });
    if (state?.id !== roomId) throw new AppError('ROOM_NOT_FOUND', 'Room not found');
    await cards.load(state.participants.map(({ userId }) => userId));
    hub.enter(connection, state, game);
    const participants = participantsOf(state, cards.shown);
    connection.tell({ type: 'room_participants_updated', roomId, participants });
  },

  leave_room: async ({ hub, neighbours }, connection, { roomId }) => {
    const { userId, room } = connection;
    // Who leaves hears no more of the room; what is said there about it is for the others.
    if (room?.id === roomId) hub.exit(connection);
    try {
      await neighbours.room.leave({ roomId, userId });
      connection.seen = undefined;
      connection.tell({ type: 'user_left_room', roomId, userId });
    } catch (error) {
      if (room?.id === roomId) hub.enter(connection, room.state, room.game);
      throw isAppError(error, 'NOT_FOUND') ? new AppError('ROOM_NOT_FOUND', error.message) : error;
    }
  },

  player_chat: ({ push, nats }, connection, { roomId, messageText }) => {
    connection.budget.act('player_chat');
    const { room, userId } = connection;
    const plays = room?.state.participants.some((one) => one.userId === userId && one.role === Role.PLAYER);
    const seat = room?.game && seatOf(room.game, userId);
    if (!room || room.id !== roomId || !plays || !seat) throw new AppError('NOT_A_PLAYER', 'Not a player');
    if (!nats.up) throw new AppError('SERVICE_UNAVAILABLE', 'Chat is not available now');
    const said = { roomId, gameId: room.game?.id ?? '', userId, seat: markOf(seat), text: messageText };
    push.toRoom(roomId, { $case: 'chat', value: said });
  },

  start_matchmaking: async ({ searches }, connection, { betAmount }) => {
    connection.budget.act('start_matchmaking');
    connection.tell({ type: 'matchmaking_response', ...(await searches.join(connection.userId, betAmount)) });
  },

  cancel_matchmaking: async ({ searches }, connection) => {
    connection.tell({ type: 'matchmaking_response', ...(await searches.leave(connection.userId)) });
  },

  create_room: notOffered,
  join_room_request: notOffered,
  start_game_request: notOffered,
  send_emoji: notOffered,
  play_again_response: notOffered,
};
