import type { RoomService } from '@fifteen/proto/room';
import type { SocialService } from '@fifteen/proto/social';
import { failpoint, isAppError, type Calls, type Log, type Pusher } from '@fifteen/runtime';
import { isBusy } from './busy.ts';
import { BETS, type Bet } from './bets.ts';
import type { Pair, Queue } from './queue.ts';

/** The services that know whether a match can be, and who is not to meet whom. */
export interface Neighbours {
  room: Calls<typeof RoomService>;
  social: Pick<Calls<typeof SocialService>, 'listBlockedEitherWay'>;
}

/** Refusals of a match that will never be. */
const FINAL = ['INSUFFICIENT_COINS', 'STAKE_LIMIT', 'ALREADY_IN_GAME', 'CONFLICT'];
/** Who is not to meet whom is worth waiting for, but not for long. */
const BLOCKS_MS = 1_000;

const isBot = (userId: string): boolean => userId.startsWith('player_');

/** Makes matches of pairs. Any number of replicas may do so: a pair is leased to one, and its match id is unique. */
export class Matchmaker {
  readonly #queue: Queue;
  readonly #neighbours: Neighbours;
  readonly #push: Pusher;
  readonly #log: Log;
  readonly #pairing = new Map<Bet, Promise<void>>();

  constructor(queue: Queue, neighbours: Neighbours, push: Pusher, log: Log) {
    this.#queue = queue;
    this.#neighbours = neighbours;
    this.#push = push;
    this.#log = log;
  }

  /** Pairs who waits for this bet, without making the caller wait for it. */
  pairSoon(bet: Bet): void {
    this.pairAll(bet).catch((error: unknown) => this.#log.warn({ err: error, bet }, 'pairing failed'));
  }

  /** Pairs until nobody fits; one pass at a time per bet and replica, because a second would only repeat the first. */
  async pairAll(bet: Bet): Promise<void> {
    const before = this.#pairing.get(bet);
    if (before) await before.catch(() => undefined);
    const pass = this.#pairPass(bet);
    this.#pairing.set(bet, pass);
    await pass.finally(() => this.#pairing.get(bet) === pass && this.#pairing.delete(bet));
  }

  async #pairPass(bet: Bet): Promise<void> {
    for (let pair = await this.#queue.pair(bet); pair; pair = await this.#queue.pair(bet)) {
      failpoint('matchmaking.after-pair');
      void this.#begin(pair);
    }
  }

  /** Makes a match of a new pair, unless a block has come between the two while both were searching. */
  async #begin(pair: Pair): Promise<void> {
    const { matchId, bet } = pair;
    const [a, b] = pair.userIds;
    if (isBot(b) || !(await this.blockedBy(a)).includes(b)) return this.make(pair);
    try {
      await this.#queue.keepApart(a, b);
      await this.#queue.requeue(matchId, pair.userIds);
      this.pairSoon(bet);
    } catch (error) {
      this.#log.warn({ err: error, matchId }, 'requeueing a blocked pair failed');
    }
  }

  /** Makes the room and game of a pair. Never throws: what cannot be decided now is decided when the lease ends. */
  async make(pair: Pair): Promise<void> {
    const bet = pair.userIds.some(isBot) ? 0 : pair.bet;
    try {
      await this.#neighbours.room.createMatch(
        { matchId: pair.matchId, playerIds: pair.userIds, bet },
        { limitMs: 5_000 },
      );
      failpoint('matchmaking.before-commit');
      await this.#queue.commit(pair.matchId);
    } catch (error) {
      if (isAppError(error) && FINAL.includes(error.code)) {
        await this.#dissolve(pair, error.code).catch((failure: unknown) =>
          this.#log.warn({ err: failure }, 'dissolving a match failed'),
        );
      } else {
        this.#log.warn({ err: error, matchId: pair.matchId }, 'match creation failed');
      }
    }
  }

  /** Those with a block between them and this user. When that cannot be known, people play all the same. */
  async blockedBy(userId: string): Promise<string[]> {
    try {
      const { userIds } = await this.#neighbours.social.listBlockedEitherWay(
        { userId },
        { limitMs: BLOCKS_MS },
      );
      return userIds;
    } catch (error) {
      this.#log.warn({ err: error, userId }, 'loading blocks failed');
      return [];
    }
  }

  /** Takes up matches whose maker died: makes them again if the room knows them, else lets both search on. */
  async reap(): Promise<boolean> {
    const pair = await this.#queue.reclaim();
    if (!pair) return false;
    const { exists } = await this.#neighbours.room.getMatch({ matchId: pair.matchId });
    if (exists) await this.make(pair);
    else
      await this.#queue.requeue(
        pair.matchId,
        pair.userIds.filter((id) => !isBot(id)),
      );
    return true;
  }

  /** Ends searches that lasted too long, and says so. */
  async expire(): Promise<void> {
    for (const bet of BETS) {
      for (const userId of await this.#queue.expire(bet)) this.#ended(userId, bet, 'TIMEOUT');
    }
  }

  /** A match that can never be: who is the reason stops searching, the other goes on from where they were. */
  async #dissolve(pair: Pair, code: string): Promise<void> {
    const people = pair.userIds.filter((id) => !isBot(id));
    const fit = await Promise.all(people.map((id) => this.#canPlay(id, pair.bet)));
    const back = people.filter((_, index) => fit[index]);
    await this.#queue.requeue(pair.matchId, back);
    for (const userId of people) if (!back.includes(userId)) this.#ended(userId, pair.bet, code);
    if (back.length > 0) this.pairSoon(pair.bet);
  }

  async #canPlay(userId: string, bet: Bet): Promise<boolean> {
    const [{ game }, may] = await Promise.all([
      this.#neighbours.room.current({ userId }),
      this.#neighbours.room.maySit({ userId, bet }).then(
        () => true,
        (error: unknown) => {
          if (isAppError(error) && FINAL.includes(error.code)) return false;
          throw error;
        },
      ),
    ]);
    return may && !isBusy(userId, game);
  }

  #ended(userId: string, bet: Bet, code: string): void {
    this.#push.toUser(userId, { $case: 'searchEnded', value: { bet, code } });
  }
}
