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
/**
 * Milliseconds without use after which a profile is removed, and between two removals. So memory follows the players of
 * the last minutes, and does not grow with each new one until there are MAX_PROFILES.
 */
const UNUSED_MS = 10 * 60_000;
const REMOVE_EVERY_MS = 60_000;
/** Maximum ids of a batch call to a service. */
const BATCH = 200;

interface Entry {
  profile: PlayerInfo;
  /** Milliseconds of the monotonic clock. */
  freshUntil: number;
  /** Undefined for a neutral profile. */
  player: Player | undefined;
}

/**
 * Caches public profiles: loads them in batches, serves old ones during a refresh, and removes changed and unused ones.
 * While identity is unavailable, it keeps the last profiles of those who play, so that moves do not wait for a name again
 * and again; players without one have neutral profiles.
 */
export class ProfileCache {
  readonly #playerLoader: PlayerLoader;
  readonly #log: Log;
  readonly #profiles = new LRUCache<UserId, Entry>({ max: MAX_PROFILES });
  /** Entries of players whose record or cosmetics have changed: old ones are loaded as a whole. */
  readonly #outdated = new LRUCache<UserId, Entry>({ max: MAX_PROFILES });
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
    setInterval(() => this.#removeUnused(), REMOVE_EVERY_MS).unref();
  }

  /** Returns the cached profile, if any; refreshes an old one in the background. */
  peek(userId: UserId): PlayerInfo | undefined {
    if (isBot(userId)) return botProfile(userId);
    const entry = this.#profiles.get(userId);
    if (entry && entry.freshUntil < performance.now()) {
      entry.freshUntil = performance.now() + FRESH_MS;
      void this.#wanted.load(userId);
    }
    return entry?.profile;
  }

  /** Returns the cached profile, also while a changed one is loaded again; a neutral one without it. */
  get(userId: UserId): PlayerInfo {
    return this.peek(userId) ?? this.#outdated.get(userId)?.profile ?? unknownProfile(userId);
  }

  /** Returns `get` in the form that translation takes. */
  readonly lookup = (userId: UserId): PlayerInfo => this.get(userId);

  /** Returns whether a user exists, as far as identity has responded. */
  exists(userId: UserId): boolean {
    const entry = this.#profiles.peek(userId);
    return !entry || entry.player !== undefined;
  }

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
    this.#set(person, performance.now() + (whole ? FRESH_MS : INCOMPLETE_FRESH_MS));
  }

  drop(userId: UserId): void {
    this.#profiles.delete(userId);
    this.#outdated.delete(userId);
  }

  /** Removes a profile of which only the record is to be loaded again: it changes with each game. */
  dropRecord(userId: UserId): void {
    const entry = this.#profiles.peek(userId);
    this.#profiles.delete(userId);
    if (entry) this.#outdated.set(userId, entry);
  }

  /** Removes a profile that is to be loaded as a whole, and keeps its name until then. */
  dropCosmetics(userId: UserId): void {
    this.dropRecord(userId);
    const entry = this.#outdated.peek(userId);
    if (entry) entry.freshUntil = Math.min(entry.freshUntil, performance.now());
  }

  #set(player: Player, freshUntil: number): void {
    const { id } = player.account;
    this.#outdated.delete(id);
    this.#profiles.set(id, { profile: toPlayerInfo(player), freshUntil, player });
  }

  async #request(ids: UserId[]): Promise<void> {
    const outdated = ids.flatMap((id) => this.#outdatedPlayer(id) ?? []);
    const known = new Set(outdated.map(({ player }) => player.account.id));
    await Promise.all([this.#reload(outdated), this.#find(ids.filter((id) => !known.has(id)))]);
  }

  #outdatedPlayer(id: UserId): { player: Player; freshUntil: number } | undefined {
    const { player, freshUntil = 0 } = this.#outdated.get(id) ?? {};
    return player && freshUntil > performance.now() ? { player, freshUntil } : undefined;
  }

  /** Loads the records of outdated entries, whose other parts keep their age. */
  async #reload(outdated: readonly { player: Player; freshUntil: number }[]): Promise<void> {
    if (outdated.length === 0) return;
    const players = await this.#playerLoader.reloadRecords(outdated.map(({ player }) => player));
    players.forEach((player, index) => {
      const { freshUntil = 0 } = outdated[index] ?? {};
      this.#set(player, player.record ? freshUntil : performance.now() + INCOMPLETE_FRESH_MS);
    });
  }

  async #find(ids: UserId[]): Promise<void> {
    if (ids.length === 0) return;
    try {
      const found = await this.#playerLoader.find(ids);
      for (const person of found) this.store(person);
      const known = new Set(found.map(({ account }) => account.id));
      const unknown = { freshUntil: performance.now() + FRESH_MS, player: undefined };
      for (const id of ids)
        if (!known.has(id)) this.#profiles.set(id, { profile: unknownProfile(id), ...unknown });
    } catch (error) {
      this.#log.warn({ err: error, profiles: ids.length }, 'loading profiles failed');
      for (const id of ids) this.#keepOutdated(id);
    }
  }

  /** Removes the profiles that were not used lately: the first use of an old one extends its time. */
  #removeUnused(): void {
    const oldest = performance.now() - UNUSED_MS;
    for (const entries of [this.#profiles, this.#outdated])
      for (const [id, { freshUntil }] of entries.entries()) if (freshUntil < oldest) entries.delete(id);
  }

  /** Serves the last profile of a player who could not be loaded until a refresh succeeds. */
  #keepOutdated(id: UserId): void {
    const entry = this.#outdated.get(id);
    if (entry) this.#profiles.set(id, { ...entry, freshUntil: performance.now() + INCOMPLETE_FRESH_MS });
  }
}
