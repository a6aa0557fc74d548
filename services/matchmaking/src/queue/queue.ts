import { createHash, randomUUID } from 'node:crypto';
import { unavailable } from '@fifteen/runtime';
import { isRedisUnavailable, type openRedis } from '@fifteen/runtime/redis';
import type { QuickMatchBet, UserId } from '@fifteen/domain';
import { recordPairing, recordWaits } from '../metrics.ts';
import {
  CANCEL,
  COMMIT,
  ENQUEUE,
  EXPIRE,
  DEPTHS,
  KEEP_ALIVE,
  KEEP_APART,
  PAIR,
  RECLAIM,
  REQUEUE,
} from './scripts.ts';

type Redis = ReturnType<typeof openRedis>;

/** Times of the queue, in milliseconds. */
export interface QueueTimes {
  searchMs: number;
  absentMs: number;
  botAfterMs: number;
  leaseMs: number;
}

/** Two users who are being matched; no other match can take them until the lease ends. */
export interface Pair {
  matchId: string;
  userIds: [UserId, UserId];
  bet: QuickMatchBet;
}

/** Options of a search. */
interface Entry {
  computer?: boolean;
  isReentry?: boolean;
  waitedMs?: number | undefined;
  searchId?: string | undefined;
  arrivedMsAgo?: number;
}

/** What the queue has of connected users. */
interface ConnectedSearches {
  absent: UserId[];
  offered: UserId[];
  searches: { userId: UserId; bet: number; waitedMs: number }[];
}

/** The state of a search after its entry. */
export type SearchState = 'waiting' | 'matched' | 'over';

const hashes = new Map<string, string>();

/** Returns the name by which Redis knows a script. */
function hashOf(script: string): string {
  let hash = hashes.get(script);
  if (hash === undefined) hashes.set(script, (hash = createHash('sha1').update(script).digest('hex')));
  return hash;
}

/** Records searches that a script ended, given as users and durations in turn. Returns the users. */
function recordEnded(outcome: 'cancelled' | 'timeout', reply: unknown): UserId[] {
  const ended = reply as (UserId | number)[];
  recordWaits(outcome, ended.filter((_, index) => index % 2 === 1) as number[]);
  return ended.filter((_, index) => index % 2 === 0) as UserId[];
}

/** Added to the longest search: entries of a dead installation expire. */
const EXPIRY_GRACE_MS = 5_000;

/**
 * The queue in Redis, a method per transition. Losing it costs a search, never a coin or a game. While Redis is
 * unavailable, every method throws SERVICE_UNAVAILABLE.
 */
export class Queue {
  readonly #redis: Redis;
  readonly #times: QueueTimes;

  constructor(redis: Redis, times: QueueTimes) {
    this.#redis = redis;
    this.#times = times;
  }

  /**
   * Enters the queue of a bet and leaves any other. A repeat changes nothing.
   * @param computer whether the user accepts a computer player in a search for coins; the newest search decides
   * @param isReentry whether a gateway enters a search that the queue may have lost; returns `over` if it has ended
   * @param waitedMs the age of a search that the queue may have lost: with `isReentry` at most the time of a search, with
   *   `computer` at most the time before a computer player; 0 for others
   * @param searchId the search that the request begins; returns `over` if it has ended: the request arrives late or twice
   * @param arrivedMsAgo when the request arrived; returns `over` if the user has left since
   */
  async enqueue(
    userId: UserId,
    bet: QuickMatchBet,
    { computer = false, isReentry = false, waitedMs = 0, searchId = '', arrivedMsAgo = 0 }: Entry = {},
  ): Promise<SearchState> {
    const life = this.#times.searchMs + this.#times.absentMs + EXPIRY_GRACE_MS;
    const flags = [computer, isReentry].map(Number);
    const oldest = isReentry ? this.#times.searchMs : computer ? this.#times.botAfterMs : 0;
    const age = Math.min(Math.max(waitedMs, 0), oldest);
    const args = [userId, bet, life, ...flags, searchId, age, Math.floor(arrivedMsAgo)];
    return (await this.#run(ENQUEUE, ...args)) as SearchState;
  }

  /**
   * Leaves the queue; while a match is being made, if none comes of it. Returns the bet of the search, if there is one, and
   * `matched` also when its match has just been made.
   * @param searchId a search that ends even if its request has not arrived yet
   * @param isOnly whether no other search ends
   */
  async cancel(
    userId: UserId,
    searchId = '',
    isOnly = false,
  ): Promise<{ state: 'left' | 'matched'; bet: number | undefined }> {
    const answer = await this.#run(CANCEL, userId, searchId, Number(isOnly));
    const [state, bet, ...waits] = answer as ['left' | 'matched', string | undefined, ...number[]];
    recordWaits('cancelled', waits);
    return { state, bet: bet === undefined ? undefined : Number(bet) };
  }

  /**
   * Records that users are connected. Returns those who are in no queue, those who may now accept a computer opponent
   * instead of a game for coins, and the searches of those in a queue.
   */
  async keepAlive(userIds: readonly UserId[]): Promise<ConnectedSearches> {
    if (userIds.length === 0) return { absent: [], offered: [], searches: [] };
    const answer = await this.#run(KEEP_ALIVE, this.#times.botAfterMs, ...userIds);
    const [absent, offered, searching] = answer as [UserId[], UserId[], [UserId, string, number][]];
    const searches = searching.map(([userId, bet, waitedMs]) => ({ userId, bet: Number(bet), waitedMs }));
    return { absent, offered, searches };
  }

  /** Takes two users who fit out of the queue of a bet, under a lease. */
  async pair(bet: QuickMatchBet): Promise<Pair | undefined> {
    const matchId = randomUUID();
    const { leaseMs, absentMs, botAfterMs, searchMs } = this.#times;
    const bot = `player_${randomUUID()}`;
    const pair = await this.#run(PAIR, bet, matchId, leaseMs, absentMs, botAfterMs, bot, searchMs);
    const [a, b] = pair as UserId[];
    return a && b ? { matchId, userIds: [a, b], bet } : undefined;
  }

  /** Keeps two users apart as long as the first searches. */
  async keepApart(userId: UserId, other: UserId): Promise<void> {
    await this.#run(KEEP_APART, userId, other);
  }

  /** Ends the searches of a match that was made: one search against a computer player, otherwise two. */
  async commit(matchId: string): Promise<void> {
    const waits = (await this.#run(COMMIT, matchId)) as number[];
    if (waits.length === 2) recordPairing(waits);
    else recordWaits('bot', waits);
  }

  /**
   * Dissolves a match: users in `back` keep their places in the queue unless they have left, the other's search ends.
   * Returns the users whose searches ended: none when the match was dissolved before.
   */
  async requeue(matchId: string, back: readonly UserId[]): Promise<UserId[]> {
    return recordEnded('cancelled', await this.#run(REQUEUE, matchId, ...back));
  }

  /** Takes over one match whose lease ended. */
  async reclaim(): Promise<Pair | undefined> {
    const [matchId, a, b, bet] = (await this.#run(RECLAIM, this.#times.leaseMs)) as
      [string, UserId, UserId, string] | [];
    return matchId && a && b ? { matchId, userIds: [a, b], bet: Number(bet) as QuickMatchBet } : undefined;
  }

  /** Ends searches that exceeded their time. Returns their users. */
  async expire(bet: QuickMatchBet): Promise<UserId[]> {
    return recordEnded('timeout', await this.#run(EXPIRE, bet, this.#times.searchMs));
  }

  /** Returns the number of searches for each bet, and the age of the oldest in milliseconds. */
  async depths(
    bets: readonly QuickMatchBet[],
  ): Promise<{ bet: QuickMatchBet; searches: number; oldestMs: number }[]> {
    const all = (await this.#run(DEPTHS, ...bets)) as number[];
    return bets.map((bet, index) => ({
      bet,
      searches: all[2 * index] ?? 0,
      oldestMs: all[2 * index + 1] ?? 0,
    }));
  }

  /** Runs a script by its hash. Redis gets its text when it does not know it yet, or no longer. */
  async #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    const parameters = [1, '{mm}:', ...args] as const;
    try {
      return await this.#redis.evalsha(hashOf(script), ...parameters).catch((error: unknown) => {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
        return this.#redis.eval(script, ...parameters);
      });
    } catch (error) {
      throw isRedisUnavailable(error) ? unavailable('matchmaking', error) : error;
    }
  }
}
