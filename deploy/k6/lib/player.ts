// Not from the index: k6 rejects a regular expression of text.ts.
import { isBot } from '../../../packages/domain/src/ids.ts';
import { fromMoves, legalMoves } from '../../../packages/domain/src/rules/index.ts';
import type { Game, ServerMessage } from '../../../packages/contract/src/index.ts';
import { PlayClient } from '../../../packages/testkit/src/play-client.ts';
import { sleep, type Connection } from './connection.ts';
import {
  errors,
  gamesFinished,
  gamesLost,
  moveAck,
  moveDelivery,
  movesLost,
  reconnectTime,
  timeToMatch,
} from './metrics.ts';
import type { Session } from './session.ts';
import type { Settings } from './settings.ts';
import { Signal } from './signal.ts';

/** Time without a message after which the player requests the state, as the web app does. */
const STATE_REQUEST_MS = 5_000;
/** Interval of searches: a player may start six a minute, times PLAYER_LIMIT_SCALE. */
const SEARCH_INTERVAL_MS = 10_000 / Math.max(1, Number(__ENV['PLAYER_LIMIT_SCALE'] || 1));
/** Timeout of a search and of a game. A player has 30 s for a move. */
const TIMEOUT_MS = 120_000;

/** Requests of a game's record until it has the end, and the pause between two. */
const RECORD_TRIES = 20;
const RECORD_INTERVAL_MS = 500;

/** A move that is sent and not yet confirmed. */
interface PendingMove {
  gameId: string;
  ply: number;
  position: number;
  at: number;
}

/** A player with a socket: searches for opponents, plays legal moves, reconnects, and measures all of it. */
export class Player {
  /** Coins that the results of the games add to the balance. */
  coinsWon = 0;
  readonly #play: PlayClient;
  readonly #session: Session;
  readonly #connection: Connection;
  readonly #bet: number;
  readonly #thinkMs: number;
  readonly #updated = new Signal();
  #pendingMove: PendingMove | undefined;
  #mayResend = false;
  #searchedAt = 0;
  #lostAt: number | undefined;

  constructor(
    id: string,
    session: Session,
    connection: Connection,
    { bet, thinkSeconds }: Pick<Settings, 'bet' | 'thinkSeconds'>,
  ) {
    this.#play = new PlayClient(id, (message) => connection.send(message));
    this.#session = session;
    this.#connection = connection;
    this.#bet = bet;
    this.#thinkMs = thinkSeconds * 1_000;
    connection.onMessage = (message) => this.#receive(message);
    connection.onLost = () => {
      this.#lostAt = Date.now();
      this.#updated.set();
    };
  }

  /** Searches for an opponent. Returns the game, or undefined when `until` passed first. */
  async search(until: number): Promise<Game | undefined> {
    await sleep(Math.max(0, this.#searchedAt + SEARCH_INTERVAL_MS - Date.now()));
    if (Date.now() >= until) return undefined;
    const startedAt = (this.#searchedAt = Date.now());
    const play = this.#play;
    const before = play.game?.id;
    const isFound = (): boolean => play.game?.status === 'active' && play.game.id !== before;
    play.search(this.#bet);
    while (!isFound() && Date.now() - startedAt < TIMEOUT_MS) {
      if (!(await this.#ensureConnected())) break;
      if (!play.isSearching) play.search(this.#bet);
      if (Date.now() >= until) this.#connection.send({ type: 'cancel_matchmaking' });
      await this.#updated.wait(Math.min(STATE_REQUEST_MS, Math.max(100, until - Date.now())));
      if (Date.now() >= until && !play.isSearching && !isFound()) return undefined;
    }
    errors.add(!isFound());
    if (!isFound()) return undefined;
    timeToMatch.add(Date.now() - startedAt);
    return play.game;
  }

  /** Plays the game to its end and compares the server's record with the received states. */
  async playOut(gameId: string): Promise<void> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
      if (!(await this.#ensureConnected())) break;
      const { game } = this.#play;
      if (game?.id === gameId && game.status !== 'active') return this.#checkRecord(game);
      if (game && this.#play.isOnMove(game)) await this.#move(game);
      if (await this.#updated.wait(STATE_REQUEST_MS)) continue;
      this.#play.requestState();
      this.#mayResend = true;
    }
    gamesLost.add(1);
  }

  /** Ends the game without playing it: the player with X leaves and loses. */
  async resign(game: Game): Promise<void> {
    if (this.#play.mark(game) === 'X')
      this.#connection.send({ type: 'leave_room', roomId: game.roomId ?? '' });
    await this.#checkRecord(game);
  }

  /** Closes the connection as a network failure does. */
  dropConnection(): void {
    if (!this.#connection.isOpen) return;
    this.#connection.close();
    this.#connection.onLost();
  }

  /** Sends a random legal move, or repeats the pending one after a timeout or a reconnect: a repeat is harmless. */
  async #move(game: Game): Promise<void> {
    const ply = game.moves.length;
    const isRepeat = this.#pendingMove?.gameId === game.id && this.#pendingMove.ply === ply;
    if (isRepeat && !this.#mayResend) return;
    this.#mayResend = false;
    if (!isRepeat) {
      await sleep(this.#thinkMs * (0.5 + Math.random()));
      const free = legalMoves(fromMoves(game.moves));
      const position = free[Math.floor(Math.random() * free.length)] ?? 1;
      this.#pendingMove = { gameId: game.id, ply, position, at: Date.now() };
    }
    if (game.autoPlayActive === this.#play.mark(game))
      this.#connection.send({ type: 'disable_auto_play', gameId: game.id });
    this.#play.move(game.id, this.#pendingMove?.position ?? 1);
  }

  /** Reconnects if the connection is lost, and then requests the current state. Returns false if that fails. */
  async #ensureConnected(): Promise<boolean> {
    if (this.#connection.isOpen) return true;
    await this.#connection.backOff();
    const open = await this.#connection.open(TIMEOUT_MS);
    errors.add(!open);
    if (open) this.#play.requestState();
    this.#mayResend = true;
    return open;
  }

  #receive(message: ServerMessage): void {
    const before = this.#play.game;
    this.#play.receive(message);
    const { game } = this.#play;
    if (game && game !== before) this.#checkUpdate(game, before);
    switch (message.type) {
      case 'game_reconnection':
      case 'reconnection':
      case 'reconnection_room_join':
        this.#recordReconnect();
        break;
      case 'matchmaking_error':
        this.#onSearchError(message.code);
        break;
      case 'move_error':
        errors.add(true, { code: message.code });
        break;
      case 'move':
        if (message.player !== this.#play.mark(message.game)) this.#recordDelivery(message.game, before);
        break;
      default:
    }
    this.#updated.set();
  }

  #recordReconnect(): void {
    if (this.#lostAt !== undefined) reconnectTime.add(Date.now() - this.#lostAt);
    this.#lostAt = undefined;
  }

  #onSearchError(code: string): void {
    if (code === 'ALREADY_IN_GAME') return;
    errors.add(true, { code });
    void sleep(500).then(() => (this.#play.isSearching = false));
  }

  /** Checks a new state of the game: the state before it must be its beginning. */
  #checkUpdate(game: Game, before: Game | undefined): void {
    const known = before?.id === game.id ? before : undefined;
    if (known && !known.moves.every((position, ply) => game.moves[ply] === position)) movesLost.add(1);
    const pending = this.#pendingMove;
    if (pending?.gameId !== game.id || game.moves.length <= pending.ply) return;
    this.#pendingMove = undefined;
    moveAck.add(Date.now() - pending.at);
    // The server may have moved for a player who was offline too long.
    errors.add(game.moves[pending.ply] !== pending.position);
  }

  #recordDelivery(game: Game, before: Game | undefined): void {
    if (game.moves.length === (before?.moves.length ?? 0) + 1 && game.lastMoveAt)
      moveDelivery.add(
        Math.max(0, Date.now() + this.#connection.clockOffsetMs - Date.parse(game.lastMoveAt)),
      );
  }

  /** Checks that the server's record has the game's end and all received moves, and adds its result. */
  async #checkRecord(last: Game): Promise<void> {
    let record = this.#session.game(last.id);
    for (let tries = 0; record?.status !== 'abandoned' && record?.status !== 'finished'; tries += 1) {
      if (tries === RECORD_TRIES) return void gamesLost.add(1);
      await sleep(RECORD_INTERVAL_MS);
      record = this.#session.game(last.id);
    }
    const { moves, winner, betAmount } = record;
    if (!last.moves.every((position, ply) => moves[ply] === position)) movesLost.add(1);
    if (winner) this.coinsWon += winner === this.#play.mark(last) ? betAmount : -betAmount;
    const other = this.#play.mark(last) === 'X' ? last.playerOId : last.playerXId;
    // Counts each game once: by the player with X, or by the opponent of a computer player.
    if (this.#play.mark(last) === 'X' || isBot(other)) gamesFinished.add(1);
  }
}
