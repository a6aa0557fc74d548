import type { GameId } from '@fifteen/domain';
import { LRUCache } from 'lru-cache';
import type { Game } from '../domain/game.ts';

/**
 * Caches active games as they were last committed, so that a move need not read before it writes. The cache may be
 * behind the database, and ahead of it after a failover that lost commits: version and deadline guard a write, and no
 * error or response relies on a cached state.
 */
export class GameCache {
  readonly #games: LRUCache<string, Game>;

  /** @param limit games; the least recently used one is removed when there are more */
  constructor(limit: number) {
    this.#games = new LRUCache({ max: limit });
  }

  get(id: GameId): Game | undefined {
    return this.#games.get(id);
  }

  /** Stores a committed state. Ignores one that is older than the cached state, removes a game that is not active. */
  update(game: Game): void {
    const cached = this.#games.peek(game.id);
    if (cached && cached.version > game.version) return;
    if (game.status === 'active') this.#games.set(game.id, game);
    else this.#games.delete(game.id);
  }
}
