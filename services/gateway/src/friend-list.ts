import type { Friend } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { Neighbours } from './neighbours.ts';
import type { Presence } from './presence.ts';

/** As many as social answers at once. */
const PAGE = 200;
/** Who of many friends is online serves those who ask again within this time. */
const KNOWN_MS = 5_000;
const KNOWN = 1_000;

interface Listed {
  friend: Friend;
  online: boolean;
}

export interface Page {
  listed: Listed[];
  /** Empty on the last page. */
  nextCursor: string;
  /** All friends; only on the first page, and not while nobody is known to be online. */
  total: number | undefined;
}

interface Parts {
  neighbours: Pick<Neighbours, 'social'>;
  presence: Presence;
}

/** Of somebody with more friends than a page has: who of them is online, by id, and how many there are. */
interface Many {
  online: Friend[];
  total: number | undefined;
}

/**
 * Friends, those who are online first. Whoever has a page of them gets them sorted. Longer lists are in two parts, each
 * by id: `o.<id>` goes on among those who are online, `r.<id>` among the rest. People come and go between two pages, so
 * a friend may be in both parts, or come in the next look.
 */
export class FriendList {
  readonly #parts: Parts;
  readonly #known = new LRUCache<string, Promise<Many>>({ max: KNOWN, ttl: KNOWN_MS });

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
    if (nextCursor !== '') return this.#online(userId, limit, '');
    const online = await this.#parts.presence.online(friends.map((friend) => friend.userId));
    const listed = friends.map((friend) => ({ friend, online: online.has(friend.userId) }));
    return { listed: listed.toSorted((a, b) => Number(b.online) - Number(a.online)), nextCursor, total };
  }

  /** The friends of a user who are online, by id. */
  async online(userId: string): Promise<Friend[]> {
    return (await this.#look(userId)).online;
  }

  /** Those of many are looked up every few seconds. */
  async #look(userId: string): Promise<Many> {
    const known = this.#known.get(userId);
    if (known) return known;
    const { friends, nextCursor, total } = await this.#ask(userId, PAGE, '');
    if (nextCursor === '') {
      const online = await this.#parts.presence.online(friends.map((friend) => friend.userId));
      return { online: friends.filter((friend) => online.has(friend.userId)), total };
    }
    const looking = this.#amongOnline(userId);
    this.#known.set(userId, looking);
    looking.catch(() => this.#known.delete(userId));
    return looking;
  }

  async #online(userId: string, limit: number, after: string): Promise<Page> {
    const { online, total } = await this.#look(userId);
    const others = online.filter((friend) => friend.userId > after);
    const listed = others.slice(0, limit).map((friend) => ({ friend, online: true }));
    const counted = after === '' ? total : undefined;
    if (others.length > limit)
      return { listed, nextCursor: `o.${listed.at(-1)?.friend.userId ?? ''}`, total: counted };
    if (listed.length === limit) return { listed, nextCursor: 'r.', total: counted };
    const rest = await this.#rest(userId, limit - listed.length, '');
    return { ...rest, listed: [...listed, ...rest.listed], total: counted };
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

  async #amongOnline(userId: string): Promise<Many> {
    const among = await this.#parts.presence.everybody();
    if (among.length === 0) return { online: [], total: undefined };
    const { friends, total } = await this.#parts.neighbours.social.friends({
      ...{ userId, limit: 0, cursor: '', among },
    });
    return { online: friends, total };
  }

  #ask(userId: string, limit: number, cursor: string) {
    return this.#parts.neighbours.social.friends({ userId, limit, cursor, among: [] });
  }
}
