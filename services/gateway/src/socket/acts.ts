import { CLOSE, refusal, type ClientMessage, type ServerMessage } from '@fifteen/contract';
import { AppError, isAppError, rootSpan, timed, type Log, type Nats, type Pusher } from '@fifteen/runtime';
import type { Cards } from '../cards.ts';
import type { Hub } from '../hub.ts';
import type { Limits } from '../limits.ts';
import { moves } from '../metrics.ts';
import { naming, type Neighbours } from '../neighbours.ts';
import type { Online } from '../online.ts';
import type { Play } from '../play.ts';
import type { Again } from '../again.ts';
import type { Emojis } from '../emojis.ts';
import type { Returning } from '../returning.ts';
import { rightOf, standingIn } from '../rights.ts';
import type { Rooms } from '../rooms.ts';
import type { Searches } from '../search.ts';
import type { Sessions } from '../sessions.ts';
import { gameOf, markOf, seatOf } from '../translate.ts';
import { WEBSOCKET, type Connection } from './connection.ts';
import { roomActs } from './room-acts.ts';

/** What acting needs. */
export interface Stage {
  hub: Hub;
  cards: Cards;
  limits: Limits;
  play: Play;
  searches: Searches;
  rooms: Rooms;
  again: Again;
  emojis: Emojis;
  returning: Returning;
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
export type Acts = {
  [T in ClientMessage['type']]: (
    stage: Stage,
    connection: Connection,
    message: Message<T>,
  ) => Promise<void> | void;
};

/** Does what a client asks for, and answers a refusal in the act's own message. Never throws. */
export async function act(
  stage: Stage,
  connection: Connection,
  message: ClientMessage,
  traceparent?: string,
): Promise<void> {
  // The compiler cannot follow that message and act have the same type.
  const work = async () =>
    (acts[message.type] as Acts['ping'])(stage, connection, message as Message<'ping'>);
  try {
    const spanned = stage.traced || !FREQUENT.has(message.type);
    const options = { parent: { traceparent }, attributes: WEBSOCKET };
    await (spanned ? rootSpan(`ws ${message.type}`, work, options) : work());
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

const moveOutcome = (error?: unknown): { outcome: 'ok' | 'rejected' | 'failed' } => {
  if (error === undefined) return { outcome: 'ok' };
  const ours = !isAppError(error) || OURS.has(error.code);
  return { outcome: ours ? 'failed' : 'rejected' };
};
/** Codes that say nothing of the move, only of us. */
const OURS: ReadonlySet<string> = new Set(['SERVICE_UNAVAILABLE', 'INTERNAL']);

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
  hub.enter(connection, { room, game, away: undefined });
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
    const { token, place } = connection.who;
    if (sessions.believes(token)) return welcome();
    // It was revoked, or forgotten, since the upgrade.
    return sessions.find(token, place).then((who) => {
      if (who) welcome();
      else connection.close(CLOSE.unauthenticated, 'session ended');
    });
  },

  ping: (_, connection, { timestamp }) => {
    const serverTime = Date.now();
    connection.tell({ type: 'pong', timestamp: timestamp ?? serverTime, serverTime });
  },

  request_current_game_state: async ({ returning }, connection) => {
    connection.budget.state();
    await returning.tell(connection);
  },

  move: async (stage, connection, { gameId, position }) => {
    const { hub, play } = stage;
    const knownBefore = connection.seen?.gameId === gameId ? connection.seen.version : -1;
    const made = async (): Promise<void> =>
      hub.moved(connection, await play.move(gameId, connection.userId, position), knownBefore);
    try {
      await timed(moves, made, moveOutcome);
    } catch (error) {
      throw aboutMove(stage, connection, gameId, error);
    }
    if (!connection.room) await sitDown(stage, connection);
  },

  disable_auto_play: async ({ hub, neighbours, cards }, connection, { gameId }) => {
    const { userId, room } = connection;
    const state = await naming('GAME_NOT_FOUND', neighbours.game.calls.takeControl({ gameId, userId }));
    hub.news({ state, final: false });
    if (room?.id === state.roomId) return;
    // The room's members are notified; this connection has not entered it.
    const player = seatOf(state, userId);
    const game = gameOf(state, cards.shown, Date.now());
    if (player) connection.tell({ type: 'auto_play_disabled', gameId, player, game });
  },

  // The only message without a reply: it is a reply itself, and clients acknowledge every repeat of game_started.
  game_started_ack: (_, connection, { messageId }) => connection.acknowledge(messageId),

  player_chat: async ({ limits, push, nats }, connection, { roomId, messageText }) => {
    await limits.act('tableChat', connection.userId);
    const { room, userId } = connection;
    const { standing, stage } = standingIn(connection, roomId);
    const right = rightOf('player_chat', standing, stage);
    if (right !== 'yes') throw new AppError(right, 'not allowed to chat');
    const seat = room?.game && seatOf(room.game, userId);
    // A player of the room, but not of the game that was played in it.
    if (!seat) throw new AppError('NOT_A_PLAYER', 'Not a player');
    if (!nats.up) throw new AppError('SERVICE_UNAVAILABLE', 'Chat is not available now');
    const said = { roomId, gameId: room.game?.id ?? '', userId, seat: markOf(seat), text: messageText };
    push.toRoom(roomId, { $case: 'chat', value: said });
  },

  start_matchmaking: async ({ searches }, connection, { betAmount, acceptComputer }) => {
    const said = await searches.join(connection.userId, betAmount, acceptComputer);
    connection.tell({ type: 'matchmaking_response', ...said });
  },

  cancel_matchmaking: async ({ searches }, connection) => {
    connection.tell({ type: 'matchmaking_response', ...(await searches.leave(connection.userId)) });
  },

  send_emoji: async ({ emojis }, connection, { gameId, emojiId, recipientId }) => {
    const { userId, room } = connection;
    const { emoji, roomId, repeated } = await emojis.send(userId, { gameId, emojiId, recipientId });
    // Everyone in the room gets it, the sender included; a repeat is sent to nobody else.
    if (repeated || room?.id !== roomId)
      connection.tell({ type: 'emoji_sent', gameId, emojiId, emoji, senderId: userId });
  },

  ...roomActs,
};
