import type { UserId } from '@fifteen/domain';
import { AppError, type Log } from '@fifteen/runtime';
import type { Relation } from '@fifteen/proto/social';
import type { Clients } from '../clients/clients.ts';
import { Outages } from '../clients/outages.ts';

interface Deps {
  clients: Pick<Clients, 'social'>;
  log: Log;
}

/**
 * Keeps users apart between whom there is a block, where they need not be friends. While social is unavailable, blocks are
 * not applied, so that users can play; operations between friends call social themselves and fail.
 */
export class BlockGuard {
  readonly #deps: Deps;
  readonly #outages = new Outages();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Returns whether the two are friends.
   * @throws BLOCKED_BY_YOU (they block the other), BLOCKED (by the other)
   */
  async assertNotBlocked(userId: UserId, otherId: UserId): Promise<{ friends: boolean }> {
    const relation = (await this.#relations(userId, [otherId])).get(otherId);
    if (relation?.blocks) throw new AppError('BLOCKED_BY_YOU');
    if (relation?.blockedBy) throw new AppError('BLOCKED');
    return { friends: relation?.friend === true };
  }

  /** Returns those of up to 200 users with no block between them and the user. */
  async withoutBlocks(userId: UserId, otherIds: readonly UserId[]): Promise<Set<UserId>> {
    const relations = await this.#relations(userId, otherIds);
    return new Set(
      otherIds.filter((id) => {
        const relation = relations.get(id);
        return !relation?.blocks && !relation?.blockedBy;
      }),
    );
  }

  /** Returns those of up to 200 users who do not block the user. */
  async notBlocking(userId: UserId, otherIds: readonly UserId[]): Promise<Set<UserId>> {
    const relations = await this.#relations(userId, otherIds);
    return new Set(otherIds.filter((id) => !relations.get(id)?.blockedBy));
  }

  async #relations(userId: UserId, otherIds: readonly UserId[]): Promise<ReadonlyMap<UserId, Relation>> {
    if (otherIds.length === 0) return new Map();
    const { clients, log } = this.#deps;
    try {
      const { relations } = await clients.social.getRelations({ userId, otherIds: [...otherIds] });
      return new Map(relations.map((relation) => [relation.otherId, relation]));
    } catch (error) {
      this.#outages.log(log, error, 'loading blocks failed', { userId });
      return new Map();
    }
  }
}
