import { LRUCache } from 'lru-cache';
import type { Game } from './game.ts';

/**
 * Open games as they were last seen committed, so that a move need not read before it writes. It may be behind the
 * database, never ahead of it: a write from it is guarded by the version, and nothing is refused or answered from it.
 */
export class GameCache {
  readonly #games: LRUCache<string, Game>;

  /** `limit`: games; the least recently used one is forgotten when there are more. */
  constructor(limit: number) {
    this.#games = new LRUCache({ max: limit });
  }

  get(id: string): Game | undefined {
    return this.#games.get(id);
  }

  /** Takes note of a committed state; an older one than is known is ignored, a game that is over forgotten. */
  note(game: Game): void {
    const known = this.#games.peek(game.id);
    if (known && known.version > game.version) return;
    if (game.status === 'active') this.#games.set(game.id, game);
    else this.#games.delete(game.id);
  }
}
