import { randomUUID } from 'node:crypto';
import { DEFAULT_QUICK_MATCH_BET, isQuickMatchBet, type UserId } from '@fifteen/domain';
import type { SearchEnded } from '@fifteen/proto/events';
import type { GameState } from '@fifteen/proto/game';
import { type QueuedSearch, SearchStatus } from '@fifteen/proto/matchmaking';
import type { RoomState } from '@fifteen/proto/room';
import { AppError, isAppError, type Log, type Pusher } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import { Admission } from '../edge/admission.ts';
import type { Limits } from '../edge/limits.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { Connection } from '../realtime/connection.ts';
import { logUpdateFailure } from '../realtime/log-update-failure.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import type { UserNotifications } from '../realtime/user-notifications.ts';
import { isActive } from '../translation/game.ts';
import { findAbandoned } from './abandoned-searches.ts';
import { begun, currentSearch, type Searching } from './known-search.ts';
import { RequestsInOrder } from './requests-in-order.ts';
import { isIdleIn, isMatchedIn } from './room-relations.ts';
import {
  queueError,
  type SearchResponse,
  toComputerOffer,
  toSearchError,
  toSearchResponse,
  toTimeout,
} from './search-responses.ts';
import { findStayToLeave } from './stay-to-leave.ts';

/** Milliseconds after which the gateway stops renewing a search. The queue ends it after 60 s. */
const STOP_RENEWING_AFTER_MS = 70_000;
const IDS_PER_CALL = 1_000;
/** Requests to search under way in a gateway: a sixth of a second of work of two cores. */
const JOINS_AT_ONCE = 16;
/** Timeout of calls during a search: a slow upstream delays the search and does not end it. */
const LONG_TIMEOUT = { limitMs: 5_000 };

interface Deps {
  clients: Pick<Clients, 'matchmaking' | 'room'>;
  connections: UserConnections;
  notifications: UserNotifications;
  presence: Pick<PresenceStore, 'connectedAmong' | 'offlineSince'>;
  limits: Limits;
  push: Pusher;
  /** Sends a match to a user's connections. */
  announce: (userId: UserId, room: RoomState, game?: GameState) => Promise<void>;
  log: Log;
}

/**
 * Quick match for the users of this gateway. The queue has the searches. The gateway keeps what it knows of those of its
 * users, renews them while a socket is open, and learns of changes in six ways:
 *
 * - a request of the user joins or leaves; it decides while it is pending, because a push may be of before;
 * - the push `searchBegan`: another gateway received the request, and both renew the search;
 * - the push `searchEnded`: the queue has ended the search, which ends here unless the queue has another;
 * - the push `match`: it is announced to the user's sockets, and the search is over;
 * - the push `room`: another gateway let the user into a room, so the search is left unless they play there;
 * - each renewal: another search that the queue has is taken over; one that it lacks is matched, over, or enters again.
 */
export class Searches {
  readonly #searching = new Map<UserId, Searching>();
  readonly #requests = new RequestsInOrder();
  readonly #joins = new Admission(JOINS_AT_ONCE);
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { events } = deps.notifications;
    events.on('searchBegan', (userId, { bet, computer }) => {
      // A pending request decides: its own push, or an earlier one, comes before the response.
      if (!this.#requests.has(userId)) this.#begin(userId, bet, computer);
    });
    events.on('searchEnded', (userId, ended) => void this.#endedEarlier(userId, ended));
    // Another gateway let the user in: the search that is known here is one that it may not know.
    events.on('room', (userId) => {
      const search = this.#searching.get(userId);
      if (search) void this.#endInRoom(userId, search);
    });
    events.on('match', (userId, { room, game }) => {
      if (!room || (game && !isActive(game))) return;
      this.#matched(userId, room, game).catch(logUpdateFailure(deps.log));
    });
  }

  /**
   * Enters the queue, after the user has left their room. A user who is already in it for that bet and passes `computer`
   * accepts a computer player.
   * @throws INVALID_BET, INSUFFICIENT_COINS, STAKE_LIMIT, ALREADY_IN_GAME, QUEUE_UNAVAILABLE, TOO_MANY_REQUESTS
   */
  async join(
    userId: UserId,
    bet: number = DEFAULT_QUICK_MATCH_BET,
    computer = false,
  ): Promise<SearchResponse<'waiting' | 'matched'>> {
    if (!isQuickMatchBet(bet)) throw new AppError('INVALID_BET');
    const searchId = randomUUID();
    const enter = () => this.#enter(userId, { bet, computer, searchId });
    const recover = async (error: unknown): Promise<void> => {
      // The queue may have the user nevertheless. A player who got an error must not be matched a minute later.
      if (isAppError(error, 'QUEUE_UNAVAILABLE')) await this.#leave(userId, searchId);
    };
    try {
      // In a storm, earlier requests of the user take long, too: a rejection does not wait for them.
      this.#joins.check();
      return await this.#requests.send(userId, () => this.#joins.admit(enter), recover);
    } catch (error) {
      throw queueError(error);
    }
  }

  async #enter(
    userId: UserId,
    { bet, computer, searchId }: { bet: number; computer: boolean; searchId: string },
  ): Promise<SearchResponse<'waiting' | 'matched'>> {
    await this.#deps.limits.action('quickMatch', userId);
    // Stored first, because the match may be made before the response arrives.
    const before = this.#searching.get(userId);
    const search = this.#begin(userId, bet, computer, searchId);
    try {
      const participantId = await findStayToLeave(this.#deps, userId, LONG_TIMEOUT);
      const request = { userId, bet, computer, searchId, participantId, waitedMs: Date.now() - search.since };
      const { status } = await this.#deps.clients.matchmaking.join(request, LONG_TIMEOUT);
      return toSearchResponse(status === SearchStatus.MATCHED ? 'matched' : 'waiting', bet);
    } catch (error) {
      const isUnknown = isAppError(error, 'SERVICE_UNAVAILABLE');
      // A rejected request has changed nothing: the queue still has the search from before.
      this.#replace(userId, search, isUnknown ? undefined : before);
      throw queueError(error);
    }
  }

  /** Renews a search from now on. One for the same bet goes on. */
  #begin(userId: UserId, bet: number, computer: boolean, id?: string): Searching {
    const before = this.#searching.get(userId);
    const same = before?.bet === bet && !before.left ? before : undefined;
    const search = { ...begun(bet, computer, id ?? same?.id), since: same?.since ?? Date.now() };
    this.#searching.set(userId, search);
    return search;
  }

  /**
   * Leaves the queue. Returns `matched` when a match was made, or is being made. The end of a search is sent to the user's
   * other sockets as well; those at other gateways get it with the next renewal.
   * @param requester the socket that gets the response
   * @throws QUEUE_UNAVAILABLE, TOO_MANY_REQUESTS
   */
  async leave(userId: UserId, requester?: Connection): Promise<SearchResponse<'left' | 'matched'>> {
    return this.#leaveInOrder(userId, () => true, requester);
  }

  /** Leaves after the pending requests of the user, if the search is then still to be left. */
  async #leaveInOrder(
    userId: UserId,
    isWanted: () => boolean | Promise<boolean>,
    requester?: Connection,
  ): Promise<SearchResponse<'left' | 'matched'>> {
    const { response, hadSearch, isNewest } = await this.#requests.send(userId, async () => {
      if (!(await isWanted()))
        return { response: toSearchResponse('left', 0), hadSearch: false, isNewest: false };
      return { ...(await this.#leave(userId)), isNewest: !this.#requests.hasNext(userId) };
    });
    // A search that begins next is not over.
    if (hadSearch && isNewest && response.status === 'left') this.#send(userId, response, requester);
    return response;
  }

  async #leave(
    userId: UserId,
    searchId = this.#searching.get(userId)?.id,
  ): Promise<{ response: SearchResponse<'left' | 'matched'>; hadSearch: boolean }> {
    const search = this.#searching.get(userId);
    this.#searching.delete(userId);
    try {
      const { matched, bet = search?.bet } = await this.#deps.clients.matchmaking.leave({ userId, searchId });
      // The queue forgets a match once it is made: its game may have begun unseen.
      const isMatched = matched || (search !== undefined && (await this.#findMatch(userId)));
      // The next renewals find the match, if its push is lost, or that none was made.
      if (matched) this.#restore(userId, { ...(search ?? begun(bet)), left: true, abandoned: false });
      const response = toSearchResponse(isMatched ? 'matched' : 'left', bet ?? 0);
      return { response, hadSearch: search !== undefined || bet !== undefined };
    } catch (error) {
      this.#restore(userId, search);
      throw queueError(error);
    }
  }

  /** Forgets a search for another or none, unless it has ended or another has begun. */
  #replace(userId: UserId, search: Searching, other?: Searching): void {
    if (this.#searching.get(userId) !== search) return;
    if (other) this.#searching.set(userId, other);
    else this.#searching.delete(userId);
  }

  /** Knows a search again, unless another has begun. */
  #restore(userId: UserId, search: Searching | undefined): void {
    if (search && !this.#searching.has(userId)) this.#searching.set(userId, search);
  }

  /**
   * Resumes the search of a reconnected user, also from another gateway or from before a restart. Returns its state for the
   * client, which may be a reloaded page; undefined without a search. One of a user in a room ends: the gateway that let
   * them in may have crashed before it left the queue.
   */
  async resume(userId: UserId): Promise<SearchResponse<'waiting'> | undefined> {
    await this.#requests.settled(userId);
    const { absentUserIds, offeredUserIds, searches } = await this.#deps.clients.matchmaking.keepAlive({
      userIds: [userId],
    });
    // A request that began meanwhile decides.
    if (absentUserIds.length > 0 || this.#requests.has(userId)) return undefined;
    const [queued] = searches;
    const search = currentSearch(this.#searching.get(userId), queued);
    this.#searching.set(userId, search);
    if (!queued || (await this.#endInRoom(userId, search))) return undefined;
    // It may have ended meanwhile, and a request decides.
    if (!this.#searching.has(userId) || this.#requests.has(userId)) return undefined;
    if (offeredUserIds.length === 0) return toSearchResponse('waiting', queued.bet);
    search.offered = true;
    return toComputerOffer(queued.bet);
  }

  /** Leaves abandoned searches, renews those of connected users, and reconciles those that the queue does not know. */
  async keepAlive(): Promise<void> {
    const abandoned = await findAbandoned(this.#deps, this.#searching);
    const userIds = [...this.#searching.keys()].filter((userId) => !abandoned.has(userId));
    const leaves = [...abandoned].map(([userId, search]) =>
      this.#tryLeave(userId, () => this.#isCurrent(userId, search)),
    );
    await Promise.all([this.#renew(userIds), ...leaves]);
  }

  async #renew(userIds: readonly UserId[]): Promise<void> {
    for (let from = 0; from < userIds.length; from += IDS_PER_CALL) {
      const chunk = userIds.slice(from, from + IDS_PER_CALL);
      const known = new Map(chunk.map((userId) => [userId, this.#searching.get(userId)]));
      const { absentUserIds, offeredUserIds, searches } = await this.#deps.clients.matchmaking.keepAlive({
        userIds: chunk,
      });
      for (const queued of searches) this.#update(known.get(queued.userId), queued);
      for (const userId of offeredUserIds) this.#offer(userId);
      await Promise.all(absentUserIds.map((userId) => this.#reconcile(userId)));
    }
  }

  /** Takes over the search of the queue, unless it has changed here since the renewal: another gateway changed it. */
  #update(known: Searching | undefined, queued: QueuedSearch): void {
    const { userId } = queued;
    if (known && this.#searching.get(userId) === known && !this.#requests.has(userId))
      this.#searching.set(userId, currentSearch(known, queued));
  }

  /** Offers a bot once per search. The search continues meanwhile. */
  #offer(userId: UserId): void {
    const search = this.#searching.get(userId);
    if (!search || search.offered) return;
    search.offered = true;
    this.#send(userId, toComputerOffer(search.bet ?? 0));
  }

  /** Leaves the queue for a user who has entered a room. Never throws: if that fails, the next renewals leave it. */
  async abandon(userId: UserId): Promise<void> {
    await this.#tryLeave(userId, () => {
      const search = this.#searching.get(userId);
      if (search) search.abandoned = true;
      return true;
    });
  }

  /**
   * Ends a search whose user is in a room, but not one that begins meanwhile or a match that is being made. Never throws:
   * while the room is unknown, the search goes on. Returns whether it ends.
   */
  async #endInRoom(userId: UserId, search: Searching): Promise<boolean> {
    let isEnding = false;
    await this.#tryLeave(userId, async () => {
      const { room, game } = await this.#deps.clients.room.getCurrentRoom({ userId });
      isEnding = isIdleIn(userId, room, game) && this.#isCurrent(userId, search);
      if (isEnding) search.abandoned = true;
      return isEnding;
    });
    return isEnding;
  }

  /** Leaves after the pending requests of the user, if the search is then still to be left. Never throws. */
  async #tryLeave(userId: UserId, isWanted: () => boolean | Promise<boolean>): Promise<void> {
    await this.#leaveInOrder(userId, isWanted).catch((error: unknown) =>
      this.#deps.log.info({ err: error, userId }, 'leaving the queue failed'),
    );
  }

  /** Whether no other search of the user has begun since, and it has not ended. */
  #isCurrent(userId: UserId, search: Searching): boolean {
    return this.#searching.get(userId) === search;
  }

  /**
   * Reconciles a search that the queue does not have. It may be entering, matched (the push was lost), expired, lost by
   * Redis, or cancelled on another gateway. The gateway enters it again unless the search has ended: also with a match that
   * was over before its player saw it, for which they stay in its room. Another one would cost coins once more.
   */
  async #reconcile(userId: UserId): Promise<void> {
    const search = this.#searching.get(userId);
    if (!search || this.#requests.has(userId)) return;
    try {
      const { room, game } = await this.#deps.clients.room.getCurrentRoom({ userId });
      if (await this.#announceMatch(userId, room, game)) return;
      if (this.#searching.get(userId) !== search) return;
      if (search.bet === undefined) this.#replace(userId, search);
      else if (search.left || isIdleIn(userId, room, game)) this.#cancelled(userId, search.bet);
      else if (Date.now() - search.since > STOP_RENEWING_AFTER_MS)
        this.#ended(userId, { bet: search.bet, code: 'TIMEOUT' });
      else await this.#reenter(userId, search, search.bet);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.#deps.log.info({ code: error.code, userId }, 'resuming a search failed');
      // Other errors may be transient: a user who is in a game was matched at this moment.
      const stakeLimit = isAppError(error, 'STAKE_LIMIT') ? error.details : undefined;
      const isFinal = error.code === 'INSUFFICIENT_COINS' || stakeLimit !== undefined;
      if (isFinal && this.#searching.get(userId) === search)
        this.#ended(userId, { bet: search.bet ?? 0, code: error.code, stakeLimit });
    }
  }

  /** Announces the match of a user, if room knows one. Returns whether there is one. */
  async #findMatch(userId: UserId): Promise<boolean> {
    const { room, game } = await this.#deps.clients.room.getCurrentRoom({ userId });
    return this.#announceMatch(userId, room, game);
  }

  /**
   * Announces the match of a user in their room: its push may be lost, also at the gateway of the user's sockets, which
   * gets it once more. Returns whether there is one.
   */
  async #announceMatch(
    userId: UserId,
    room: RoomState | undefined,
    game: GameState | undefined,
  ): Promise<boolean> {
    const { connections, push } = this.#deps;
    if (!room || !isMatchedIn(userId, room, game)) return false;
    await this.#matched(userId, room, game);
    if (connections.of(userId).size === 0) push.toUser(userId, { $case: 'match', value: { room, game } });
    return true;
  }

  async #reenter(userId: UserId, search: Searching, bet: number): Promise<void> {
    const { matchmaking } = this.#deps.clients;
    const { computer, id: searchId, since } = search;
    const waitedMs = Date.now() - since;
    const { status } = await matchmaking.join({ userId, bet, computer, reentry: true, searchId, waitedMs });
    if (status !== SearchStatus.OVER || this.#searching.get(userId) !== search) return;
    // It may have ended with a match whose game had not begun a moment ago.
    if ((await this.#findMatch(userId)) || this.#searching.get(userId) !== search) return;
    this.#cancelled(userId, bet);
  }

  /** Ends a search that was cancelled at another gateway, or while a match was being made of which none came. */
  #cancelled(userId: UserId, bet: number): void {
    this.#searching.delete(userId);
    this.#send(userId, toSearchResponse('left', bet));
  }

  async #matched(userId: UserId, room: RoomState, game?: GameState): Promise<void> {
    this.#ended(userId);
    await this.#deps.announce(userId, room, game);
  }

  /**
   * Ends the search that a push is about, unless its user has begun another: a push may be late. While the queue cannot
   * say, the search goes on, and its next renewal decides.
   */
  async #endedEarlier(userId: UserId, why: SearchEnded): Promise<void> {
    if (this.#requests.has(userId)) return;
    const search = this.#searching.get(userId);
    const isQueued = await this.#deps.clients.matchmaking.keepAlive({ userIds: [userId] }).then(
      ({ absentUserIds }) => absentUserIds.length === 0,
      () => true,
    );
    if (!isQueued && this.#searching.get(userId) === search) this.#ended(userId, why);
  }

  #ended(userId: UserId, why?: SearchEnded): void {
    this.#searching.delete(userId);
    if (!why) return;
    if (why.code === 'TIMEOUT') return this.#send(userId, toTimeout(why.bet));
    const error = toSearchError(why);
    for (const connection of this.#deps.connections.of(userId))
      connection.send({ type: 'matchmaking_error', ...error });
  }

  /** Sends a search to the user's sockets, but not to the one that gets it as a response. */
  #send(userId: UserId, response: SearchResponse, requester?: Connection): void {
    for (const connection of this.#deps.connections.of(userId))
      if (connection !== requester) connection.send({ type: 'matchmaking_response', ...response });
  }
}
