import { AsyncLocalStorage } from 'node:async_hooks';
import type { SearchEnded } from '@fifteen/proto/events';
import type { RoomServiceDefinition } from '@fifteen/proto/room';
import type { SocialServiceDefinition } from '@fifteen/proto/social';
import {
  type AppError,
  failpoint,
  isAppError,
  type Calls,
  type ProcessContext,
  type Pusher,
} from '@fifteen/runtime';
import {
  isBot,
  isPermanentStartError,
  QUICK_MATCH_BETS,
  type QuickMatchBet,
  type UserId,
} from '@fifteen/domain';
import type { Pair, Queue } from './queue/queue.ts';

/** What making matches takes. */
export interface MatchContext extends ProcessContext {
  queue: Queue;
  push: Pusher;
  room: Calls<typeof RoomServiceDefinition>;
  social: Pick<Calls<typeof SocialServiceDefinition>, 'listBlockedEitherWay'>;
}

/** Timeout of the query for blocks. */
const BLOCKS_MS = 1_000;
/** Timeout of the creation of a match. */
const CREATION_MS = 5_000;
/** Time for the transitions in Redis of a match that is being made when the process stops. */
const STOP_GRACE_MS = 1_000;

/** Makes matches of pairs, in any number of replicas: a pair is leased to one, and its match id is unique. */
export class Matchmaker {
  readonly #context: MatchContext;
  readonly #pairing = new Map<QuickMatchBet, Promise<void>>();
  /** Passes that begin after those. */
  readonly #nextPasses = new Map<QuickMatchBet, Promise<void>>();
  /** Passes that no caller waits for, and matches that are being made. */
  readonly #running = new Set<Promise<void>>();
  /** Runs a pass outside of the call that starts it: the match is another player's, too, and has its own deadline. */
  readonly #detached = AsyncLocalStorage.snapshot();
  #isStopping = false;

  constructor(context: MatchContext) {
    this.#context = context;
    context.lifecycle.onStop('matches', () => this.#stop(), BLOCKS_MS + CREATION_MS + STOP_GRACE_MS);
  }

  /** Pairs players of this bet without delaying the caller. */
  pairSoon(bet: QuickMatchBet): void {
    const pass = this.#detached(() => this.pairAll(bet)).catch((error: unknown) =>
      this.#context.log.warn({ err: error, bet }, 'pairing failed'),
    );
    void this.#track(pass);
  }

  /** Has a stop wait for this work. */
  #track(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    void work.finally(() => this.#running.delete(work));
    return work;
  }

  /** Waits for the matches that are being made. Otherwise their players would wait for the ends of the leases. */
  async #stop(): Promise<void> {
    this.#isStopping = true;
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Pairs until no two players fit. One pass runs at a time per bet and replica, because concurrent passes would compete:
   * those who call meanwhile share the next one, which sees the entries from before.
   */
  pairAll(bet: QuickMatchBet): Promise<void> {
    const running = this.#pairing.get(bet);
    if (!running) return this.#startPass(bet);
    const next = this.#nextPasses.get(bet) ?? running.catch(() => undefined).then(() => this.#startPass(bet));
    this.#nextPasses.set(bet, next);
    return next;
  }

  #startPass(bet: QuickMatchBet): Promise<void> {
    this.#nextPasses.delete(bet);
    const pass = this.#pairPass(bet).finally(() => {
      if (!this.#nextPasses.has(bet)) this.#pairing.delete(bet);
    });
    this.#pairing.set(bet, pass);
    return pass;
  }

  async #pairPass(bet: QuickMatchBet): Promise<void> {
    while (!this.#isStopping) {
      const pair = await this.#context.queue.pair(bet);
      if (!pair) return;
      failpoint('matchmaking.after-pair');
      void this.#track(this.#begin(pair));
    }
  }

  /** Makes the match of a new pair, unless there is a block between them: then each meets another. */
  async #begin(pair: Pair): Promise<void> {
    const { matchId, bet } = pair;
    const [a, b] = pair.userIds;
    if (isBot(b) || !(await this.#areApart(a, b))) return this.make(pair);
    try {
      await this.#context.queue.keepApart(a, b);
      await this.#context.queue.requeue(matchId, pair.userIds);
      this.pairSoon(bet);
    } catch (error) {
      this.#context.log.warn({ err: error, matchId }, 'requeueing a blocked pair failed');
    }
  }

  /** Creates the room and game of a pair. Never throws: another attempt follows when the lease ends. */
  async make(pair: Pair): Promise<void> {
    const bet = pair.userIds.some(isBot) ? 0 : pair.bet;
    try {
      await this.#context.room.createMatch(
        { matchId: pair.matchId, playerIds: pair.userIds, bet },
        { limitMs: CREATION_MS },
      );
      failpoint('matchmaking.before-commit');
      await this.#context.queue.commit(pair.matchId);
    } catch (error) {
      if (isAppError(error) && isPermanentStartError(error.code)) {
        await this.#dissolve(pair, bet).catch((failure: unknown) =>
          this.#context.log.warn({ err: failure }, 'dissolving a match failed'),
        );
      } else {
        this.#context.log.warn({ err: error, matchId: pair.matchId }, 'match creation failed');
      }
    }
  }

  /** Returns whether there is a block between two users; false while social is unavailable, so that games go on. */
  async #areApart(userId: UserId, otherId: UserId): Promise<boolean> {
    try {
      const request = { userId, among: [otherId] };
      const { userIds } = await this.#context.social.listBlockedEitherWay(request, { limitMs: BLOCKS_MS });
      return userIds.includes(otherId);
    } catch (error) {
      this.#context.log.warn({ err: error, userId }, 'loading blocks failed');
      return false;
    }
  }

  /**
   * Takes over a match whose lease ended: finishes it if room has it, else puts both back into the queue. Room then creates
   * it no more: a late call would start a game after its players have left.
   */
  async reclaim(): Promise<boolean> {
    const pair = await this.#context.queue.reclaim();
    if (!pair) return false;
    const { exists } = await this.#context.room.getMatch({ matchId: pair.matchId });
    if (exists) await this.#track(this.make(pair));
    else
      await this.#context.queue.requeue(
        pair.matchId,
        pair.userIds.filter((id) => !isBot(id)),
      );
    return true;
  }

  /** Ends searches that exceeded their time, and notifies their users. */
  async expire(): Promise<void> {
    const expire = async (bet: QuickMatchBet): Promise<void> => {
      for (const userId of await this.#context.queue.expire(bet))
        this.#notifyEnd(userId, { bet, code: 'TIMEOUT' });
    };
    await Promise.all(QUICK_MATCH_BETS.map(expire));
  }

  /**
   * Dissolves a match that can never be made: a user who cannot play stops searching, and receives the reason; the other
   * keeps their place. If both can, the next match of the two may fail as well: the job pairs them, so that there is a
   * pause before it.
   * @param bet of the match: none with a computer player, whatever its user searched for
   */
  async #dissolve(pair: Pair, bet: QuickMatchBet): Promise<void> {
    const users = pair.userIds.filter((id) => !isBot(id));
    const errors = new Map<UserId, AppError>();
    const check = async (userId: UserId): Promise<void> => {
      const error = await this.#findError(userId, bet);
      if (error) errors.set(userId, error);
    };
    await Promise.all(users.map(check));
    const back = users.filter((id) => !errors.has(id));
    const ended = await this.#context.queue.requeue(pair.matchId, back);
    for (const [userId, error] of errors)
      if (ended.includes(userId)) this.#rejectSearch(userId, pair.bet, error);
    if (back.length > 0 && back.length < users.length) this.pairSoon(pair.bet);
  }

  /** Returns why a user may not play for this bet; undefined for one who may. */
  async #findError(userId: UserId, bet: QuickMatchBet): Promise<AppError | undefined> {
    try {
      await this.#context.room.checkStake({ userId, bet });
      return undefined;
    } catch (error) {
      if (isAppError(error) && isPermanentStartError(error.code)) return error;
      throw error;
    }
  }

  #rejectSearch(userId: UserId, bet: QuickMatchBet, error: AppError): void {
    const stakeLimit = isAppError(error, 'STAKE_LIMIT') ? error.details : undefined;
    this.#notifyEnd(userId, { bet, code: error.code, stakeLimit });
  }

  #notifyEnd(userId: UserId, value: SearchEnded): void {
    this.#context.push.toUser(userId, { $case: 'searchEnded', value });
  }
}
