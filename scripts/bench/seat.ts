import { setTimeout as sleep } from 'node:timers/promises';
import type { Game, ServerMessage } from '@fifteen/contract';
import { PlayClient } from '@fifteen/testkit/play-client';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

type MoveMessage = Extract<ServerMessage, { type: 'move' }>;

/** Fifteen moves that fill the board without a line for either player. */
export const LINE = [3, 1, 6, 11, 12, 4, 14, 8, 10, 5, 9, 15, 13, 7, 2] as const;

/** Enough for a slow machine to pair and start as many games as are asked for. */
const SEATED_WITHIN_MS = 60_000;

/** The stake of a game without coins. */
const FRIENDLY = 0;

/** A player of the measurement, and what it receives of its game. */
export class Seat {
  readonly #player: Player;
  readonly #play: PlayClient;
  gameId = '';
  isX = false;
  /** Runs for each move that its socket receives, with the time in milliseconds. */
  onMove: (plies: number, at: number) => void = () => undefined;
  onOver: () => void = () => undefined;
  #onStart: () => void = () => undefined;

  private constructor(player: Player) {
    this.#player = player;
    this.#play = new PlayClient(player.user.id, (message) => player.send(message));
    player.onMessage = (message) => this.#hear(message);
  }

  /** A new guest with an open socket. */
  static async open(url: string): Promise<Seat> {
    const player = await retryWhenBusy(() => Player.guest(url));
    await player.connect();
    return new Seat(player);
  }

  /** Finds an opponent by quick match, without a bet. Resolves when the game has begun. */
  async sitDown(): Promise<void> {
    this.gameId = '';
    const begun = this.begun();
    this.#play.search(FRIENDLY);
    const late = sleep(SEATED_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([begun, late])) === 'late') throw new Error('a player found no opponent');
  }

  /** Opens a room that may be watched, for a game without a bet; answers its id and code. */
  async openRoom(): Promise<{ id: string; code: string }> {
    const body = { maxPlayers: 4, betAmount: 0 } as const;
    const { room } = await retryWhenBusy(() => this.#player.api.rooms.create({ body }));
    return room;
  }

  /** Enters a room, to play. */
  async enter(code: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.join({ body: { code, role: 'player' } }));
  }

  /** Leaves a room, and the site. */
  async leave(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.leave({ params: { id: roomId } }));
    this.close();
  }

  /** Starts the game of one's room. */
  async start(roomId: string): Promise<void> {
    await retryWhenBusy(() => this.#player.api.rooms.startGame({ params: { id: roomId } }));
  }

  /** Resolves when the next game here has begun. */
  begun(): Promise<void> {
    return new Promise((resolve) => (this.#onStart = resolve));
  }

  move(position: number): void {
    this.#play.move(this.gameId, position);
  }

  close(): void {
    this.#player.close();
  }

  #hear(message: ServerMessage): void {
    this.#play.receive(message);
    switch (message.type) {
      case 'move':
        return this.#onMoveMessage(message);
      // A player who enters by HTTP may come into the room on the socket after its game has begun.
      case 'game_reconnection':
      case 'game_started':
        return this.#begins(message.game);
      case 'game_over':
        return this.onOver();
      case 'matchmaking_error':
        return this.#notYet(message);
      case 'move_error':
      case 'error':
        throw new Error(`${message.type}: ${message.code} ${message.message}`);
      default:
        return undefined;
    }
  }

  #begins(game: Game): void {
    this.gameId = game.id;
    this.isX = this.#play.mark(game) === 'X';
    this.#onStart();
  }

  /** The product is busy with all the others who look for a game: the search is repeated, or was received after all. */
  #notYet({ code, message }: Extract<ServerMessage, { type: 'matchmaking_error' }>): void {
    if (code === 'QUEUE_UNAVAILABLE') setTimeout(() => this.#play.search(FRIENDLY), 500);
    else if (code !== 'ALREADY_IN_GAME') throw new Error(message);
  }

  #onMoveMessage({ gameId, game }: MoveMessage): void {
    if (gameId === this.gameId) this.onMove(game.moves.length, performance.now());
  }
}
