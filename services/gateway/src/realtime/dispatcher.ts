import { errorResponse, type ReceivedMessage, type ServerMessage } from '@fifteen/contract';
import { isAppError, rootSpan, type Log } from '@fifteen/runtime';
import type { Limits } from '../edge/limits.ts';
import { WEBSOCKET, type Connection } from './connection.ts';
import { assertPermitted, limitOf } from './permissions.ts';

type Message<T extends ReceivedMessage['type']> = Extract<ReceivedMessage, { type: T }>;

/** A handler for every message that a client may send; every feature exports those of its own messages. */
export type SocketHandlers = {
  readonly [T in ReceivedMessage['type']]: (
    connection: Connection,
    message: Message<T>,
  ) => Promise<void> | void;
};

interface Deps {
  handlers: SocketHandlers;
  limits: Limits;
  /** Spans are recorded: without that, spans of frequent messages would be wasted work. */
  traced: boolean;
  log: Log;
}

const FREQUENT: ReadonlySet<ReceivedMessage['type']> = new Set(['move', 'ping']);

/** Passes each message to its handler, after its permission was checked. */
export class Dispatcher {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Handles a message and replies to an error with the message's own error type. Never throws. */
  async dispatch(connection: Connection, message: ReceivedMessage, traceparent?: string): Promise<void> {
    const { traced } = this.#deps;
    const { type } = message;
    const work = (): Promise<void> => this.#handle(connection, message);
    try {
      const spanned = traced || !FREQUENT.has(type);
      const options = { parent: { traceparent }, attributes: WEBSOCKET };
      await (spanned ? rootSpan(`ws ${type}`, work, options) : work());
    } catch (error) {
      connection.send(failureOf(message, error));
    }
  }

  /** Reaches the handler without a pause where there is no limit: the next frame finds its work done. */
  async #handle(connection: Connection, message: ReceivedMessage): Promise<void> {
    const { handlers, limits } = this.#deps;
    const { type } = message;
    try {
      const limit = limitOf(type);
      if (limit) await limits.action(limit, connection.userId);
      assertPermitted(connection, message);
      // The compiler cannot follow that message and handler have the same type.
      await (handlers[type] as SocketHandlers['ping'])(connection, message as Message<'ping'>);
    } catch (error) {
      this.#log(connection, type, error);
      throw error;
    }
  }

  /** Logs an unexpected error, and what is not permitted, within the trace of the message. */
  #log({ caller }: Connection, messageType: ReceivedMessage['type'], error: unknown): void {
    const { log } = this.#deps;
    if (!isAppError(error)) log.error({ err: error, messageType }, 'handling a message failed');
    else if (errorResponse(error.code).status === 403) {
      const { userId, sessionId } = caller;
      log.info({ code: error.code, messageType, userId, sessionId }, 'message not permitted');
    }
  }
}

type FailureType = Extract<ServerMessage['type'], `${string}_error`>;

const FAILURES: { readonly [T in ReceivedMessage['type']]?: FailureType } = {
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

function failureOf(message: ReceivedMessage, thrown: unknown): ServerMessage {
  const cause = isAppError(thrown) ? thrown : undefined;
  const { error, ...body } = errorResponse(cause?.code ?? 'INTERNAL', cause?.details).body;
  const requestId = 'requestId' in message ? { requestId: message.requestId } : {};
  const type = FAILURES[message.type];
  if (!type) return { type: 'error', ...body, ...requestId };
  return {
    type,
    error,
    ...body,
    ...requestId,
    ...('gameId' in message && message.gameId ? { gameId: message.gameId } : {}),
    ...('position' in message ? { position: message.position } : {}),
  };
}
