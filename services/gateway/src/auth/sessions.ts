import type { UserId } from '@fifteen/domain';
import type { Account, IdentityServiceDefinition, Session, SessionGrant } from '@fifteen/proto/identity';
import { AppError, isAppError, networkOf, type Calls } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { PushSubscriptions } from '../clients/push-subscriptions.ts';

const SESSIONS = 50_000;
/**
 * Milliseconds after its time for which a session is used while identity is unavailable: longer than a restart or a
 * failover of its database. A revocation that is received ends it at once also then, and one that was missed ends with
 * the first response of identity.
 */
const OUTAGE_MS = 10 * 60_000;
/** Milliseconds after which identity is requested again for a session that could not be authenticated. */
const RETRY_AFTER_MS = 2_000;
/** Longer tokens are invalid. */
const TOKEN_MAX = 128;

/** Origin of a request or socket. */
interface RequestOrigin {
  readonly ip: string;
  /** The browser's device cookie; may be empty. */
  readonly device: string;
}

/** The authenticated user, from the session cookie and never from the content of a request. */
export interface Caller {
  readonly userId: UserId;
  /** Safe to log. */
  readonly sessionId: string;
  readonly token: string;
  readonly guest: boolean;
  readonly account: Account;
  /** The browser has had its cookie for a day or longer: the next response over HTTP renews it. */
  readonly cookieDue: boolean;
  /** Origin of the request that identity authenticated last. */
  readonly origin: RequestOrigin;
}

const toCaller = (
  { id: sessionId, cookieDue }: Session,
  account: Account,
  token: string,
  origin: RequestOrigin,
): Caller => ({ userId: account.id, sessionId, token, guest: account.guest, account, cookieDue, origin });

interface Entry {
  caller: Caller;
  /** Milliseconds of the monotonic clock until which identity need not be requested. */
  freshUntil: number;
  /** The same, until which it may be used while identity is unavailable. */
  usableUntil: number;
  release: () => void;
}

const isFresh = (entry: Entry | undefined): entry is Entry =>
  entry !== undefined && performance.now() < entry.freshUntil;

type Identity = Pick<Calls<typeof IdentityServiceDefinition>, 'authenticate' | 'refreshSessions'>;

/** Caches identity's sessions by their tokens. */
export class Sessions {
  readonly #identity: Identity;
  readonly #pushes: PushSubscriptions;
  readonly #ttl: number;
  /** Fresh sessions, and older ones for an outage of identity. Revocations of both are received. */
  readonly #entries: LRUCache<string, Entry>;

  /** `ttl`: milliseconds for which a cached session is used. A received revocation ends it at once. */
  constructor(identity: Identity, pushes: PushSubscriptions, ttl: number) {
    this.#identity = identity;
    this.#pushes = pushes;
    this.#ttl = ttl;
    this.#entries = new LRUCache({ max: SESSIONS, dispose: ({ release }) => release() });
    setInterval(() => this.#removeOld(), ttl).unref();
  }

  /** Returns whether this session is cached and fresh. */
  isCached(token: string): boolean {
    return isFresh(this.#entries.get(token));
  }

  /**
   * Returns the session of a token, undefined for none. A request from another network than the cached one is
   * authenticated at identity again, which publishes the new network. While identity is unavailable, the cached session
   * is used for another ten minutes.
   * @throws SERVICE_UNAVAILABLE
   */
  async find(token: string | undefined, origin: RequestOrigin): Promise<Caller | undefined> {
    if (!token || token.length > TOKEN_MAX) return undefined;
    const cached = this.#entries.get(token);
    if (isFresh(cached) && networkOf(cached.caller.origin.ip) === networkOf(origin.ip)) return cached.caller;
    try {
      return await this.refresh(token, origin);
    } catch (error) {
      // A revocation may have ended it in the meantime.
      const known = this.#entries.get(token);
      const isUsable = known && performance.now() < known.usableUntil;
      if (!isUsable || !isAppError(error, 'SERVICE_UNAVAILABLE')) throw error;
      known.freshUntil = Math.max(known.freshUntil, performance.now() + RETRY_AFTER_MS);
      return known.caller;
    }
  }

  /**
   * Authenticates a session at identity, bypassing the cache.
   * @throws SERVICE_UNAVAILABLE
   */
  async refresh(token: string, origin: RequestOrigin): Promise<Caller | undefined> {
    const caller = await this.#authenticate(token, origin);
    if (!caller) return undefined;
    // A cached entry has listened until now: a revocation would have removed it.
    const isWatched = this.#entries.peek(token) !== undefined;
    const watch = this.#watch(caller);
    let isValid = false;
    try {
      // A revocation between response and subscription was missed: authenticate again once subscribed.
      isValid = (isWatched || (await this.#confirm(token, origin))) && !watch.isOver();
      if (isValid) this.#store(token, caller, watch.release);
    } finally {
      if (!isValid) watch.release();
    }
    return isValid ? caller : undefined;
  }

  /**
   * Refreshes the sessions of up to 1000 open sockets at identity, bypassing the cache. Returns the callers whose session
   * has ended.
   * @throws SERVICE_UNAVAILABLE
   */
  async refreshAll(callers: readonly Caller[]): Promise<Caller[]> {
    // The tabs of a browser share a session.
    const open = new Map(
      callers.map(({ token, origin }) => [token, { token, origin: { ...origin, locale: '' } }]),
    );
    const { sessions } = await this.#identity.refreshSessions({ sessions: [...open.values()] });
    const found = new Map(sessions.map((session) => [session.id, session]));
    return callers.filter(({ sessionId, token }) => {
      const session = found.get(sessionId);
      if (session) this.#renew(token, session);
      else this.forget(token);
      return !session;
    });
  }

  /** Updates a cached session, unless it was revoked meanwhile. */
  #renew(token: string, session: Session): void {
    const entry = this.#entries.peek(token);
    if (!entry || !session.account) return;
    entry.caller = toCaller(session, session.account, token, entry.caller.origin);
    Object.assign(entry, this.#times());
  }

  /**
   * Stores the session of an account that was created by this request, before its browser learns of it: nothing can have
   * revoked it yet, so it needs no second authentication.
   */
  async addNew({ token, session }: SessionGrant, origin: RequestOrigin): Promise<void> {
    if (!session?.account) return;
    const caller = toCaller(session, session.account, token, origin);
    const watch = this.#watch(caller);
    await this.#pushes.settled();
    if (watch.isOver()) watch.release();
    else this.#store(token, caller, watch.release);
  }

  async #confirm(token: string, origin: RequestOrigin): Promise<boolean> {
    await this.#pushes.settled();
    return (await this.#authenticate(token, origin)) !== undefined;
  }

  /**
   * Claims the daily renewal of a browser's cookie. Of parallel requests on all gateways, one gets the new expiry; the
   * others get undefined. After a failure the cookie is due again with the next authentication, so that not every request
   * waits for identity during its outage.
   */
  async renewCookie({ token }: Caller): Promise<Date | undefined> {
    const entry = this.#entries.peek(token);
    if (entry) entry.caller = { ...entry.caller, cookieDue: false };
    const { cookieDue, expiresAt } = (await this.#identity.authenticate({ token, renewCookie: true }))
      .session;
    return cookieDue ? expiresAt : undefined;
  }

  async #authenticate(token: string, origin: RequestOrigin): Promise<Caller | undefined> {
    try {
      const request = { token, origin: { ...origin, locale: '' } };
      const { session } = await this.#identity.authenticate(request);
      if (!session.account) throw new AppError('UNAUTHORIZED');
      return toCaller(session, session.account, token, origin);
    } catch (error) {
      if (!isAppError(error, 'UNAUTHORIZED')) throw error;
      this.forget(token);
      return undefined;
    }
  }

  #store(token: string, caller: Caller, release: () => void): void {
    this.#entries.set(token, { caller, release, ...this.#times() });
  }

  /** Returns until when a session that is authenticated now is used. */
  #times(): Pick<Entry, 'freshUntil' | 'usableUntil'> {
    const freshUntil = performance.now() + this.#ttl;
    return { freshUntil, usableUntil: freshUntil + OUTAGE_MS };
  }

  #removeOld(): void {
    const now = performance.now();
    for (const [token, { usableUntil }] of this.#entries.entries())
      if (usableUntil <= now) this.#entries.delete(token);
  }

  forget(token: string): void {
    this.#entries.delete(token);
  }

  /** Listens for the revocation of a session until `release` is called. */
  #watch({ userId, sessionId, token }: Caller): { isOver: () => boolean; release: () => void } {
    let over = false;
    const release = this.#pushes.subscribe('user', userId, (body) => {
      if (body.$case !== 'sessionRevoked' || body.value.sessionId !== sessionId) return;
      over = true;
      this.forget(token);
    });
    return { isOver: () => over, release };
  }
}
