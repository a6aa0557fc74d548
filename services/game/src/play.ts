import { GameService, type PlayAnswer, type PlayRequest } from '@fifteen/proto/game';
import { isAppError, rpcAttributes, spanIfTraced, timeServed, type Log } from '@fifteen/runtime';
import type { LiveGames } from './live.ts';
import { stateOf } from './state.ts';

/** Moves of one stream that may be under way; beyond, nothing more is read from it, which the sender feels. */
const IN_FLIGHT = 512;

const PLAY = rpcAttributes(GameService.play.path);

/** What this needs of a gRPC stream. */
export interface PlayStream {
  on(event: 'data', listener: (request: PlayRequest) => void): unknown;
  on(event: 'end' | 'drain' | 'cancelled' | 'error', listener: () => void): unknown;
  write(answer: PlayAnswer): boolean;
  end(): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The streams of moves that gateways hold open. */
export interface PlayStreams {
  serve(stream: PlayStream): void;
  /** Takes nothing new, answers what was taken, and ends all streams. */
  stop(): Promise<void>;
}

/**
 * Serves the hot path of Move. Each request is answered under its own `seq`, in whatever order the commits come. A
 * caller that half-closes still gets the answers to what it has sent.
 */
export function createPlayStreams(live: LiveGames, log: Log): PlayStreams {
  const sessions = new Set<Session>();
  let stopping = false;

  const answer = async (request: PlayRequest): Promise<PlayAnswer> => {
    const { seq, move, traceparent } = request;
    const { gameId, userId, position } = move ?? { gameId: '', userId: '', position: 0 };
    const work = () => timeServed('play', () => live.move(gameId, userId, position));
    try {
      const game = await spanIfTraced('game/play', 'server', work, { parent: request, attributes: PLAY });
      return { seq, outcome: { $case: 'game', value: stateOf(game) } };
    } catch (error) {
      if (isAppError(error)) return refusal(seq, error.code, error.message);
      log.error({ err: error, gameId, traceparent }, 'move failed');
      return refusal(seq, 'INTERNAL', 'An error occurred. Please try again.');
    }
  };
  return {
    serve: (stream) => {
      if (stopping) return void stream.end();
      const session = new Session(stream, answer);
      sessions.add(session);
      void session.done.then(() => sessions.delete(session));
    },
    stop: async () => {
      stopping = true;
      await Promise.all([...sessions].map((session) => session.finish()));
    },
  };
}

/** One stream, read no faster than its moves are done and its answers taken. */
class Session {
  /** Resolves when the stream is over, in whatever way. */
  readonly done: Promise<void>;
  readonly #stream: PlayStream;
  readonly #answer: (request: PlayRequest) => Promise<PlayAnswer>;
  #over: () => void = () => undefined;
  #inFlight = 0;
  /** The caller does not take its answers. */
  #clogged = false;
  /** Nothing more is to be read: it ends with its last answer. */
  #ending = false;
  #gone = false;

  constructor(stream: PlayStream, answer: (request: PlayRequest) => Promise<PlayAnswer>) {
    this.#stream = stream;
    this.#answer = answer;
    this.done = new Promise((resolve) => (this.#over = resolve));
    stream.on('data', (request) => void this.#take(request));
    stream.on('drain', () => {
      this.#clogged = false;
      this.#flow();
    });
    stream.on('end', () => void this.finish());
    stream.on('cancelled', () => this.#leave());
    stream.on('error', () => this.#leave());
  }

  finish(): Promise<void> {
    this.#ending = true;
    this.#flow();
    this.#endWhenIdle();
    return this.done;
  }

  async #take(request: PlayRequest): Promise<void> {
    this.#inFlight += 1;
    if (this.#inFlight === IN_FLIGHT) this.#flow();
    const answer = await this.#answer(request);
    this.#inFlight -= 1;
    if (this.#gone) return;
    if (!this.#stream.write(answer)) this.#clogged = true;
    if (this.#clogged || this.#inFlight === IN_FLIGHT - 1) this.#flow();
    this.#endWhenIdle();
  }

  #flow(): void {
    if (this.#ending || this.#clogged || this.#inFlight >= IN_FLIGHT) this.#stream.pause();
    else this.#stream.resume();
  }

  #endWhenIdle(): void {
    if (!this.#ending || this.#inFlight > 0 || this.#gone) return;
    this.#stream.end();
    this.#leave();
  }

  #leave(): void {
    this.#gone = true;
    this.#over();
  }
}

const refusal = (seq: number, code: string, message: string): PlayAnswer => ({
  seq,
  outcome: { $case: 'refusal', value: { code, message } },
});
