import { FRIENDS_PAGE, type UserId } from '@fifteen/domain';
import type { Friend, ListFriendsRequest } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { Clients } from '../clients/clients.ts';
import type { PresenceStore } from '../presence/presence-store.ts';

/** Online users of one query, beyond the wanted number: a database reads them as one range of ids. */
const QUERIED_AT_ONCE = 500;
/** Milliseconds for which the count of a long list is cached. Counting takes longer than listing a page. */
const CACHED_COUNT_MS = 5_000;
const CACHED_COUNTS = 1_000;
/** Pages that are read at most to find one with friends who were in no earlier part. */
const MAX_PAGES_READ = 8;

interface ListedFriend {
  friend: Friend;
  online: boolean;
}

/** A part of the list. */
export interface Page {
  listed: ListedFriend[];
  /** Empty on the last page. */
  nextCursor: string;
  /** All friends; only on the first page. */
  total: number | undefined;
}

interface Deps {
  clients: Pick<Clients, 'social'>;
  presence: PresenceStore;
}

/**
 * A user's friends, online ones first. A single page is sorted. Longer lists have three parts, each sorted by id:
 * `u.<id>` continues among those with unread messages, so that no page hides them, `o.<id>` among online friends,
 * `r.<id>` among the rest. Presence and messages change between two pages, so a friend may appear in two parts, or only
 * in the next load.
 */
export class FriendList {
  readonly #deps: Deps;
  /** Number of friends of the users with more than a page of them. */
  readonly #longListCounts = new LRUCache<string, number>({ max: CACHED_COUNTS, ttl: CACHED_COUNT_MS });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws INVALID_REQUEST for an unknown cursor, SERVICE_UNAVAILABLE */
  async page(userId: UserId, limit: number, cursor = ''): Promise<Page> {
    const [, part, after = ''] = /^([uor])\.(.*)$/.exec(cursor) ?? [];
    if (part === 'u') return this.#unread(userId, limit, after);
    if (part === 'r') return this.#rest(userId, limit, after);
    if (part === 'o') return this.#online(userId, limit, after);
    if (cursor !== '') throw new AppError('INVALID_REQUEST', { reason: 'cursor: must be one of ours' });
    const knownTotal = this.#longListCounts.get(userId);
    if (knownTotal) return { ...(await this.#unread(userId, limit, '')), total: knownTotal };
    const { friends, nextCursor, total } = await this.#query({ userId, limit, withoutTotal: false });
    if (nextCursor !== '') {
      this.#longListCounts.set(userId, total);
      return { ...(await this.#unread(userId, limit, '')), total };
    }
    const online = await this.#deps.presence.onlineAmong(friends.map((friend) => friend.userId));
    const listed = friends.map((friend) => ({ friend, online: online.has(friend.userId) }));
    return { listed: listed.toSorted((a, b) => Number(b.online) - Number(a.online)), nextCursor, total };
  }

  /** Returns the online friends of a user. Most users have less than a page of friends, and many of them none. */
  async online(userId: UserId): Promise<Friend[]> {
    const { friends, nextCursor } = await this.#query({ userId, limit: FRIENDS_PAGE });
    if (nextCursor !== '') return this.#amongOnline(userId, '', Number.POSITIVE_INFINITY);
    const online = await this.#deps.presence.onlineAmong(friends.map((friend) => friend.userId));
    return friends.filter((friend) => online.has(friend.userId));
  }

  async #unread(userId: UserId, limit: number, after: string): Promise<Page> {
    const { friends, nextCursor } = await this.#query({ userId, limit, cursor: after, unread: true });
    const online = await this.#deps.presence.onlineAmong(friends.map((friend) => friend.userId));
    const listed = friends.map((friend) => ({ friend, online: online.has(friend.userId) }));
    if (nextCursor !== '') return { listed, nextCursor: `u.${nextCursor}`, total: undefined };
    if (listed.length === limit) return { listed, nextCursor: 'o.', total: undefined };
    const others = await this.#online(userId, limit - listed.length, '');
    return { ...others, listed: [...listed, ...others.listed] };
  }

  async #online(userId: UserId, limit: number, after: string): Promise<Page> {
    const online = await this.#amongOnline(userId, after, limit + 1, isRead);
    const listed = online.slice(0, limit).map((friend) => ({ friend, online: true }));
    const more = online.length > limit;
    if (listed.length === limit) {
      const last = listed.at(-1)?.friend.userId ?? '';
      return { listed, nextCursor: more ? `o.${last}` : 'r.', total: undefined };
    }
    const rest = await this.#rest(userId, limit - listed.length, '');
    return { ...rest, listed: [...listed, ...rest.listed] };
  }

  /** A page may be short, because friends of the first part are left out. */
  async #rest(userId: UserId, limit: number, after: string): Promise<Page> {
    const { ids: inFirstPart } = await this.#deps.presence.allOnline();
    let others: Friend[] = [];
    let nextCursor = after;
    for (let left = MAX_PAGES_READ; left > 0 && others.length === 0; left -= 1) {
      const page = await this.#query({ userId, limit, cursor: nextCursor });
      others = page.friends.filter((friend) => isRead(friend) && !inFirstPart.has(friend.userId));
      ({ nextCursor } = page);
      if (nextCursor === '') break;
    }
    const online = await this.#deps.presence.onlineAmong(others.map((friend) => friend.userId));
    return {
      listed: others.map((friend) => ({ friend, online: online.has(friend.userId) })),
      nextCursor: nextCursor && `r.${nextCursor}`,
      total: undefined,
    };
  }

  /**
   * Returns online friends after an id, at least this many if there are. Most online users are no friends of the user.
   */
  async #amongOnline(
    userId: UserId,
    after: string,
    atLeast: number,
    wanted: (friend: Friend) => boolean = () => true,
  ): Promise<Friend[]> {
    const { sorted } = await this.#deps.presence.allOnline();
    const found: Friend[] = [];
    let batchSize = Math.min(atLeast, QUERIED_AT_ONCE);
    for (
      let at = firstAfter(sorted, after);
      at < sorted.length && found.length < atLeast;
      batchSize = QUERIED_AT_ONCE
    ) {
      const among = sorted.slice(at, at + batchSize);
      const limit = Math.min(atLeast - found.length, batchSize);
      const { friends } = await this.#query({ userId, limit, among });
      found.push(...friends.filter(wanted));
      const last = friends.length === limit ? friends.at(-1) : undefined;
      at = last ? firstAfter(sorted, last.userId) : at + among.length;
    }
    return found;
  }

  #query(query: Pick<ListFriendsRequest, 'userId' | 'limit'> & Partial<ListFriendsRequest>) {
    const { social } = this.#deps.clients;
    return social.listFriends({ cursor: '', among: [], unread: false, withoutTotal: true, ...query });
  }
}

/** Friends with unread messages have a part of their own. */
const isRead = ({ unread }: Friend): boolean => unread === 0;

/** Returns the index of the first id after `id` in a sorted list. */
function firstAfter(sorted: readonly string[], id: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') > id) high = middle;
    else low = middle + 1;
  }
  return low;
}
