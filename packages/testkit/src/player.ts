import type { Game, ServerMessage, User } from '@fifteen/contract';
import { createApi, type Api, type ApiRequest } from '@fifteen/contract/client';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { assertErrorIsListed } from './listed-errors.ts';

type WithMessageType<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>;

/** Milliseconds that a test waits for a message before it fails with the list of received ones. */
const TIMEOUT_MS = 10_000;
/** Milliseconds for the handshake of a connection: a gateway that stands still accepts it and says nothing. */
const HANDSHAKE_MS = 5_000;
/** Milliseconds without a response after which a move is sent again. */
const REPEAT_MOVE_MS = 1_000;

/** A response of `/api` with a status other than 2xx. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${String(body['code'])}: ${String(body['message'])}`);
    this.status = status;
    this.body = body;
  }
}

/** A user at a browser: cookies, the typed API, and a socket whose messages a test can wait for. */
export class Player {
  /** Address of one gateway. A test may change it before `connect` to reconnect elsewhere. */
  url: string;
  readonly api: Api;
  /** All messages of all sockets of this player, in order. */
  readonly received: ServerMessage[] = [];
  /** The newest version of each game in the received messages and `updateGame`. */
  readonly games = new Map<string, Game>();
  /** Called with each message as it arrives, for measurements. */
  onMessage: ((message: ServerMessage) => void) | undefined;
  /** Receives the raw frames. Messages are then neither parsed nor kept: for load tests with many idle players. */
  onFrame: ((frame: Buffer) => void) | undefined;
  /**
   * Called with each frame and the function that sends it on the connection of that moment, for clients that are late or
   * send twice.
   */
  onSend: ((frame: object | string, send: () => void) => void) | undefined;
  /** Called when a gateway has confirmed a connection, with the milliseconds since the attempt began. */
  onConnected: ((gateway: string, ms: number) => void) | undefined;
  /** Called with the code of each close of an open socket. */
  onClosed: ((code: number) => void) | undefined;
  /** Code of the last close of the socket. */
  closeCode: number | undefined;
  readonly #cookies = new Map<string, string>();
  readonly #waiting = new Set<() => void>();
  #user: User | undefined;
  #socket: WebSocket | undefined;
  /** The attempt to connect that is under way. */
  #connecting: Promise<void> | undefined;
  #isAuthenticated = false;

  constructor(url: string) {
    this.url = url;
    this.api = createApi((request) => this.request(request));
  }

  /** Returns a new guest with a session and without a socket. */
  static async guest(url: string): Promise<Player> {
    const player = new Player(url);
    await player.enter();
    return player;
  }

  /** Signs in as a new guest, or as that of an earlier call of this browser with the same key. */
  async enter(idempotencyKey?: string): Promise<void> {
    this.#user = await this.api.auth.guest({ ...(idempotencyKey && { idempotencyKey }) });
  }

  /** Signs in with an existing account. */
  async signIn(body: { username: string; password: string }): Promise<void> {
    this.#user = await this.api.auth.login({ body });
  }

  /** Returns another tab of the same browser, without a socket, at this or another gateway. */
  openTab(url = this.url): Player {
    const tab = new Player(url);
    for (const [name, value] of this.#cookies) tab.#cookies.set(name, value);
    tab.#user = this.#user;
    return tab;
  }

  get user(): User {
    if (!this.#user) throw new Error('no user is signed in');
    return this.#user;
  }

  /** Returns the newest game, if there is one. */
  get game(): Game | undefined {
    return [...this.games.values()].at(-1);
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * Sends a request with the player's cookies.
   * @throws ApiError for a status other than 2xx, UnlistedError if the contract does not list the error for the call
   */
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
    for (const cookie of response.headers.getSetCookie()) this.#storeCookie(cookie);
    const text = await response.text();
    const answer: unknown = text ? JSON.parse(text) : undefined;
    if (response.ok) return answer;
    const error = new ApiError(response.status, (answer ?? {}) as Record<string, unknown>);
    assertErrorIsListed(method, url, error.body['code']);
    throw error;
  }

  /** Returns the player's balance at the server. */
  async coins(): Promise<number> {
    return (await this.api.auth.user()).coins ?? 0;
  }

  /**
   * Opens the socket and authenticates, or joins the attempt that is under way. Resolves when the server has confirmed it.
   * @param localAddress source address, for load tests with more sockets than one address may open
   * @throws Error without a handshake in 5 s or a confirmation in 10 s; the socket is closed then
   */
  connect(localAddress?: string): Promise<void> {
    this.#connecting ??= this.#connect(localAddress).finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(localAddress?: string): Promise<void> {
    const [gateway, began] = [this.url, performance.now()];
    const socket = new WebSocket(`${gateway.replace(/^http/, 'ws')}/ws`, {
      headers: { cookie: this.cookie },
      handshakeTimeout: HANDSHAKE_MS,
      ...(localAddress && { localAddress, family: 4 }),
    });
    this.#socket = socket;
    this.#isAuthenticated = false;
    const from = this.received.length;
    socket.on('message', (data) => {
      if (this.onFrame) this.onFrame(data as Buffer);
      else this.#receive(JSON.parse(String(data)) as ServerMessage);
    });
    socket.on('error', () => undefined);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
        socket.once('unexpected-response', (_, response) =>
          reject(new Error(`upgrade rejected: ${response.statusCode}`)),
        );
      });
      socket.on('close', (code) => {
        this.closeCode = code;
        this.onClosed?.(code);
        this.#wake();
      });
      this.send({ type: 'auth', userId: this.user.id });
      const closed = new Promise<never>((_, reject) =>
        socket.once('close', (code) => reject(new Error(`closed with ${code} before it was authenticated`))),
      );
      await Promise.race([this.waitFor('connected', undefined, from), closed]);
    } catch (error) {
      socket.terminate();
      throw error;
    }
    this.#isAuthenticated = true;
    this.onConnected?.(gateway, Math.round(performance.now() - began));
  }

  /** Whether the socket is open and the server has confirmed its user. */
  get connected(): boolean {
    return this.#isAuthenticated && this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Sends a frame, valid or not. */
  send(frame: object | string): void {
    const socket = this.#socket;
    const send = () => socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    if (this.onSend) this.onSend(frame, send);
    else send();
  }

  /**
   * Resolves with the first matching message of this type, from index `from` of the received ones on.
   * @throws Error with the types of the received messages, after `timeoutMs`
   */
  async waitFor<T extends ServerMessage['type']>(
    type: T,
    matches: (message: WithMessageType<T>) => boolean = () => true,
    from = 0,
    timeoutMs = TIMEOUT_MS,
  ): Promise<WithMessageType<T>> {
    const received = () => this.received.slice(from);
    const isWanted = (message: ServerMessage): message is WithMessageType<T> =>
      message.type === type && matches(message as WithMessageType<T>);
    const failure = () =>
      `no ${type}; received ${received()
        .map((message) => message.type)
        .join(', ')}`;
    return this.#waitUntil(() => received().find(isWanted), timeoutMs, failure);
  }

  /**
   * Resolves with a game of which the newest known state matches.
   * @throws Error after `timeoutMs`
   */
  waitForGame(matches: (game: Game) => boolean, timeoutMs = TIMEOUT_MS): Promise<Game> {
    return this.#waitUntil(
      () => [...this.games.values()].find(matches),
      timeoutMs,
      () => 'no such game',
    );
  }

  /** Waits until the socket has closed. Returns the close code. */
  async closed(timeoutMs = TIMEOUT_MS): Promise<number> {
    const until = Date.now() + timeoutMs;
    while (this.closeCode === undefined) {
      const left = until - Date.now();
      if (left <= 0) throw new Error('the socket did not close');
      await this.#nextMessage(left);
    }
    return this.closeCode;
  }

  /** Starts a quick match and waits for the confirmation. */
  async search(betAmount: number): Promise<void> {
    this.send({ type: 'start_matchmaking', betAmount });
    await this.waitFor('matchmaking_response', ({ status }) => status === 'waiting' || status === 'matched');
  }

  /** Returns the player's mark in a game. */
  mark(game: Game): 'X' | 'O' {
    return game.playerXId === this.user.id ? 'X' : 'O';
  }

  /**
   * Plays a game to its end, and returns it. Makes the move of `line` (or the one that it returns for a state) whenever
   * it is the player's turn, repeats one without a response, and reconnects when the connection drops. Moves have their
   * number, as those of the web app, but for every third, as of other clients. It requests the state of an unknown game,
   * and once on each new connection: the product sends everything else by itself.
   * @param thinkMs pause before each move
   */
  async playOut(
    gameId: string,
    line: readonly number[] | ((game: Game) => number),
    { timeoutMs = 60_000, thinkMs = 0 } = {},
  ): Promise<Game> {
    const until = Date.now() + timeoutMs;
    if (this.connected && !this.games.has(gameId)) this.#requestState();
    while (Date.now() < until) {
      if (!this.connected) {
        await this.reconnect();
        continue;
      }
      const game = this.games.get(gameId);
      if (game && game.status !== 'active') return game;
      const isOnMove = game !== undefined && game.currentPlayer === this.mark(game);
      if (isOnMove) {
        if (thinkMs > 0) await sleep(thinkMs);
        if (!this.connected) continue;
        const position = typeof line === 'function' ? line(game) : line[game.moves.length];
        const ply = game.moves.length + 1;
        this.send({ type: 'move', gameId, position, ...(ply % 3 > 0 && { ply }) });
      }
      const isUnchanged = () => this.connected && this.games.get(gameId)?.version === game?.version;
      const waitUntil = isOnMove ? Math.min(until, Date.now() + REPEAT_MOVE_MS) : until;
      while (isUnchanged() && Date.now() < waitUntil) await this.#nextMessage(waitUntil - Date.now());
    }
    throw new Error(`the game did not end; it is ${JSON.stringify(this.games.get(gameId)?.moves)}`);
  }

  /** Keeps the state of a game, unless a newer one is known. */
  updateGame(game: Game): void {
    const known = this.games.get(game.id);
    if (!known || game.version >= known.version) this.games.set(game.id, game);
  }

  /** Drops the connection without a close frame. */
  drop(): void {
    this.#socket?.terminate();
  }

  /** Closes the socket as a browser does that leaves the page. */
  close(): void {
    this.#socket?.close(1000);
  }

  /** Tries to open the socket again, and requests the state on it. */
  async reconnect(): Promise<void> {
    try {
      await this.connect();
      this.#requestState();
    } catch {
      await sleep(200);
    }
  }

  #requestState(): void {
    this.send({ type: 'request_current_game_state', userId: this.user.id });
  }

  #storeCookie(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }

  #receive(message: ServerMessage): void {
    this.onMessage?.(message);
    this.received.push(message);
    if ('game' in message && message.game) this.updateGame(message.game);
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Resolves with what `find` returns, once it does after a message. Throws after `timeoutMs`. */
  async #waitUntil<R>(find: () => R | undefined, timeoutMs: number, failure: () => string): Promise<R> {
    for (const until = Date.now() + timeoutMs; ;) {
      const found = find();
      if (found !== undefined) return found;
      const left = until - Date.now();
      if (left <= 0) throw new Error(failure());
      await this.#nextMessage(left);
    }
  }

  /** Resolves with the next message or close, or after `ms`. */
  #nextMessage(ms: number): Promise<void> {
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

/** Pairs two connected guests by quick match. Both must own the bet. */
export async function pairByQuickMatch(
  a: Player,
  b: Player,
  bet: number,
): Promise<{ x: Player; o: Player; game: Game }> {
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
