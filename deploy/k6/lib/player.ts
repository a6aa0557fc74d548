import { fromMoves, isBot, legalMoves } from '../../../packages/domain/src/index.ts';
import type { Game, ServerMessage } from '../../../packages/contract/src/index.ts';
import { PlayClient } from '../../../packages/testkit/src/play-client.ts';
import { sleep, type Line } from './line.ts';
import { Mailbox } from './mailbox.ts';
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

/** After so long a silence the player asks how things stand, as the web app does. */
const QUIET_MS = 5_000;
/** From one search to the next: the server takes six a minute of a player, times its PLAYER_LIMIT_SCALE. */
const SEARCH_EVERY_MS = 10_000 / Math.max(1, Number(__ENV['PLAYER_LIMIT_SCALE'] || 1));
/** A search or a game that takes longer has gone wrong: thirty seconds a move are what a player has. */
const TIMEOUT_MS = 120_000;

/** How often, and how far apart, the record of a game is asked for until it has the end. */
const RECORD_TRIES = 20;
const RECORD_EVERY_MS = 500;

/** A move that was sent and is not confirmed yet. */
interface Sent {
  gameId: string;
  ply: number;
  position: number;
  at: number;
}

/** A player with a socket: finds opponents, plays legal moves, reconnects when the connection drops, and counts all of it. */
export class Player {
  /** Coins that the games so far should have added to the balance. */
  won = 0;
  readonly #play: PlayClient;
  readonly #session: Session;
  readonly #line: Line;
  readonly #bet: number;
  readonly #thinkMs: number;
  readonly #notifications = new Mailbox();
  #sent: Sent | undefined;
  #mayResend = false;
  #searchedAt = 0;
  #lostAt: number | undefined;

  constructor(
    id: string,
    session: Session,
    line: Line,
    { bet, think }: { readonly bet: number; readonly think: number },
  ) {
    this.#play = new PlayClient(id, (message) => line.send(message));
    this.#session = session;
    this.#line = line;
    this.#bet = bet;
    this.#thinkMs = think * 1_000;
    line.onMessage = (message) => this.#receive(message);
    line.onLost = () => {
      this.#lostAt = Date.now();
      this.#notifications.ring();
    };
  }

  /** Finds an opponent; answers the game, or undefined when `until` came first. */
  async search(until: number): Promise<Game | undefined> {
    await sleep(Math.max(0, this.#searchedAt + SEARCH_EVERY_MS - Date.now()));
    if (Date.now() >= until) return undefined;
    const began = (this.#searchedAt = Date.now());
    const play = this.#play;
    const before = play.game?.id;
    const found = (): boolean => play.game?.status === 'active' && play.game.id !== before;
    play.search(this.#bet);
    while (!found() && Date.now() - began < TIMEOUT_MS) {
      if (!(await this.#back())) break;
      if (!play.isSearching) play.search(this.#bet);
      if (Date.now() >= until) this.#line.send({ type: 'cancel_matchmaking' });
      await this.#notifications.wait(Math.min(QUIET_MS, Math.max(100, until - Date.now())));
      if (Date.now() >= until && !play.isSearching && !found()) return undefined;
    }
    errors.add(!found());
    if (!found()) return undefined;
    timeToMatch.add(Date.now() - began);
    return play.game;
  }

  /** Plays the game to its end and holds the record against what was seen of it. */
  async playOut(gameId: string): Promise<void> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until;) {
      if (!(await this.#back())) break;
      const { game } = this.#play;
      if (game?.id === gameId && game.status !== 'active') return this.#close(game);
      if (game && this.#play.isOnMove(game)) await this.#move(game);
      if (await this.#notifications.wait(QUIET_MS)) continue;
      this.#play.requestState();
      this.#mayResend = true;
    }
    gamesLost.add(1);
  }

  /** Ends the game without playing it: the player with X leaves, and so loses it. */
  async resign(game: Game): Promise<void> {
    if (this.#play.mark(game) === 'X') this.#line.send({ type: 'leave_room', roomId: game.roomId ?? '' });
    await this.#close(game);
  }

  /** Closes the connection as a network failure does. */
  cut(): void {
    if (!this.#line.isOpen) return;
    this.#line.close();
    this.#line.onLost();
  }

  /** Any legal move. The same one again when it is not confirmed for long, or the line was lost: a repeat is harmless. */
  async #move(game: Game): Promise<void> {
    const ply = game.moves.length;
    const isRepeat = this.#sent?.gameId === game.id && this.#sent.ply === ply;
    if (isRepeat && !this.#mayResend) return;
    this.#mayResend = false;
    if (!isRepeat) {
      await sleep(this.#thinkMs * (0.5 + Math.random()));
      const free = legalMoves(fromMoves(game.moves));
      const position = free[Math.floor(Math.random() * free.length)] ?? 1;
      this.#sent = { gameId: game.id, ply, position, at: Date.now() };
    }
    if (game.autoPlayActive === this.#play.mark(game))
      this.#line.send({ type: 'disable_auto_play', gameId: game.id });
    this.#play.move(game.id, this.#sent?.position ?? 1);
  }

  /** Reconnects if the connection is lost, and then requests the current state. Returns false if that fails. */
  async #back(): Promise<boolean> {
    if (this.#line.isOpen) return true;
    await this.#line.backOff();
    const open = await this.#line.open(TIMEOUT_MS);
    errors.add(!open);
    if (open) this.#play.requestState();
    this.#mayResend = true;
    return open;
  }

  #receive(message: ServerMessage): void {
    const before = this.#play.game;
    this.#play.receive(message);
    const { game } = this.#play;
    if (game && game !== before) this.#see(game, before);
    switch (message.type) {
      case 'game_reconnection':
      case 'reconnection':
      case 'reconnection_room_join':
        this.#isBack();
        break;
      case 'matchmaking_error':
        this.#onSearchError(message.code);
        break;
      case 'move_error':
        errors.add(true, { code: message.code });
        break;
      case 'move':
        if (message.player !== this.#play.mark(message.game)) this.#delivered(message.game, before);
        break;
      default:
    }
    this.#notifications.ring();
  }

  #isBack(): void {
    if (this.#lostAt !== undefined) reconnectTime.add(Date.now() - this.#lostAt);
    this.#lostAt = undefined;
  }

  #onSearchError(code: string): void {
    if (code === 'ALREADY_IN_GAME') return;
    errors.add(true, { code });
    void sleep(500).then(() => (this.#play.isSearching = false));
  }

  /** Checks a new state of the game: the state before it must be its beginning. */
  #see(game: Game, before: Game | undefined): void {
    const known = before?.id === game.id ? before : undefined;
    if (known && !known.moves.every((position, ply) => game.moves[ply] === position)) movesLost.add(1);
    const sent = this.#sent;
    if (sent?.gameId !== game.id || game.moves.length <= sent.ply) return;
    this.#sent = undefined;
    moveAck.add(Date.now() - sent.at);
    // The server may have moved for a player who was offline too long.
    errors.add(game.moves[sent.ply] !== sent.position);
  }

  #delivered(game: Game, before: Game | undefined): void {
    if (game.moves.length === (before?.moves.length ?? 0) + 1 && game.lastMoveAt)
      moveDelivery.add(Math.max(0, Date.now() + this.#line.ahead - Date.parse(game.lastMoveAt)));
  }

  /** The end of a game: the server's record has all that was seen of it. */
  async #close(seen: Game): Promise<void> {
    let record = this.#session.game(seen.id);
    for (let tries = 0; record?.status !== 'abandoned' && record?.status !== 'finished'; tries += 1) {
      if (tries === RECORD_TRIES) return void gamesLost.add(1);
      await sleep(RECORD_EVERY_MS);
      record = this.#session.game(seen.id);
    }
    const { moves, winner, betAmount } = record;
    if (!seen.moves.every((position, ply) => moves[ply] === position)) movesLost.add(1);
    if (winner) this.won += winner === this.#play.mark(seen) ? betAmount : -betAmount;
    const other = this.#play.mark(seen) === 'X' ? seen.playerOId : seen.playerXId;
    // Counts each game once: by the player with X, or by the opponent of a computer player.
    if (this.#play.mark(seen) === 'X' || isBot(other)) gamesFinished.add(1);
  }
}
