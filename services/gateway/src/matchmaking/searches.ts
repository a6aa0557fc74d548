import { DEFAULT_QUICK_MATCH_BET, isBot, isQuickMatchBet, type UserId } from '@fifteen/domain';
import { errorResponse } from '@fifteen/contract';
import type { GameState } from '@fifteen/proto/game';
import { SearchStatus } from '@fifteen/proto/matchmaking';
import type { RoomState } from '@fifteen/proto/room';
import { AppError, isAppError, type Log } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import { logUpdateFailure } from '../realtime/log-update-failure.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import type { UserNotifications } from '../realtime/user-notifications.ts';
import { isActive, seatOf } from '../translation/game.ts';

/** Milliseconds after which the search of a user without a socket ends. */
const ABANDONED_AFTER_MS = 10_000;
/** Milliseconds after which the gateway stops renewing a search. The queue ends it after 60 s. */
const STOP_RENEWING_AFTER_MS = 70_000;
const IDS_PER_CALL = 1_000;
/** Timeout of calls during a search: a slow upstream delays the search and does not end it. */
const LONG_TIMEOUT = { limitMs: 5_000 };

const MESSAGES = {
  waiting: 'Looking for an opponent...',
  matched: "You've been matched with an opponent. Game starting...",
  left: "You've left the matchmaking queue.",
} as const;

const COMPUTER_OFFERED = 'Nobody has come yet. You can play the computer instead, for no coins.';

/** State of a user's search. */
export interface SearchResponse<S extends keyof typeof MESSAGES> {
  status: S;
  message: string;
  betAmount: number;
}

const toResponse = <S extends keyof typeof MESSAGES>(status: S, betAmount: number): SearchResponse<S> => ({
  status,
  message: MESSAGES[status],
  betAmount,
});

const queueError = (error: unknown): unknown =>
  isAppError(error, 'SERVICE_UNAVAILABLE') ? new AppError('QUEUE_UNAVAILABLE') : error;

interface Deps {
  clients: Pick<Clients, 'matchmaking' | 'room'>;
  connections: UserConnections;
  notifications: UserNotifications;
  presence: PresenceStore;
  limits: Limits;
  /** Sends a match to a user's connections. */
  announce: (userId: UserId, room: RoomState, game?: GameState) => Promise<void>;
  log: Log;
}

interface Searching {
  /** Unknown for a search that started on another gateway. */
  bet: number | undefined;
  since: number;
  /** When the last socket of the user closed. */
  disconnectedSince: number | undefined;
  /** The user accepted a computer player instead of a game for coins. */
  computer: boolean;
  /** The user was offered a computer player. */
  offered: boolean;
}

const begun = (bet: number | undefined, computer = false): Searching => ({
  ...{ bet, since: Date.now(), disconnectedSince: undefined, computer, offered: computer },
});

/**
 * Quick match for the users of this gateway. Renews their searches in the queue while they are connected, and
 * reconciles searches that are missing there.
 */
export class Searches {
  readonly #searching = new Map<UserId, Searching>();
  /** Pending joins by user. */
  readonly #joining = new Map<UserId, Promise<unknown>>();
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { events } = deps.notifications;
    events.on('searchEnded', (userId, ended) => this.#ended(userId, ended));
    events.on('match', (userId, { room, game }) => {
      if (!room || (game && !isActive(game))) return;
      this.#matched(userId, room, game).catch(logUpdateFailure(deps.log));
    });
  }

  /**
   * Enters the queue. A user who is already in it for that bet and passes `computer` accepts a computer player.
   * @throws INVALID_BET, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, QUEUE_UNAVAILABLE, TOO_MANY_REQUESTS
   */
  async join(
    userId: UserId,
    bet: number = DEFAULT_QUICK_MATCH_BET,
    computer = false,
  ): Promise<SearchResponse<'waiting' | 'matched'>> {
    if (!isQuickMatchBet(bet)) throw new AppError('INVALID_BET');
    // Registered before the first await, so that a cancellation in the next frame waits for it.
    const joining = this.#enter(userId, bet, computer);
    this.#joining.set(userId, joining);
    try {
      return await joining;
    } finally {
      if (this.#joining.get(userId) === joining) this.#joining.delete(userId);
    }
  }

  async #enter(
    userId: UserId,
    bet: number,
    computer: boolean,
  ): Promise<SearchResponse<'waiting' | 'matched'>> {
    await this.#deps.limits.action('quickMatch', userId);
    // Stored first, because the match may be made before the response arrives.
    const before = this.#searching.get(userId);
    const same = before?.bet === bet ? before : undefined;
    this.#searching.set(userId, {
      ...begun(bet, computer || same?.computer),
      since: same?.since ?? Date.now(),
    });
    try {
      const { status } = await this.#deps.clients.matchmaking.join({ userId, bet, computer }, LONG_TIMEOUT);
      return toResponse(status === SearchStatus.MATCHED ? 'matched' : 'waiting', bet);
    } catch (error) {
      this.#searching.delete(userId);
      // The queue may have the user nevertheless. A player who got an error must not be matched a minute later.
      if (isAppError(error, 'SERVICE_UNAVAILABLE')) void this.leave(userId).catch(() => undefined);
      throw queueError(error);
    }
  }

  /**
   * Leaves the queue. Returns `matched` when a match was made, or is being made.
   * @throws QUEUE_UNAVAILABLE
   */
  async leave(userId: UserId): Promise<SearchResponse<'left' | 'matched'>> {
    // Waits for a pending join. Otherwise a cancellation sent at once would leave the queue before the user is in it.
    await this.#joining.get(userId)?.catch(() => undefined);
    const search = this.#searching.get(userId);
    const bet = search?.bet ?? 0;
    this.#searching.delete(userId);
    try {
      const { matched } = await this.#deps.clients.matchmaking.leave({ userId });
      // The queue forgets a match once it is made: its game may have begun unseen.
      const isMatched = matched || (search !== undefined && (await this.#announceMatch(userId)));
      // A match that is being made is found by the next renewal if its push is lost.
      if (matched) this.#restore(userId, search);
      return toResponse(isMatched ? 'matched' : 'left', bet);
    } catch (error) {
      this.#restore(userId, search);
      throw queueError(error);
    }
  }

  /** Knows a search again, unless another has begun. */
  #restore(userId: UserId, search: Searching | undefined): void {
    if (search && !this.#searching.has(userId)) this.#searching.set(userId, search);
  }

  /** Resumes the search of a reconnected user from another gateway, or from before a restart. */
  async resume(userId: UserId): Promise<void> {
    if (this.#searching.has(userId)) return;
    const { absentUserIds } = await this.#deps.clients.matchmaking.keepAlive({ userIds: [userId] });
    if (absentUserIds.length > 0) return;
    this.#searching.set(userId, begun(undefined));
  }

  /** Renews the searches of connected users, and reconciles those that the queue does not know. */
  async keepAlive(): Promise<void> {
    await this.#endAbandoned();
    const userIds = [...this.#searching.keys()];
    for (let from = 0; from < userIds.length; from += IDS_PER_CALL) {
      const chunk = userIds.slice(from, from + IDS_PER_CALL);
      const { absentUserIds, offeredUserIds } = await this.#deps.clients.matchmaking.keepAlive({
        userIds: chunk,
      });
      for (const userId of offeredUserIds) this.#offer(userId);
      await Promise.all(absentUserIds.map((userId) => this.#reconcile(userId)));
    }
  }

  /** Offers a bot once per search. The search continues meanwhile. */
  #offer(userId: UserId): void {
    const search = this.#searching.get(userId);
    if (!search || search.offered) return;
    search.offered = true;
    const response = {
      ...toResponse('waiting', search.bet ?? 0),
      message: COMPUTER_OFFERED,
      computerOffered: true,
    };
    for (const connection of this.#deps.connections.of(userId))
      connection.send({ type: 'matchmaking_response', ...response });
  }

  async #endAbandoned(): Promise<void> {
    const { connections, presence } = this.#deps;
    const disconnected = [...this.#searching.keys()].filter((userId) => connections.of(userId).size === 0);
    const connectedToOthers = await presence.connectedAmong(disconnected);
    const now = Date.now();
    // A copy: a search that turns out to be matched is entered again.
    for (const [userId, search] of [...this.#searching]) {
      if (!disconnected.includes(userId) || connectedToOthers.has(userId))
        search.disconnectedSince = undefined;
      else search.disconnectedSince ??= now;
      if (search.disconnectedSince !== undefined && now - search.disconnectedSince >= ABANDONED_AFTER_MS)
        // One that fails is repeated with the next renewal, and delays no other.
        await this.leave(userId).catch((error: unknown) =>
          this.#deps.log.info({ err: error, userId }, 'leaving the queue failed'),
        );
    }
  }

  /**
   * Reconciles a search that the queue does not have. It may be entering, matched (the push was lost), expired, lost by
   * Redis, or cancelled on another gateway. The gateway enters it again unless the search has ended.
   */
  async #reconcile(userId: UserId): Promise<void> {
    const search = this.#searching.get(userId);
    if (!search || this.#joining.has(userId)) return;
    const { log } = this.#deps;
    try {
      if (await this.#announceMatch(userId)) return;
      if (search.bet === undefined) this.#searching.delete(userId);
      else if (Date.now() - search.since > STOP_RENEWING_AFTER_MS)
        this.#ended(userId, { bet: search.bet, code: 'TIMEOUT' });
      else await this.#reenter(userId, search, search.bet);
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.info({ code: error.code, userId }, 'resuming a search failed');
      // Other errors may be transient: a user who is in a game was matched at this moment.
      if (error.code === 'INSUFFICIENT_COINS' || error.code === 'STAKE_LIMIT')
        this.#ended(userId, { bet: search.bet ?? 0, code: error.code });
    }
  }

  /** Announces the match of a user that room knows: its push may be lost. Returns whether there is one. */
  async #announceMatch(userId: UserId): Promise<boolean> {
    const { room, game } = await this.#deps.clients.room.getCurrentRoom({ userId });
    const isPlaying = game && isActive(game) && seatOf(game, userId);
    const isWaitingForComputer = !game && room?.participants.some((one) => isBot(one.userId));
    if (!room || !(isPlaying || isWaitingForComputer)) return false;
    await this.#matched(userId, room, game);
    return true;
  }

  async #reenter(userId: UserId, search: Searching, bet: number): Promise<void> {
    const { matchmaking } = this.#deps.clients;
    const { status } = await matchmaking.join({ userId, bet, computer: search.computer, reentry: true });
    if (status !== SearchStatus.OVER || this.#searching.get(userId) !== search) return;
    // It may have ended with a match whose game had not begun a moment ago.
    if (!(await this.#announceMatch(userId))) this.#searching.delete(userId);
  }

  async #matched(userId: UserId, room: RoomState, game?: GameState): Promise<void> {
    this.#ended(userId);
    await this.#deps.announce(userId, room, game);
  }

  #ended(userId: UserId, why?: { bet: number; code: string }): void {
    this.#searching.delete(userId);
    if (!why) return;
    const { body } = errorResponse(why.code);
    for (const connection of this.#deps.connections.of(userId)) {
      if (why.code === 'TIMEOUT') {
        const response = { status: 'stopped', message: body.message, betAmount: why.bet } as const;
        connection.send({ type: 'matchmaking_response', ...response });
      } else {
        connection.send({ type: 'matchmaking_error', ...body });
      }
    }
  }
}
