import { GameServiceDefinition, MoveRequest, type PlayResponse, type PlayRequest } from '@fifteen/proto/game';
import type { ErrorCode } from '@fifteen/domain';
import { isAppError, methodPath, rpcAttributes, spanIfTraced, timeServed, type Log } from '@fifteen/runtime';
import { stateOf } from '../domain/game-state.ts';
import type { LiveGames } from './live-games.ts';

/** Maximum number of pending moves of one stream; then reading pauses, which slows the sender down. */
const STREAM_PENDING_MAX = 512;

const PLAY = rpcAttributes(methodPath(GameServiceDefinition, GameServiceDefinition.methods.play));

/** The part of a gRPC stream that is used here. */
export interface PlayStream {
  on(event: 'data', listener: (request: PlayRequest) => void): unknown;
  on(event: 'end' | 'drain' | 'cancelled' | 'error', listener: () => void): unknown;
  write(response: PlayResponse): boolean;
  end(): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The streams of moves that gateways keep open. */
export interface PlayStreams {
  serve(stream: PlayStream): void;
  /** Stops reading, responds to the pending moves, and ends all streams. */
  stop(): Promise<void>;
}

/**
 * Serves the hot path of moves. Each response carries the `seq` of its request, in the order of the commits. A caller
 * that half-closes still gets the responses to all of its requests.
 */
export function createPlayStreams(liveGames: LiveGames, log: Log): PlayStreams {
  const handlers = new Set<StreamHandler>();
  let stopping = false;

  const respond = async (request: PlayRequest): Promise<PlayResponse> => {
    const { seq, move, traceparent } = request;
    const chosen = move ?? MoveRequest.fromPartial({});
    const work = () => timeServed('play', () => liveGames.move(chosen));
    try {
      const game = await spanIfTraced('game/play', 'server', work, { parent: request, attributes: PLAY });
      return { seq, outcome: { $case: 'game', value: stateOf(game) } };
    } catch (error) {
      if (isAppError(error)) return moveError(seq, error.code);
      log.error({ err: error, gameId: chosen.gameId, traceparent }, 'move failed');
      return moveError(seq, 'INTERNAL');
    }
  };
  return {
    serve: (stream) => {
      if (stopping) return void stream.end();
      const handler = new StreamHandler(stream, respond);
      handlers.add(handler);
      void handler.done.then(() => handlers.delete(handler));
    },
    stop: async () => {
      stopping = true;
      await Promise.all([...handlers].map((handler) => handler.finish()));
    },
  };
}

/** One stream. Reads no faster than its moves are committed and its responses are read. */
class StreamHandler {
  /** Resolves when the stream has ended or broken. */
  readonly done: Promise<void>;
  readonly #stream: PlayStream;
  readonly #respond: (request: PlayRequest) => Promise<PlayResponse>;
  #resolveDone: () => void = () => undefined;
  #pending = 0;
  /** The caller does not read its responses. */
  #isBlocked = false;
  /** Reading has stopped: the stream ends with its last response. */
  #isEnding = false;
  #isClosed = false;

  constructor(stream: PlayStream, respond: (request: PlayRequest) => Promise<PlayResponse>) {
    this.#stream = stream;
    this.#respond = respond;
    this.done = new Promise((resolve) => (this.#resolveDone = resolve));
    stream.on('data', (request) => void this.#handle(request));
    stream.on('drain', () => {
      this.#isBlocked = false;
      this.#pauseOrResume();
    });
    stream.on('end', () => void this.finish());
    stream.on('cancelled', () => this.#close());
    stream.on('error', () => this.#close());
  }

  finish(): Promise<void> {
    this.#isEnding = true;
    this.#pauseOrResume();
    this.#endWhenIdle();
    return this.done;
  }

  async #handle(request: PlayRequest): Promise<void> {
    this.#pending += 1;
    if (this.#pending === STREAM_PENDING_MAX) this.#pauseOrResume();
    const response = await this.#respond(request);
    this.#pending -= 1;
    if (this.#isClosed) return;
    if (!this.#stream.write(response)) this.#isBlocked = true;
    if (this.#isBlocked || this.#pending === STREAM_PENDING_MAX - 1) this.#pauseOrResume();
    this.#endWhenIdle();
  }

  #pauseOrResume(): void {
    if (this.#isEnding || this.#isBlocked || this.#pending >= STREAM_PENDING_MAX) this.#stream.pause();
    else this.#stream.resume();
  }

  #endWhenIdle(): void {
    if (!this.#isEnding || this.#pending > 0 || this.#isClosed) return;
    this.#stream.end();
    this.#close();
  }

  #close(): void {
    this.#isClosed = true;
    this.#resolveDone();
  }
}

const moveError = (seq: number, code: ErrorCode): PlayResponse => ({
  seq,
  outcome: { $case: 'error', value: { code } },
});
