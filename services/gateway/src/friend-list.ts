import type { Friend } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { Neighbours } from './neighbours.ts';
import type { Presence } from './presence.ts';

/** As many as social answers at once: friends of a page, people to be looked for among friends. */
const PAGE = 200;
const AMONG = 1_000;
/** Who of many friends is online serves those who ask again within this time. */
const KNOWN_MS = 5_000;
const KNOWN = 1_000;

export interface Listed {
  friend: Friend;
  online: boolean;
}

export interface Page {
  listed: Listed[];
  /** Empty on the last page. */
  nextCursor: string;
  /** All friends; only on the first page. */
  total: number | undefined;
}

interface Parts {
  neighbours: Pick<Neighbours, 'social'>;
  presence: Presence;
}

/**
 * Friends, those who are online first. Whoever has a page of them gets them sorted. Longer lists are in two parts, each
 * by id: `o.<id>` goes on among those who are online, `r.<id>` among the rest. People come and go between two pages, so
 * a friend may be in both parts, or come in the next look.
 */
export class FriendList {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, Promise<Friend[]>>({ max: KNOWN, ttl: KNOWN_MS });

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Errors: INVALID_REQUEST (no cursor of ours), SERVICE_UNAVAILABLE. */
  async page(userId: string, limit: number, cursor = ''): Promise<Page> {
    const [, part, after = ''] = /^([or])\.(.*)$/.exec(cursor) ?? [];
    if (part === 'r') return this.#rest(userId, limit, after);
    if (part === 'o') return this.#online(userId, limit, after);
    if (cursor !== '') throw new AppError('INVALID_REQUEST', 'cursor: must be one of ours');
    const { friends, nextCursor, total } = await this.#ask(userId, limit, '');
    if (nextCursor !== '') return { ...(await this.#online(userId, limit, '')), total };
    const online = await this.#parts.presence.online(friends.map((friend) => friend.userId));
    const listed = friends.map((friend) => ({ friend, online: online.has(friend.userId) }));
    return { listed: listed.toSorted((a, b) => Number(b.online) - Number(a.online)), nextCursor, total };
  }

  /** The friends of a user who are online, by id. Those of many are looked up every few seconds. */
  async online(userId: string): Promise<Friend[]> {
    const known = this.#known.get(userId);
    if (known) return known;
    const { friends, nextCursor } = await this.#ask(userId, PAGE, '');
    if (nextCursor === '') {
      const online = await this.#parts.presence.online(friends.map((friend) => friend.userId));
      return friends.filter((friend) => online.has(friend.userId));
    }
    const looking = this.#amongOnline(userId);
    this.#known.set(userId, looking);
    looking.catch(() => this.#known.delete(userId));
    return looking;
  }

  async #online(userId: string, limit: number, after: string): Promise<Page> {
    const online = (await this.online(userId)).filter((friend) => friend.userId > after);
    const listed = online.slice(0, limit).map((friend) => ({ friend, online: true }));
    if (online.length > limit)
      return { listed, nextCursor: `o.${listed.at(-1)?.friend.userId ?? ''}`, total: undefined };
    if (listed.length === limit) return { listed, nextCursor: 'r.', total: undefined };
    const rest = await this.#rest(userId, limit - listed.length, '');
    return { ...rest, listed: [...listed, ...rest.listed] };
  }

  /** A page may be short: those who came in the first part are left out. */
  async #rest(userId: string, limit: number, after: string): Promise<Page> {
    const [{ friends, nextCursor }, first] = await Promise.all([
      this.#ask(userId, limit, after),
      this.online(userId),
    ]);
    const before = new Set(first.map((friend) => friend.userId));
    const others = friends.filter((friend) => !before.has(friend.userId));
    const online = await this.#parts.presence.online(others.map((friend) => friend.userId));
    return {
      listed: others.map((friend) => ({ friend, online: online.has(friend.userId) })),
      nextCursor: nextCursor && `r.${nextCursor}`,
      total: undefined,
    };
  }

  async #amongOnline(userId: string): Promise<Friend[]> {
    const online = await this.#parts.presence.everybody();
    const found: Friend[] = [];
    for (let from = 0; from < online.length; from += AMONG) {
      const among = online.slice(from, from + AMONG);
      const { friends } = await this.#parts.neighbours.social.friends({
        ...{ userId, limit: 0, cursor: '', among },
      });
      found.push(...friends);
    }
    return found.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  }

  #ask(userId: string, limit: number, cursor: string) {
    return this.#parts.neighbours.social.friends({ userId, limit, cursor, among: [] });
  }
}
