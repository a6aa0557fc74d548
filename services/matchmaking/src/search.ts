import { AppError } from '@fifteen/runtime';
import { isBusy } from './busy.ts';
import { isBet } from './bets.ts';
import type { Matchmaker, Neighbours } from './matchmaker.ts';
import type { Entered, Queue } from './queue.ts';

/** Whoever searches waits anyway; what remains of the caller's time is the bound. */
const PATIENT = { limitMs: 5_000 };

/** A person's search: entering and leaving the queue. */
export class Search {
  readonly #queue: Queue;
  readonly #neighbours: Neighbours;
  readonly #matchmaker: Matchmaker;

  constructor(queue: Queue, neighbours: Neighbours, matchmaker: Matchmaker) {
    this.#queue = queue;
    this.#neighbours = neighbours;
    this.#matchmaker = matchmaker;
  }

  /**
   * Enters the queue and tries to pair at once. Whether somebody can and may stake so much is only looked at here; what
   * counts is the start of the game. With `again`, a search that has ended stays so. Errors: INVALID (no such bet), INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME.
   */
  async join(
    userId: string,
    bet: number,
    { computer = false, again = false }: { computer?: boolean | undefined; again?: boolean | undefined } = {},
  ): Promise<Entered> {
    if (!isBet(bet)) throw new AppError('INVALID', 'Choose one of the offered bets');
    const [blocked] = await Promise.all([
      this.#matchmaker.blockedBy(userId),
      this.#refuseBusy(userId),
      this.#neighbours.room.checkStake({ userId, bet }, PATIENT),
    ]);
    const status = await this.#queue.enqueue(userId, bet, { blocked, computer, again });
    if (status === 'waiting') this.#matchmaker.pairSoon(bet);
    return status;
  }

  /** Leaves the queue; `matched` when it came too late. */
  leave(userId: string): Promise<'left' | 'matched'> {
    return this.#queue.cancel(userId);
  }

  /** Notes that these users are connected; see the queue. */
  keepAlive(userIds: readonly string[]): Promise<{ absent: string[]; offered: string[] }> {
    return this.#queue.keepAlive(userIds.slice(0, 1_000));
  }

  async #refuseBusy(userId: string): Promise<void> {
    const { game } = await this.#neighbours.room.getCurrentRoom({ userId }, PATIENT);
    if (isBusy(userId, game)) throw new AppError('ALREADY_IN_GAME', 'You are already in a game');
  }
}
