import { setTimeout as sleep } from 'node:timers/promises';
import type { Game, ServerMessage } from '@fifteen/contract';
import { PlayClient } from '@fifteen/testkit/play-client';
import { ApiError, Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

type MoveMessage = Extract<ServerMessage, { type: 'move' }>;

/** Fifteen moves that fill the board without a line for either player. */
export const DRAWN_GAME = [3, 1, 6, 11, 12, 4, 14, 8, 10, 5, 9, 15, 13, 7, 2] as const;

/** Milliseconds in which a slow machine pairs the players and starts their games. */
const PAIRING_TIMEOUT_MS = 60_000;

/** The stake of a game without coins. */
const NO_BET = 0;

/** A game of fifteen moves that X wins with the last one. */
export const WON_GAME = [3, 4, 7, 6, 15, 8, 9, 2, 14, 5, 1, 10, 12, 11, 13] as const;

/** A player of a benchmark, with the updates of their game. */
export class BenchPlayer {
  readonly #player: Player;
  readonly #play: PlayClient;
  gameId = '';
  isX = false;
  /** Called for each received move, with the time in milliseconds. */
  onMove: (plies: number, at: number) => void = () => undefined;
  onOver: () => void = () => undefined;
  /** Called with each error; without a listener it ends the benchmark. */
  onError: (text: string) => void = (text) => {
    throw new Error(text);
  };
  /** Called when a busy product has rejected a move. */
  onBusy: () => void = () => undefined;
  /** Called when a busy product has rejected a search, which is repeated. */
  onSearchRejected: () => void = () => undefined;
  /** Called with each message after the player has handled it, with the time in milliseconds. */
  onMessage: (message: ServerMessage, at: number) => void = () => undefined;
  #bet: number = NO_BET;
  #onStart: () => void = () => undefined;

  private constructor(player: Player) {
    this.#player = player;
    this.#play = new PlayClient(player.user.id, (message) => player.send(message));
    // Not by `onMessage`: a player would keep all messages of a long benchmark.
    player.onFrame = (frame) => this.#receive(JSON.parse(String(frame)) as ServerMessage);
  }

  /** Returns a new guest with an open socket. */
  static async open(url: string): Promise<BenchPlayer> {
    const player = await retryWhenBusy(() => Player.guest(url));
    await player.connect();
    return new BenchPlayer(player);
  }

  get userId(): string {
    return this.#play.userId;
  }

  /** Finds an opponent by quick match. Resolves when the game has started. */
  async findOpponent(bet = NO_BET): Promise<void> {
    this.gameId = '';
    this.#bet = bet;
    const started = this.nextGameStarted();
    this.#play.search(bet);
    const late = sleep(PAIRING_TIMEOUT_MS, 'late', { ref: false });
    if ((await Promise.race([started, late])) === 'late') throw new Error('a player found no opponent');
  }

  /** Creates a room for spectators and a game without a bet. Returns its id and code. */
  async openRoom(): Promise<{ id: string; code: string }> {
    const body = { maxPlayers: 4, betAmount: NO_BET } as const;
    const { room } = await retryWhenBusy(() => this.#player.api.rooms.create({ body }));
    return room;
  }

  async joinRoom(code: string, role: 'player' | 'spectator' = 'player'): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.join({ body: { code, role } }));
  }

  async leaveRoom(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.leave({ params: { id: roomId } }));
  }

  /** Starts the game of the player's room. */
  async startGame(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.startGame({ params: { id: roomId } }));
  }

  /** Requests a rematch of the last game. */
  async requestRematch({ userId }: BenchPlayer): Promise<void> {
    const body = { requestedUserId: userId, gameId: this.gameId };
    await retryWhenBusy(() => this.#player.api.playAgain.request({ body })).catch((error: unknown) => {
      // A busy product had received the attempt that it responded 503 to.
      if (!(error instanceof ApiError) || error.body['code'] !== 'PLAY_AGAIN_EXISTS') throw error;
    });
  }

  acceptRematch(requestId: string): void {
    this.#player.send({ type: 'play_again_response', requestId, response: 'accepted' });
  }

  /** Resolves when the next game has started. */
  nextGameStarted(): Promise<void> {
    return new Promise((resolve) => (this.#onStart = resolve));
  }

  move(position: number): void {
    this.#play.move(this.gameId, position);
  }

  close(): void {
    this.#player.close();
  }

  #receive(message: ServerMessage): void {
    this.#play.receive(message);
    this.#handle(message);
    this.onMessage(message, performance.now());
  }

  #handle(message: ServerMessage): void {
    switch (message.type) {
      case 'move':
        return this.#onMovePlayed(message);
      // A player who joins by HTTP may enter the room on the socket after its game has started.
      case 'game_reconnection':
      case 'game_started':
        return this.#onGameStarted(message.game);
      case 'game_over':
        return this.onOver();
      case 'matchmaking_error':
        return this.#retrySearch(message);
      case 'move_error':
        if (message.code === 'SERVICE_UNAVAILABLE') this.onBusy();
        return this.onError(`${message.type}: ${message.code} ${message.message}`);
      case 'error':
        return this.onError(`${message.type}: ${message.code} ${message.message}`);
      default:
        return undefined;
    }
  }

  #onGameStarted(game: Game): void {
    this.gameId = game.id;
    this.isX = this.#play.mark(game) === 'X';
    this.#onStart();
  }

  /** Repeats a search that was rejected while the product was busy, unless it was received after all. */
  #retrySearch({ code, message }: Extract<ServerMessage, { type: 'matchmaking_error' }>): void {
    if (code === 'QUEUE_UNAVAILABLE') {
      this.onSearchRejected();
      setTimeout(() => this.#play.search(this.#bet), 500);
    } else if (code !== 'ALREADY_IN_GAME') throw new Error(message);
  }

  #onMovePlayed({ gameId, game }: MoveMessage): void {
    if (gameId === this.gameId) this.onMove(game.moves.length, performance.now());
  }
}
