import { setTimeout as sleep } from 'node:timers/promises';
import type { Game, ServerMessage } from '@fifteen/contract';
import { PlayClient } from '@fifteen/testkit/play-client';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

type MoveMessage = Extract<ServerMessage, { type: 'move' }>;

/** Fifteen moves that fill the board without a line for either player. */
export const DRAWN_GAME = [3, 1, 6, 11, 12, 4, 14, 8, 10, 5, 9, 15, 13, 7, 2] as const;

/** Milliseconds in which a slow machine pairs the players and starts their games. */
const PAIRING_TIMEOUT_MS = 60_000;

/** The stake of a game without coins. */
const NO_BET = 0;

/** A player of a benchmark, with the updates of their game. */
export class BenchPlayer {
  readonly #player: Player;
  readonly #play: PlayClient;
  gameId = '';
  isX = false;
  /** Called for each received move, with the time in milliseconds. */
  onMove: (plies: number, at: number) => void = () => undefined;
  onOver: () => void = () => undefined;
  #onStart: () => void = () => undefined;

  private constructor(player: Player) {
    this.#player = player;
    this.#play = new PlayClient(player.user.id, (message) => player.send(message));
    player.onMessage = (message) => this.#receive(message);
  }

  /** Returns a new guest with an open socket. */
  static async open(url: string): Promise<BenchPlayer> {
    const player = await retryWhenBusy(() => Player.guest(url));
    await player.connect();
    return new BenchPlayer(player);
  }

  /** Finds an opponent by quick match, without a bet. Resolves when the game has started. */
  async findOpponent(): Promise<void> {
    this.gameId = '';
    const started = this.nextGameStarted();
    this.#play.search(NO_BET);
    const late = sleep(PAIRING_TIMEOUT_MS, 'late', { ref: false });
    if ((await Promise.race([started, late])) === 'late') throw new Error('a player found no opponent');
  }

  /** Creates a room for spectators and a game without a bet. Returns its id and code. */
  async openRoom(): Promise<{ id: string; code: string }> {
    const body = { maxPlayers: 4, betAmount: NO_BET } as const;
    const { room } = await retryWhenBusy(() => this.#player.api.rooms.create({ body }));
    return room;
  }

  /** Joins a room as a player. */
  async joinRoom(code: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.join({ body: { code, role: 'player' } }));
  }

  /** Leaves a room and closes the connection. */
  async leaveRoom(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.leave({ params: { id: roomId } }));
    this.close();
  }

  /** Starts the game of the player's room. */
  async startGame(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.startGame({ params: { id: roomId } }));
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
      case 'error':
        throw new Error(`${message.type}: ${message.code} ${message.message}`);
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
    if (code === 'QUEUE_UNAVAILABLE') setTimeout(() => this.#play.search(NO_BET), 500);
    else if (code !== 'ALREADY_IN_GAME') throw new Error(message);
  }

  #onMovePlayed({ gameId, game }: MoveMessage): void {
    if (gameId === this.gameId) this.onMove(game.moves.length, performance.now());
  }
}
