import { AppError, type Log, type openRedis } from '@fifteen/runtime';

type Redis = ReturnType<typeof openRedis>;

/** How long a gateway's word that a user is connected counts, and how often it is given. */
const LEASE_MS = 45_000;
export const TOUCH_EVERY_MS = 15_000;
const LISTED = 200;
/** How long one look serves everybody who asks. */
const LOOK_MS = 1_000;
/** One slot, so that scripts may touch all of it. */
const ONLINE = '{presence}:online';
const IN_ROOM = '{presence}:in-room';
const keyOf = (userId: string): string => `{presence}:user:${userId}`;

/** Notes that a gateway (ARGV 1) has a user (ARGV 2), and whether in a room (ARGV 4). Redis' clock decides. */
const TOUCH = `
  local time = redis.call('TIME')
  local expires = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[3]
  redis.call('ZADD', KEYS[1], expires, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('ZADD', KEYS[2], expires, ARGV[2])
  if ARGV[4] == '1' then redis.call('ZADD', KEYS[3], expires, ARGV[2]) else redis.call('ZREM', KEYS[3], ARGV[2]) end`;

/** Takes the gateway's word back; answers 1 when no other gateway has the user. */
const GONE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) > 0 then return 0 end
  redis.call('ZREM', KEYS[2], ARGV[2])
  redis.call('ZREM', KEYS[3], ARGV[2])
  return 1`;

/** Expired entries out; how many users are online. */
const COUNT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  return redis.call('ZCARD', KEYS[1])`;

export interface Online {
  userId: string;
  inRoom: boolean;
  lastSeen: Date;
}

/** One look serves everybody who asks within a second. */
function lately<T>(look: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const now = Date.now();
    if (!last || now - last.at > LOOK_MS) last = { at: now, answer: look() };
    return last.answer;
  };
}

/**
 * Who is online, over all gateways: each gives its word for its users, for a while. Redis may lose it; within a touch
 * it is there again. Without Redis nobody counts, and everything else goes on.
 */
export class Presence {
  readonly #redis: Redis;
  readonly #gateway: string;
  readonly #log: Log;
  readonly #counts = lately(() => this.#redis.eval(COUNT, 2, ONLINE, IN_ROOM).then(Number));
  readonly #lists = lately(() => this.#list());

  constructor(redis: Redis, gateway: string, log: Log) {
    this.#redis = redis;
    this.#gateway = gateway;
    this.#log = log;
  }

  /** These users are connected here. */
  async touch(users: Iterable<{ userId: string; inRoom: boolean }>): Promise<void> {
    const pipeline = this.#redis.pipeline();
    for (const { userId, inRoom } of users) {
      const keys = [keyOf(userId), ONLINE, IN_ROOM];
      pipeline.eval(TOUCH, keys.length, ...keys, this.#gateway, userId, LEASE_MS, inRoom ? 1 : 0);
    }
    if (pipeline.length > 0) await pipeline.exec().catch((error: unknown) => this.#failed(error));
  }

  /** The user's last socket here is gone. Answers whether no other gateway has one, as far as that can be known. */
  async gone(userId: string): Promise<boolean> {
    const keys = [keyOf(userId), ONLINE, IN_ROOM];
    try {
      return (await this.#redis.eval(GONE, keys.length, ...keys, this.#gateway, userId)) === 1;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Which of these users are connected to some gateway; all, when it cannot be known. */
  async connected(userIds: readonly string[]): Promise<Set<string>> {
    if (userIds.length === 0) return new Set();
    try {
      const [scores, now] = await Promise.all([this.#redis.zmscore(ONLINE, ...userIds), this.#now()]);
      return new Set(userIds.filter((_, index) => Number(scores[index] ?? 0) > now));
    } catch (error) {
      this.#failed(error);
      return new Set(userIds);
    }
  }

  /** How many are online; undefined when it cannot be known. */
  count(): Promise<number | undefined> {
    return this.#counts().catch((error: unknown) => {
      this.#failed(error);
      return undefined;
    });
  }

  /** Those seen last, 200 at most. Errors: SERVICE_UNAVAILABLE. */
  list(): Promise<Online[]> {
    return this.#lists().catch((error: unknown) => {
      this.#failed(error);
      throw new AppError('SERVICE_UNAVAILABLE', 'Presence is not known now');
    });
  }

  async #list(): Promise<Online[]> {
    const entries = await this.#redis.zrevrange(ONLINE, 0, LISTED - 1, 'WITHSCORES');
    const userIds = entries.filter((_, index) => index % 2 === 0);
    if (userIds.length === 0) return [];
    const [now, inRoom] = await Promise.all([this.#now(), this.#redis.zmscore(IN_ROOM, ...userIds)]);
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

  #failed(error: unknown): void {
    this.#log.warn({ err: error }, 'presence is not known');
  }
}
