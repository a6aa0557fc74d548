import { AppError, type Log } from '@fifteen/runtime';
import { isBusy } from './busy.ts';
import { coinsNeeded, isBet, type Bet } from './bets.ts';
import type { Matchmaker, Neighbours } from './matchmaker.ts';
import type { Queue } from './queue.ts';

/** Who is not to meet whom is worth waiting for, but not for long. */
const BLOCKS_MS = 1_000;

/** A person's search: entering and leaving the queue. */
export class Search {
  readonly #queue: Queue;
  readonly #neighbours: Neighbours;
  readonly #matchmaker: Matchmaker;
  readonly #log: Log;

  constructor(queue: Queue, neighbours: Neighbours, matchmaker: Matchmaker, log: Log) {
    this.#queue = queue;
    this.#neighbours = neighbours;
    this.#matchmaker = matchmaker;
    this.#log = log;
  }

  /**
   * Enters the queue and tries to pair at once. Coins are only looked at here; what counts is the hold when the game
   * starts. Errors: INVALID (no such bet), INSUFFICIENT_COINS, ALREADY_IN_GAME.
   */
  async join(userId: string, bet: number): Promise<'waiting' | 'matched'> {
    if (!isBet(bet)) throw new AppError('INVALID', 'Choose one of the offered bets');
    const [blocked] = await Promise.all([
      this.#blocked(userId),
      this.#refuseBusy(userId),
      this.#refuseShort(userId, bet),
    ]);
    const status = await this.#queue.enqueue(userId, bet, blocked);
    if (status === 'waiting') this.#matchmaker.pairSoon(bet);
    return status;
  }

  /** Leaves the queue; `matched` when it came too late. */
  leave(userId: string): Promise<'left' | 'matched'> {
    return this.#queue.cancel(userId);
  }

  /** Notes that these users' sockets are open; answers those who are in no queue. */
  keepAlive(userIds: readonly string[]): Promise<string[]> {
    return this.#queue.keepAlive(userIds.slice(0, 1_000));
  }

  /** Those with a block between them and this user. When that cannot be known, people play all the same. */
  async #blocked(userId: string): Promise<string[]> {
    try {
      const { userIds } = await this.#neighbours.social.blockedEitherWay({ userId }, { limitMs: BLOCKS_MS });
      return userIds;
    } catch (error) {
      this.#log.warn({ err: error, userId }, 'blocks are not known');
      return [];
    }
  }

  async #refuseBusy(userId: string): Promise<void> {
    const { game } = await this.#neighbours.room.current({ userId });
    if (isBusy(userId, game)) throw new AppError('ALREADY_IN_GAME', 'You are already in a game');
  }

  async #refuseShort(userId: string, bet: Bet): Promise<void> {
    const needed = coinsNeeded(bet);
    if (needed === 0) return;
    const { balances } = await this.#neighbours.economy.getBalances({ userIds: [userId] });
    if ((balances[0]?.coins ?? 0) < needed) throw tooPoor(needed);
  }
}

/** The word "coins" is what clients look for. */
const tooPoor = (needed: number): AppError =>
  new AppError('INSUFFICIENT_COINS', `Insufficient coins: you need ${needed} coins to play for this bet`, {
    needed,
  });
