import type { ClientMessage, Game, ServerMessage } from '@fifteen/contract';

/**
 * One player of a quick match and a game, over any socket: keeps the newest state of the game and acknowledges its
 * start. k6 and the benchmarks play through it, so that both send the same messages. It imports only types, because k6
 * resolves no packages.
 */
export class PlayClient {
  readonly userId: string;
  /** Whether the server searches for an opponent, according to its last message. Set it to false to search again. */
  isSearching = false;
  readonly #send: (message: ClientMessage) => void;
  #game: Game | undefined;

  constructor(userId: string, send: (message: ClientMessage) => void) {
    this.userId = userId;
    this.#send = send;
  }

  /** Returns the newest state of the newest game. */
  get game(): Game | undefined {
    return this.#game;
  }

  /** Returns the player's mark in a game. */
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

  move(gameId: string, position: number): void {
    this.#send({ type: 'move', gameId, position });
  }

  /** Requests the state of the game, as after a reconnect. The server also responds when there is no game. */
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
        // A search that goes on follows.
        this.isSearching = false;
        break;
      case 'matchmaking_response':
        this.isSearching = message.status === 'waiting' || message.status === 'matched';
        break;
      case 'matchmaking_error':
        // The opponent was found before the server received this search.
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
