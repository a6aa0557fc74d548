import type { Game, ServerMessage, User } from '@fifteen/contract';
import { createApi, type Api, type ApiRequest } from '@fifteen/contract/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

type Typed<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** How long a test waits for a message before it says what came instead. */
const TIMEOUT_MS = 10_000;

/** An answer of `/api` that is not a success. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body['code'])}: ${String(body['message'])}`);
    this.status = status;
    this.body = body;
  }
}

/** A person at a browser: cookies, the typed API, and a socket whose messages can be waited for. */
export class Player {
  /** The site, at one of its gateways; may be changed before `connect` to come back elsewhere. */
  url: string;
  readonly api: Api;
  /** Everything the socket said since it was opened first, in order. */
  readonly received: ServerMessage[] = [];
  /** The newest version of each game that was heard of. */
  readonly games = new Map<string, Game>();
  /** Told of each message at once, for those who measure. */
  onMessage: ((message: ServerMessage) => void) | undefined;
  /** Takes the frames as they are, and nothing is read or kept here any more: for crowds that are only to be there. */
  onFrame: ((frame: Buffer) => void) | undefined;
  /** Why the socket closed last. */
  closeCode: number | undefined;
  readonly #cookies = new Map<string, string>();
  readonly #waiting = new Set<() => void>();
  #user: User | undefined;
  #socket: WebSocket | undefined;

  constructor(url: string) {
    this.url = url;
    this.api = createApi((request) => this.request(request));
  }

  /** A new guest, signed in, without a socket. */
  static async guest(url: string): Promise<Player> {
    const player = new Player(url);
    player.#user = await player.api.auth.guest();
    return player;
  }

  /** Signs in with an account that there is. */
  async signIn(body: { username: string; password: string }): Promise<void> {
    this.#user = await this.api.auth.login({ body });
  }

  /** Another tab of the same browser, which may reach another gateway; without a socket yet. */
  tab(url = this.url): Player {
    const tab = new Player(url);
    for (const [name, value] of this.#cookies) tab.#cookies.set(name, value);
    tab.#user = this.#user;
    return tab;
  }

  get user(): User {
    if (!this.#user) throw new Error('nobody is signed in');
    return this.#user;
  }

  /** The newest game there is. */
  get game(): Game | undefined {
    return [...this.games.values()].at(-1);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends a request as this person's browser would. Throws `Refused` for what is no success. */
  async request({ method, url, body, idempotencyKey, signal }: ApiRequest): Promise<unknown> {
    const response = await fetch(new URL(url, this.url), {
      method,
      headers: {
        cookie: this.cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const answer: unknown = text ? JSON.parse(text) : undefined;
    if (!response.ok) throw new ApiError(response.status, (answer ?? {}) as Record<string, unknown>);
    return answer;
  }

  /** Coins, as the server has them now. */
  async coins(): Promise<number> {
    return (await this.api.auth.user()).coins ?? 0;
  }

  /** Opens the socket and says who this is. Resolves when the server has agreed. */
  async connect(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace(/^http/, 'ws')}/ws`, {
      headers: { cookie: this.cookie },
    });
    this.#socket = socket;
    const from = this.received.length;
    socket.on('message', (data) => {
      if (this.onFrame) this.onFrame(data as Buffer);
      else this.#hear(JSON.parse(String(data)) as ServerMessage);
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (_, response) =>
        reject(new Error(`upgrade refused: ${response.statusCode}`)),
      );
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      this.closeCode = code;
      this.#wake();
    });
    const closed = new Promise<never>((_, reject) =>
      socket.once('close', (code) => reject(new Error(`closed with ${code} before it was agreed to`))),
    );
    this.send({ type: 'auth', userId: this.user.id });
    await Promise.race([this.waitFor('connected', undefined, from), closed]);
  }

  get connected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a frame, whatever it is. */
  send(frame: object | string): void {
    this.#socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Resolves with the first message of a type (that fits) among what was heard since `from`, or comes. */
  async waitFor<T extends ServerMessage['type']>(
    type: T,
    fits: (message: Typed<T>) => boolean = () => true,
    from = 0,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Typed<T>> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const found = this.received
        .slice(from)
        .find((message) => message.type === type && fits(message as Typed<T>));
      if (found) return found as Typed<T>;
      const left = until - Date.now();
      if (left <= 0)
        throw new Error(
          `no ${type}; heard ${this.received
            .slice(from)
            .map((m) => m.type)
            .join(', ')}`,
        );
      await this.#news(left);
    }
  }

  /** Resolves when the socket has closed; answers the code. */
  async closed(timeoutMs = TIMEOUT_MS): Promise<number> {
    const until = Date.now() + timeoutMs;
    while (this.closeCode === undefined) {
      const left = until - Date.now();
      if (left <= 0) throw new Error('the socket did not close');
      await this.#news(left);
    }
    return this.closeCode;
  }

  /** Enters the quick match and waits for the game. */
  async search(betAmount: number): Promise<void> {
    this.send({ type: 'start_matchmaking', betAmount });
    await this.waitFor('matchmaking_response', ({ status }) => status === 'waiting' || status === 'matched');
  }

  /** The mark this person plays in a game. */
  mark(game: Game): 'X' | 'O' {
    return game.playerXId === this.user.id ? 'X' : 'O';
  }

  /**
   * Plays a game to its end as a person would who does not give up: makes the move of `line` (or what it chooses for a
   * state of the game) when it is their turn, comes back when the line drops, asks again when nothing happens. Answers
   * the finished game.
   * @param thinkMs pause before each move
   * @param quietMs silence after which the game is asked for
   */
  async playOut(
    gameId: string,
    line: readonly number[] | ((game: Game) => number),
    { timeoutMs: timeoutMs = 60_000, thinkMs = 0, quietMs = 1_000 } = {},
  ): Promise<Game> {
    const until = Date.now() + timeoutMs;
    while (Date.now() < until) {
      if (!this.connected) {
        await this.#comeBack();
        continue;
      }
      const game = this.games.get(gameId);
      if (game && game.status !== 'active') return game;
      if (game && game.currentPlayer === this.mark(game)) {
        if (thinkMs > 0) await sleep(thinkMs);
        if (!this.connected) continue;
        const position = typeof line === 'function' ? line(game) : line[game.moves.length];
        this.send({ type: 'move', gameId, position });
      }
      const before = game?.version;
      await this.#news(quietMs);
      if (this.connected && this.games.get(gameId)?.version === before) {
        this.send({ type: 'request_current_game_state', userId: this.user.id });
        await this.#news(200);
      }
    }
    throw new Error(`the game did not end; it is ${JSON.stringify(this.games.get(gameId)?.moves)}`);
  }

  /** Cuts the line without a word. */
  drop(): void {
    this.#socket?.terminate();
  }

  /** Closes the socket as a browser does that leaves the page. */
  close(): void {
    this.#socket?.close(1000);
  }

  async #comeBack(): Promise<void> {
    try {
      await this.connect();
      this.send({ type: 'request_current_game_state', userId: this.user.id });
    } catch {
      await sleep(200);
    }
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  #hear(message: ServerMessage): void {
    this.onMessage?.(message);
    this.received.push(message);
    if ('game' in message && message.game) {
      const { game } = message;
      const known = this.games.get(game.id);
      if (!known || game.version >= known.version) this.games.set(game.id, game);
    }
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves with the next message or close, or after a while. */
  #news(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }
}

/** Two guests with sockets who meet by quick match; X first. Both must own the bet. */
export async function meet(a: Player, b: Player, bet: number): Promise<{ x: Player; o: Player; game: Game }> {
  const from = [a.received.length, b.received.length] as const;
  await Promise.all([a.search(bet), b.search(bet)]);
  const [{ game, messageId }, other] = await Promise.all([
    a.waitFor('game_started', undefined, from[0]),
    b.waitFor('game_started', undefined, from[1]),
  ]);
  a.send({ type: 'game_started_ack', messageId });
  b.send({ type: 'game_started_ack', messageId: other.messageId });
  return game.playerXId === a.user.id ? { x: a, o: b, game } : { x: b, o: a, game };
}
