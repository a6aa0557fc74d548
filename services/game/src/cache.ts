import type { Game } from './game.ts';

/**
 * Open games as they were last seen committed, so that a move need not read before it writes. It may be behind the
 * database, never ahead of it: a write from it is guarded by the version, and nothing is refused or answered from it.
 * The least recently used game is forgotten when there are too many.
 */
export class GameCache {
  readonly #games = new Map<string, Game>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: string): Game | undefined {
    const game = this.#games.get(id);
    if (game) {
      // A Map remembers the order of insertion: the last one used goes to its end.
      this.#games.delete(id);
      this.#games.set(id, game);
    }
    return game;
  }

  /** Takes note of a committed state; an older one than is known is ignored, a game that is over forgotten. */
  note(game: Game): void {
    const known = this.#games.get(game.id);
    if (known && known.version > game.version) return;
    this.#games.delete(game.id);
    if (game.status !== 'active') return;
    this.#games.set(game.id, game);
    if (this.#games.size <= this.#limit) return;
    const [oldest] = this.#games.keys();
    if (oldest !== undefined) this.#games.delete(oldest);
  }
}
