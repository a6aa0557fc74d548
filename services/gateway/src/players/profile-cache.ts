import { isBot, type UserId } from '@fifteen/domain';
import { type PlayerInfo } from '@fifteen/contract';
import type { Account } from '@fifteen/proto/identity';
import type { Log } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import { botProfile, type Player, toPlayerInfo, unknownProfile } from '../translation/player.ts';
import type { PlayerLoader } from './player-loader.ts';
import DataLoader from 'dataloader';

/**
 * Maximum number of cached profiles, and their age in milliseconds before a refresh. A change removes a profile at
 * once.
 */
const MAX_PROFILES = 20_000;
const FRESH_MS = 60_000;
/** Age in milliseconds of an incomplete profile before a refresh. */
const INCOMPLETE_FRESH_MS = 2_000;
/** Maximum ids of a batch call to a service. */
const BATCH = 200;

/**
 * Caches public profiles: loads them in batches, serves old ones during a refresh, and removes changed ones. While
 * identity is unavailable, it returns neutral profiles, so that no move waits for a name.
 */
export class ProfileCache {
  readonly #playerLoader: PlayerLoader;
  readonly #log: Log;
  readonly #profiles = new LRUCache<UserId, { profile: PlayerInfo; freshUntil: number }>({
    max: MAX_PROFILES,
  });
  /** Collects the ids that are requested at the same moment into one call. */
  readonly #wanted = new DataLoader<UserId, undefined>(
    async (ids) => {
      await this.#request([...new Set(ids)]);
      return ids.map(() => undefined);
    },
    { cache: false, maxBatchSize: BATCH },
  );

  constructor(playerLoader: PlayerLoader, log: Log) {
    this.#playerLoader = playerLoader;
    this.#log = log;
  }

  /** Returns the cached profile, if any; refreshes an old one in the background. */
  peek(userId: UserId): PlayerInfo | undefined {
    if (isBot(userId)) return botProfile(userId);
    const entry = this.#profiles.get(userId);
    if (entry && entry.freshUntil < Date.now()) {
      entry.freshUntil = Date.now() + FRESH_MS;
      void this.#wanted.load(userId);
    }
    return entry?.profile;
  }

  /** Returns the cached profile, or a neutral one. */
  get(userId: UserId): PlayerInfo {
    return this.peek(userId) ?? unknownProfile(userId);
  }

  /** Returns `get` in the form that translation takes. */
  readonly lookup = (userId: UserId): PlayerInfo => this.get(userId);

  /** Loads missing profiles as far as possible. Never throws. */
  async load(userIds: readonly UserId[]): Promise<void> {
    const missing = userIds.filter((id) => this.peek(id) === undefined);
    await this.#wanted.loadMany(missing);
  }

  /** Loads missing profiles of accounts that are known already. Never throws. */
  async loadAccounts(accounts: readonly Account[]): Promise<void> {
    const missing = accounts.filter(({ id }) => this.peek(id) === undefined);
    if (missing.length === 0) return;
    for (const person of await this.#playerLoader.loadAll(missing)) this.store(person);
  }

  /** Stores a player that was loaded for another reason. */
  store(person: Player): void {
    const whole = person.cosmetics !== undefined && person.record !== undefined;
    this.#set(person.account.id, toPlayerInfo(person), whole ? FRESH_MS : INCOMPLETE_FRESH_MS);
  }

  drop(userId: UserId): void {
    this.#profiles.delete(userId);
  }

  #set(userId: UserId, profile: PlayerInfo, freshMs = FRESH_MS): void {
    this.#profiles.set(userId, { profile, freshUntil: Date.now() + freshMs });
  }

  async #request(ids: UserId[]): Promise<void> {
    try {
      const found = await this.#playerLoader.find(ids);
      for (const person of found) this.store(person);
      const known = new Set(found.map(({ account }) => account.id));
      for (const id of ids) if (!known.has(id)) this.#set(id, unknownProfile(id));
    } catch (error) {
      this.#log.warn({ err: error, people: ids.length }, 'loading player cards failed');
    }
  }
}
