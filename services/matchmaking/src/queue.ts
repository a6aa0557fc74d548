import { randomUUID } from 'node:crypto';
import { isRedisUnavailable, unavailable, type openRedis } from '@fifteen/runtime';
import type { Bet } from './bets.ts';
import { recordPairing, recordWaits } from './metrics.ts';
import {
  CANCEL,
  COMMIT,
  ENQUEUE,
  EXPIRE,
  FIGURES,
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

/** Two users who are being matched; neither can be taken by anyone else until the lease ends. */
export interface Pair {
  matchId: string;
  userIds: [string, string];
  bet: Bet;
}

/** How somebody enters the queue. */
interface Entry {
  blocked?: readonly string[];
  computer?: boolean;
  again?: boolean;
}

/** What entering the queue came to. */
export type Entered = 'waiting' | 'matched' | 'over';

/** A little longer than any search, so that entries of a dead installation vanish by themselves. */
const GRACE_MS = 5_000;

/**
 * The queue as it stands in Redis, a method per transition. Losing it costs a search, never a coin or a game. While Redis
 * is away, every method refuses with SERVICE_UNAVAILABLE.
 */
export class Queue {
  readonly #redis: Redis;
  readonly #times: QueueTimes;

  constructor(redis: Redis, times: QueueTimes) {
    this.#redis = redis;
    this.#times = times;
  }

  /**
   * Enters the queue of a bet, leaving any other. A second time changes nothing.
   * @param blocked users they are not to meet, at most 1000
   * @param computer they accept a computer opponent, also in a search for coins
   * @param again they did so before, and the queue may have forgotten it; `over` when that search has ended
   */
  async enqueue(
    userId: string,
    bet: Bet,
    { blocked = [], computer = false, again = false }: Entry = {},
  ): Promise<Entered> {
    const life = this.#times.searchMs + this.#times.absentMs + GRACE_MS;
    const flags = [computer, again].map(Number);
    return (await this.#run(ENQUEUE, userId, bet, life, ...flags, ...blocked)) as Entered;
  }

  /** Leaves the queue, unless a match is being made already. */
  async cancel(userId: string): Promise<'left' | 'matched'> {
    const [state, ...waits] = (await this.#run(CANCEL, userId)) as ['left' | 'matched', ...number[]];
    recordWaits('cancelled', waits);
    return state;
  }

  /**
   * Notes that these users are connected. Returns those who are in no queue, and those who may choose a computer opponent
   * now instead of a game for coins.
   */
  async keepAlive(userIds: readonly string[]): Promise<{ absent: string[]; offered: string[] }> {
    if (userIds.length === 0) return { absent: [], offered: [] };
    const answer = await this.#run(KEEP_ALIVE, this.#times.botAfterMs, ...userIds);
    const [absent, offered] = answer as [string[], string[]];
    return { absent, offered };
  }

  /** Takes two users who fit out of the queue of a bet, under a lease. */
  async pair(bet: Bet): Promise<Pair | undefined> {
    const matchId = randomUUID();
    const { leaseMs, absentMs, botAfterMs } = this.#times;
    const pair = await this.#run(PAIR, bet, matchId, leaseMs, absentMs, botAfterMs, `player_${randomUUID()}`);
    const [a, b] = pair as string[];
    return a && b ? { matchId, userIds: [a, b], bet } : undefined;
  }

  /** These two are not to meet as long as the first searches. */
  async keepApart(userId: string, other: string): Promise<void> {
    await this.#run(KEEP_APART, userId, other);
  }

  /** The match was made: with one search ended by it where the other player is a bot, with two else. */
  async commit(matchId: string): Promise<void> {
    const waits = (await this.#run(COMMIT, matchId)) as number[];
    if (waits.length === 2) recordPairing(waits);
    else recordWaits('bot', waits);
  }

  /** The match was not made: `back` go on searching from where they were, the other's search ends. */
  async requeue(matchId: string, back: readonly string[]): Promise<void> {
    recordWaits('cancelled', (await this.#run(REQUEUE, matchId, ...back)) as number[]);
  }

  /** Takes over one match whose maker did not come back in time. */
  async reclaim(): Promise<Pair | undefined> {
    const [matchId, a, b, bet] = (await this.#run(RECLAIM, this.#times.leaseMs)) as string[];
    return matchId && a && b ? { matchId, userIds: [a, b], bet: Number(bet) as Bet } : undefined;
  }

  /** Ends searches that lasted too long; answers whose. */
  async expire(bet: Bet): Promise<string[]> {
    const ended = (await this.#run(EXPIRE, bet, this.#times.searchMs)) as (string | number)[];
    recordWaits('timeout', ended.filter((_, index) => index % 2 === 1) as number[]);
    return ended.filter((_, index) => index % 2 === 0) as string[];
  }

  /** How many search for each of these bets, and for how many milliseconds the first of them has. */
  async figures(bets: readonly Bet[]): Promise<{ bet: Bet; tickets: number; oldestMs: number }[]> {
    const all = (await this.#run(FIGURES, ...bets)) as number[];
    return bets.map((bet, index) => ({
      bet,
      tickets: all[2 * index] ?? 0,
      oldestMs: all[2 * index + 1] ?? 0,
    }));
  }

  /** EVALSHA would save some bytes; ioredis' `eval` keeps scripts next to their names and works after a flush. */
  async #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    try {
      return await this.#redis.eval(script, 1, '{mm}:', ...args);
    } catch (error) {
      throw isRedisUnavailable(error) ? unavailable('matchmaking') : error;
    }
  }
}
