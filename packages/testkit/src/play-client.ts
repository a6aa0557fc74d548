import type { ClientMessage, Game, ServerMessage } from '@fifteen/contract';
import type { GameId } from '@fifteen/domain';

/**
 * A player's side of quick match and game, over any socket: keeps the newest state of the game, and acknowledges its
 * start. k6 and the benchmarks play through it, so that both ask the same of the product. It imports types alone, because
 * k6 finds no packages.
 */
export class PlayClient {
  readonly userId: string;
  /** Whether the server searches an opponent, as far as it has said. Set it to false to search again. */
  isSearching = false;
  readonly #send: (message: ClientMessage) => void;
  #game: Game | undefined;

  constructor(userId: string, send: (message: ClientMessage) => void) {
    this.userId = userId;
    this.#send = send;
  }

  /** The newest state of the newest game. */
  get game(): Game | undefined {
    return this.#game;
  }

  /** The player's mark in a game. */
  mark(game: Game): 'X' | 'O' {
    return game.playerXId === this.userId ? 'X' : 'O';
  }

  isOnMove(game: Game): boolean {
    return game.status === 'active' && game.currentPlayer === this.mark(game);
  }

  search(betAmount: number): void {
    this.isSearching = true;
    this.#send({ type: 'start_matchmaking', betAmount });
  }

  move(gameId: GameId, position: number): void {
    this.#send({ type: 'move', gameId, position });
  }

  /** Requests the game, as after a reconnect. The server answers also that there is none. */
  requestState(): void {
    this.#send({ type: 'request_current_game_state' });
  }

  receive(message: ServerMessage): void {
    switch (message.type) {
      case 'game_started':
        this.#send({ type: 'game_started_ack', messageId: message.messageId });
        break;
      case 'reconnection':
      case 'reconnection_room_join':
        // A search may not have outlived the gateway that knew of it.
        this.isSearching = false;
        break;
      case 'matchmaking_response':
        this.isSearching = message.status === 'waiting' || message.status === 'matched';
        break;
      case 'matchmaking_error':
        // The search was answered by a game before the server received it.
        if (message.code === 'ALREADY_IN_GAME') this.requestState();
        break;
      default:
    }
    if ('game' in message && message.game) this.#update(message.game);
  }

  #update(game: Game): void {
    if (this.#game?.id !== game.id || game.version >= this.#game.version) this.#game = game;
  }
}
