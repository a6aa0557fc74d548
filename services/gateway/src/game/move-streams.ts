import { isErrorCode } from '@fifteen/domain';
import {
  GameServiceDefinition,
  type GameState,
  type MoveRequest,
  type PlayResponse,
} from '@fifteen/proto/game';
import {
  AppError,
  methodPath,
  rpcAttributes,
  spanIfTraced,
  timeCalled,
  traceparent,
  unavailable,
  type Lifecycle,
  type Log,
  type RpcClient,
} from '@fifteen/runtime';

/** Timeout of a move in milliseconds, over all streams that it is sent on. */
const RESPONSE_MS = 5_000;
/** Pending moves; beyond that, new ones are rejected at once. */
const PENDING_MAX = 5_000;
/**
 * Milliseconds until a stream is replaced, so that the load moves to new replicas. Well below the age at which a
 * connection ends (60 s).
 */
const STREAM_LIFE_MS = 15_000;
/** Milliseconds for a replaced stream to finish its moves. */
const REPLACED_STREAM_MS = 6_000;
/**
 * Milliseconds before broken streams are opened again, growing while they keep breaking. The first is for a connection
 * that reached its maximum age.
 */
const REOPEN_MS = [0, 50, 100, 200, 400, 800] as const;
const STREAMS = 2;
/** The largest sint32. */
const POSITION_MAX = 2 ** 31 - 1;

interface Waiting {
  readonly move: MoveRequest;
  readonly until: number;
  readonly trace: string;
  readonly resolve: (state: GameState) => void;
  readonly reject: (error: AppError) => void;
  /** The stream that it was sent on; undefined while it waits to be sent again. */
  stream: Stream | undefined;
  /** It was sent on another stream before. */
  isRepeat: boolean;
}

const PLAY = rpcAttributes(methodPath(GameServiceDefinition, GameServiceDefinition.methods.play));
type GameClient = Pick<RpcClient<typeof GameServiceDefinition>, 'open'>;
const openStream = (game: GameClient) => game.open('play');
type Stream = ReturnType<typeof openStream>;

/**
 * Sends moves to the game service over a few long-lived streams instead of a call each. A move whose stream breaks is
 * sent again on the next one; the response to a repeat is the current state.
 */
export class MoveStreams {
  readonly #streams: MoveStream[];
  #next = 0;

  constructor(game: GameClient, context: { log: Log; lifecycle: Lifecycle }) {
    this.#streams = Array.from({ length: STREAMS }, () => new MoveStream(game, context.log));
    const timer = setInterval(() => this.#streams.forEach((stream) => stream.expireOld()), 250);
    context.lifecycle.onStop('moves', async () => {
      clearInterval(timer);
      for (const stream of this.#streams) stream.stop();
    });
  }

  /** Returns the game after the move. Errors: those of Game.Move, SERVICE_UNAVAILABLE without a response in 5 s. */
  move(move: MoveRequest): Promise<GameState> {
    this.#next = (this.#next + 1) % STREAMS;
    const stream = this.#streams[this.#next];
    if (!stream) return Promise.reject(unavailable('game'));
    // A position that cannot be encoded would break the stream for all moves on it; 0 is as invalid.
    const { position } = move;
    const encodable = Number.isInteger(position) && Math.abs(position) <= POSITION_MAX ? position : 0;
    const send = (): Promise<GameState> => stream.send({ ...move, position: encodable });
    return spanIfTraced('game/play', 'client', () => timeCalled('game', 'play', send), { attributes: PLAY });
  }
}

/** One open stream, opened for the first move, and its pending moves. */
class MoveStream {
  readonly #game: GameClient;
  readonly #log: Log;
  /** Pending moves in the order in which they were sent, which is that of their deadlines. */
  readonly #waiting = new Map<number, Waiting>();
  #seq = 0;
  #stream: Stream | undefined;
  #openedAt = 0;
  #failures = 0;
  #reopening: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(game: GameClient, log: Log) {
    this.#game = game;
    this.#log = log;
  }

  send(move: MoveRequest): Promise<GameState> {
    if (this.#stopped || this.#waiting.size >= PENDING_MAX / STREAMS)
      return Promise.reject(unavailable('game'));
    return new Promise((resolve, reject) => {
      this.#seq = (this.#seq + 1) >>> 0;
      const until = performance.now() + RESPONSE_MS;
      const waiting = {
        move,
        until,
        trace: traceparent(),
        resolve,
        reject,
        stream: undefined,
        isRepeat: false,
      };
      this.#waiting.set(this.#seq, waiting);
      if (!this.#reopening) this.#write(this.#seq, waiting);
    });
  }

  /** Rejects moves whose timeout has passed, cancels the streams that they waited on, and replaces old streams. */
  expireOld(): void {
    const now = performance.now();
    for (const [seq, { until, reject, stream, isRepeat }] of this.#waiting) {
      if (until > now) break;
      this.#waiting.delete(seq);
      reject(unavailable('game'));
      // A repeat had less than its timeout on this stream. So no stream that replaces one is cancelled at once, and an
      // outage of all replicas does not multiply the pending moves.
      if (stream && !isRepeat) this.#cancel(stream);
    }
    if (this.#stream && now - this.#openedAt > STREAM_LIFE_MS) this.#replace();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#reopening);
    this.#stream?.end();
    for (const { reject } of this.#waiting.values()) reject(unavailable('game'));
    this.#waiting.clear();
  }

  #write(seq: number, waiting: Waiting): void {
    waiting.stream = this.#stream ??= this.#open();
    waiting.stream.write({ seq, move: waiting.move, traceparent: waiting.trace });
  }

  #open(): Stream {
    const stream = openStream(this.#game);
    this.#openedAt = performance.now();
    stream.on('data', (response: PlayResponse) => this.#receive(response));
    stream.on('error', (error) => this.#reopenAfter(stream, error));
    stream.on('end', () => this.#reopenAfter(stream));
    return stream;
  }

  #receive({ seq, outcome }: PlayResponse): void {
    this.#failures = 0;
    const waiting = this.#waiting.get(seq);
    if (!waiting || !outcome) return;
    this.#waiting.delete(seq);
    if (outcome.$case === 'game') waiting.resolve(outcome.value);
    else waiting.reject(errorOfMove(outcome.value.code));
  }

  /** Sends new moves on a new stream; the old one finishes its own. */
  #replace(): void {
    const old = this.#stream;
    this.#stream = undefined;
    old?.end();
    setTimeout(() => old?.cancel(), REPLACED_STREAM_MS).unref();
  }

  /** Gives up a stream whose replica does not respond: its other moves, and new ones, go to a new stream. */
  #cancel(stream: Stream): void {
    if (this.#stream === stream) this.#stream = undefined;
    stream.cancel();
  }

  /** Sends the unanswered moves of a broken stream again, after a wait that grows while streams keep breaking. */
  #reopenAfter(stream: Stream, error?: Error): void {
    let unanswered = 0;
    for (const waiting of this.#waiting.values()) {
      if (waiting.stream !== stream) continue;
      waiting.stream = undefined;
      waiting.isRepeat = true;
      unanswered += 1;
    }
    if (this.#stream === stream) this.#stream = undefined;
    if (unanswered === 0 || this.#reopening || this.#stopped) return;
    this.#log.info({ err: error, unanswered }, 'move stream closed with an error');
    const wait = REOPEN_MS[Math.min(this.#failures, REOPEN_MS.length - 1)];
    this.#failures += 1;
    this.#reopening = setTimeout(() => this.#resend(), wait);
  }

  #resend(): void {
    this.#reopening = undefined;
    for (const [seq, waiting] of this.#waiting) if (!waiting.stream) this.#write(seq, waiting);
  }
}

/** A newer replica of the game service may send a code that this one does not know. */
const errorOfMove = (code: string): AppError => new AppError(isErrorCode(code) ? code : 'INTERNAL');
