import { createHash } from 'node:crypto';
import { type UserId, toUserId } from '@fifteen/domain';
import { type Log, unavailable } from '@fifteen/runtime';
import { isRedisUnavailable, type openRedis } from '@fifteen/runtime/redis';
import { Outages } from '../clients/outages.ts';

type Redis = ReturnType<typeof openRedis>;

/** Milliseconds of a gateway's lease for a connected user, and the interval of its renewal. */
const LEASE_MS = 45_000;
export const TOUCH_EVERY_MS = 15_000;
/** Milliseconds of the lease of an HTTP heartbeat. Clients send one every 45 s. */
const HEARTBEAT_LEASE_MS = 60_000;
/** Milliseconds after the last socket closed until the user counts as offline. */
export const OFFLINE_MS = 10_000;
/** Seconds until the entry of an offline user is deleted. */
const OFFLINE_ENTRY_S = 86_400;
/** Leases that one command renews: Redis serves no other command meanwhile. */
const RENEWED_AT_ONCE = 200;
const LISTED_MAX = 200;
const ONLINE_MAX = 10_000;
/** Milliseconds for which all callers share one read. */
const READ_SHARED_MS = 1_000;
/** Prefix with a hash tag, so that scripts may access all keys of one slot. */
const ONLINE_KEY = '{presence}:online';
const IN_ROOM_KEY = '{presence}:in-room';
const OFFLINE_SINCE_KEY = '{presence}:away';
const SHARED_KEYS = [ONLINE_KEY, IN_ROOM_KEY, OFFLINE_SINCE_KEY];
/** Name of the pseudo-gateway that holds the leases of HTTP heartbeats. */
const HTTP_GATEWAY = 'http';
const keyOf = (userId: UserId): string => `{presence}:user:${userId}`;

/** A script, and the name by which Redis knows it. */
interface Script {
  text: string;
  hash: string;
}
const toScript = (text: string): Script => ({ text, hash: createHash('sha1').update(text).digest('hex') });

/**
 * Sets the leases of a gateway (ARGV 1) for users for ARGV 2 ms. Each user has a key from KEYS 4 on, and two arguments from
 * ARGV 3 on: the id, and 1 to be marked as in a room. Only leaving removes that mark, because another gateway may know the
 * room. Uses Redis' clock. Returns for each user 1 when there was no lease before, other than one of HTTP: a heartbeat
 * notifies no friends.
 */
const RENEW = toScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local expires = now + ARGV[2]
  local new = {}
  for index = 4, #KEYS do
    local leases = KEYS[index]
    local user, inRoom = ARGV[2 * index - 5], ARGV[2 * index - 4]
    redis.call('ZREMRANGEBYSCORE', leases, '-inf', now)
    local count = redis.call('ZCARD', leases)
    if redis.call('ZSCORE', leases, '${HTTP_GATEWAY}') then count = count - 1 end
    redis.call('ZADD', leases, expires, ARGV[1])
    redis.call('PEXPIRE', leases, ARGV[2], 'NX')
    redis.call('PEXPIRE', leases, ARGV[2], 'GT')
    redis.call('ZADD', KEYS[1], 'GT', expires, user)
    if inRoom == '1' then redis.call('ZADD', KEYS[2], 'GT', expires, user) end
    redis.call('ZREM', KEYS[3], user)
    new[index - 3] = count == 0 and 1 or 0
  end
  return new`);

/** Ends the leases of this replica and of HTTP. Returns since when the user has no lease, or 0. */
const END_LEASES = toScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREM', KEYS[1], ARGV[1], '${HTTP_GATEWAY}')
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) > 0 then return 0 end
  redis.call('ZREM', KEYS[2], ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
  local since = now - ARGV[3]
  redis.call('ZADD', KEYS[4], since, ARGV[2])
  return since`);

/**
 * Returns for each user since when they are offline: 0 for online users, and for those whose disconnection was never
 * recorded. With ARGV 1 = 1 it records the latter now: their gateway crashed.
 */
const OFFLINE_SINCE = toScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local answer = {}
  for index = 2, #ARGV do
    local user = ARGV[index]
    local since = 0
    if tonumber(redis.call('ZSCORE', KEYS[1], user) or 0) <= now then
      since = tonumber(redis.call('ZSCORE', KEYS[2], user) or 0)
      if since == 0 and ARGV[1] == '1' then
        since = now
        redis.call('ZADD', KEYS[2], since, user)
      end
    end
    answer[index - 1] = since
  end
  return answer`);

/** Deletes expired entries. Returns the number of online users. */
const COUNT = toScript(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now - ${OFFLINE_ENTRY_S} * 1000)
  return redis.call('ZCARD', KEYS[1])`);

/** Sorted ids of online users, for look-ups and ranges. */
export interface OnlineIds {
  readonly ids: ReadonlySet<UserId>;
  readonly sorted: readonly UserId[];
}

/** A user whose lease is renewed. */
interface LeaseHolder {
  userId: UserId;
  inRoom: boolean;
}

/** A user with an open socket at any gateway, and when a gateway last renewed the lease. */
export interface OnlineUser {
  userId: UserId;
  inRoom: boolean;
  lastSeen: Date;
}

/** Returns a function whose result is shared by all calls within a second. */
function memoizeBriefly<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    // The monotonic clock: a wall clock that is set back would share one read for as long.
    const now = performance.now();
    if (!last || now - last.at > READ_SHARED_MS) last = { at: now, answer: look() };
    return last.answer;
  };
}

/**
 * Leases of connected users over all replicas. If Redis loses them, a renewal restores them as soon as it is back.
 * Without Redis no user counts as online, and everything else continues.
 */
export class PresenceStore {
  readonly #redis: Redis;
  readonly #gateway: string;
  readonly #log: Log;
  readonly #outages = new Outages();
  readonly #counts = memoizeBriefly(() => this.#run(COUNT, SHARED_KEYS).then(Number));
  readonly #lists = memoizeBriefly(() => this.#list());
  readonly #allOnlineIds = memoizeBriefly(async () => {
    const range = [`(${await this.#now()}`, '+inf', 'LIMIT', 0, ONLINE_MAX] as const;
    const ids = (await this.#redis.zrangebyscore(ONLINE_KEY, ...range)).map(toUserId);
    return { ids: new Set(ids), sorted: ids.toSorted() };
  });

  constructor(redis: Redis, gateway: string, log: Log) {
    this.#redis = redis;
    this.#gateway = gateway;
    this.#log = log;
  }

  /** Calls `renew` when Redis is reached again, because it may have lost all leases. */
  onReconnect(renew: () => void): void {
    this.#redis.on('ready', renew);
  }

  /**
   * Renews the leases of users who are connected to this replica. It iterates them while it renews: one whose lease ends
   * meanwhile must no longer be among them.
   */
  async touch(users: Iterable<LeaseHolder>): Promise<void> {
    try {
      let chunk: LeaseHolder[] = [];
      for (const user of users) {
        if (chunk.push(user) < RENEWED_AT_ONCE) continue;
        await this.#renew(this.#gateway, LEASE_MS, chunk);
        chunk = [];
      }
      if (chunk.length > 0) await this.#renew(this.#gateway, LEASE_MS, chunk);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Records a connected user. Returns whether the user had no socket before; false when that is unknown. */
  async connect(userId: UserId): Promise<boolean> {
    try {
      return (await this.#renew(this.#gateway, LEASE_MS, [{ userId, inRoom: false }]))[0] === 1;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Records an HTTP heartbeat of a user. */
  async touchFromHttp(userId: UserId, inRoom = false): Promise<void> {
    await this.#renew(HTTP_GATEWAY, HEARTBEAT_LEASE_MS, [{ userId, inRoom }]).catch((error: unknown) =>
      this.#failed(error),
    );
  }

  /** Records that a user has left their room. */
  async leftRoom(userId: UserId): Promise<void> {
    await this.#redis.zrem(IN_ROOM_KEY, userId).catch((error: unknown) => this.#failed(error));
  }

  /**
   * Records that a user's last socket here closed 10 s ago. Returns since when no gateway has one; undefined when
   * another has, or when it is unknown.
   */
  async lastSocketClosed(userId: UserId): Promise<Date | undefined> {
    try {
      const keys = [keyOf(userId), ...SHARED_KEYS];
      const since = await this.#run(END_LEASES, keys, this.#gateway, userId, OFFLINE_MS);
      return since === 0 ? undefined : new Date(Number(since));
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /**
   * Returns which of these users are offline, and since when; undefined when it is unknown.
   * @param recordCrashes also records users whose gateway crashed as offline from now on
   */
  async offlineSince(
    userIds: readonly UserId[],
    recordCrashes = false,
  ): Promise<Map<UserId, Date> | undefined> {
    if (userIds.length === 0) return new Map();
    try {
      const keys = [ONLINE_KEY, OFFLINE_SINCE_KEY];
      const since = (await this.#run(OFFLINE_SINCE, keys, Number(recordCrashes), ...userIds)) as number[];
      return new Map(
        userIds.flatMap((userId, index) => (since[index] ? [[userId, new Date(since[index])]] : [])),
      );
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** Returns which of these users are connected to a gateway; all, when it is unknown. */
  async connectedAmong(userIds: readonly UserId[]): Promise<Set<UserId>> {
    return (await this.#here(userIds)) ?? new Set(userIds);
  }

  /** Returns which of these users are shown as online; none, when it is unknown. */
  async onlineAmong(userIds: readonly UserId[]): Promise<Set<UserId>> {
    return (await this.#here(userIds)) ?? new Set();
  }

  async #here(userIds: readonly UserId[]): Promise<Set<UserId> | undefined> {
    if (userIds.length === 0) return new Set();
    try {
      const [scores, now] = await Promise.all([this.#redis.zmscore(ONLINE_KEY, ...userIds), this.#now()]);
      return new Set(userIds.filter((_, index) => Number(scores[index] ?? 0) > now));
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  /** Returns the ids of online users, at most 10,000; none while Redis is unavailable. */
  allOnline(): Promise<OnlineIds> {
    return this.#allOnlineIds().catch((error: unknown) => {
      this.#failed(error);
      return { ids: new Set(), sorted: [] };
    });
  }

  /** Returns the number of online users; undefined when it is unknown. */
  count(): Promise<number | undefined> {
    return this.#counts().catch((error: unknown) => {
      this.#failed(error);
      return undefined;
    });
  }

  /**
   * Returns the users who were seen last, at most 200.
   * @throws SERVICE_UNAVAILABLE
   */
  list(): Promise<OnlineUser[]> {
    return this.#lists().catch((error: unknown) => {
      this.#failed(error);
      throw unavailable('redis', error);
    });
  }

  async #list(): Promise<OnlineUser[]> {
    const entries = await this.#redis.zrevrange(ONLINE_KEY, 0, LISTED_MAX - 1, 'WITHSCORES');
    const userIds = entries.filter((_, index) => index % 2 === 0).map(toUserId);
    if (userIds.length === 0) return [];
    const [now, inRoom] = await Promise.all([this.#now(), this.#redis.zmscore(IN_ROOM_KEY, ...userIds)]);
    return userIds.flatMap((userId, index) => {
      const expires = Number(entries[index * 2 + 1]);
      const lastSeen = new Date(Math.min(now, expires - LEASE_MS));
      return expires > now ? [{ userId, inRoom: inRoom[index] !== null, lastSeen }] : [];
    });
  }

  async #now(): Promise<number> {
    const [seconds, micros] = await this.#redis.time();
    return Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
  }

  async #renew(gateway: string, leaseMs: number, users: readonly LeaseHolder[]): Promise<number[]> {
    const keys = [...SHARED_KEYS, ...users.map(({ userId }) => keyOf(userId))];
    const about = users.flatMap(({ userId, inRoom }) => [userId, Number(inRoom)]);
    return (await this.#run(RENEW, keys, gateway, leaseMs, ...about)) as number[];
  }

  /** Runs a script by its hash. Redis gets its text when it does not know it yet, or no longer. */
  #run({ text, hash }: Script, keys: readonly string[], ...args: (string | number)[]): Promise<unknown> {
    const parameters = [keys.length, ...keys, ...args] as const;
    return this.#redis.evalsha(hash, ...parameters).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return this.#redis.eval(text, ...parameters);
    });
  }

  #failed(error: unknown): void {
    const failure = isRedisUnavailable(error) ? unavailable('redis', error) : error;
    this.#outages.log(this.#log, failure, 'presence request failed');
  }
}
