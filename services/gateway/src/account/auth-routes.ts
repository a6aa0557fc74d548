import type { User } from '@fifteen/contract';
import { DEFAULT_COINS } from '@fifteen/domain';
import type { Account, SessionGrant } from '@fifteen/proto/identity';
import { AppError, pause, type Log } from '@fifteen/runtime';
import type { FastifyReply } from 'fastify';
import type { BrowserCookies, BrowserRequest } from '../auth/browser-cookies.ts';
import type { Caller, Sessions } from '../auth/sessions.ts';
import type { Clients } from '../clients/clients.ts';
import { Admission } from '../edge/admission.ts';
import { requestKey } from '../edge/idempotency.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { PlayerLoader } from '../players/player-loader.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { emailCodeRoutes, REGISTERED_MESSAGE, SLOW_CALL } from './email-code-routes.ts';
import { loadOwnUser, NewUsers } from './own-user.ts';

/** Guests and logins under way in a gateway: a quarter of a second of work of two cores. */
const ARRIVALS_AT_ONCE = 16;
/** Milliseconds in which a match is made, or else called off: the lease of its pair, `LEASE_SECONDS` of matchmaking. */
const MATCH_MS = 6_000;
/** Milliseconds between two queries whether it is made. */
const MATCH_PAUSE_MS = 250;

interface Deps {
  clients: Clients;
  playerLoader: PlayerLoader;
  sessions: Sessions;
  searches: Searches;
  connections: UserConnections;
  browser: BrowserCookies;
  log: Log;
}

/** Accounts and sessions. */
export function authRoutes(deps: Deps): RouteHandlers<'auth'> {
  const { clients, sessions, browser } = deps;
  const { identity } = clients;
  const arrivals = new Admission(ARRIVALS_AT_ONCE);
  const newUsers = new NewUsers(clients);

  const signIn = (reply: FastifyReply, grant: SessionGrant, previousToken: string) => {
    sessions.forget(previousToken);
    browser.signIn(reply, grant);
    return own(grant.session?.account);
  };
  const own = (account: Account | undefined) => loadOwnUser(deps, account);

  return {
    ...emailCodeRoutes(identity, browser, signIn),

    user: async ({ caller }) => {
      const fresh = await sessions.refresh(caller.token, caller.origin);
      if (!fresh) throw new AppError('UNAUTHORIZED');
      return own(fresh.account);
    },

    session: async (incoming) => {
      // A new visitor gets a device cookie here, which counts at the limit of guests.
      browser.origin(incoming);
      const fresh =
        incoming.caller && (await sessions.refresh(incoming.caller.token, incoming.caller.origin));
      return { user: fresh ? await own(fresh.account) : null };
    },

    guest: (incoming) => arrivals.admit(() => createGuest(deps, newUsers, incoming)),

    upgrade: async (incoming) => {
      const request = { userId: incoming.caller.userId, ...incoming.body, origin: browser.origin(incoming) };
      const { flow, email } = (await identity.upgradeGuest(request, SLOW_CALL)).codeFlow;
      browser.beginFlow(incoming.reply, flow);
      return { message: REGISTERED_MESSAGE, needsVerification: true, email };
    },

    login: async (incoming) => {
      const { username: login, password } = incoming.body;
      const previousToken = browser.token(incoming);
      const request = { login, password, previousToken, origin: browser.origin(incoming) };
      const { outcome } = await arrivals.admit(() => identity.login(request, SLOW_CALL));
      if (outcome?.$case === 'granted') {
        return signIn(incoming.reply, outcome.value, previousToken);
      }
      const { flow = '', email = '' } = outcome?.value ?? {};
      browser.beginFlow(incoming.reply, flow);
      throw new AppError('NEEDS_VERIFICATION', { email });
    },

    logout: async (incoming) => {
      const token = browser.token(incoming);
      const place = { ip: incoming.ip, device: browser.device(incoming) };
      const caller = await sessions.find(token, place);
      if (caller) await leaveAll(deps, caller);
      if (token) await identity.logout({ token });
      sessions.forget(token);
      if (caller) deps.connections.signOut(caller.userId, caller.sessionId);
      browser.signOut(incoming.reply);
      return undefined;
    },
  };
}

/**
 * Creates a guest, whose session this gateway knows before the browser does. While the economy is unavailable, the
 * coins are those that the wallet will have: an error would make the client create another guest.
 */
async function createGuest(deps: Deps, newUsers: NewUsers, incoming: BrowserRequest): Promise<User> {
  const { clients, sessions, browser } = deps;
  const origin = browser.origin(incoming);
  const previousToken = browser.token(incoming);
  const request = { origin, previousToken, idempotencyKey: requestKey(incoming.request.headers) };
  const { grant, coins = DEFAULT_COINS } = await clients.identity.createGuest(request, SLOW_CALL);
  sessions.forget(previousToken);
  await sessions.addNew(grant, { ip: origin.ip, device: origin.device });
  browser.signIn(incoming.reply, grant);
  return newUsers.load(grant.session?.account, coins);
}

/**
 * Takes a player who logs out from the queue and then the room, which loses a running game
 * (docs/spec/guarantees.md#guarantees-4). Waits for a match that is being made, whose game they leave, too. A session can
 * be ended while those services are unavailable: the seat is then one of a player who is offline.
 */
async function leaveAll({ clients, searches, log }: Deps, { userId }: Caller): Promise<void> {
  const warn = (err: unknown) => log.warn({ err, userId }, 'leaving the room or queue failed on logout');
  const leaveRoom = async (): Promise<void> => {
    const { room } = await clients.room.getCurrentRoom({ userId });
    if (room) await clients.room.leaveRoom({ roomId: room.id, userId });
  };
  let isMatched = await searches.leave(userId).then(({ status }) => status === 'matched', warn);
  const until = Date.now() + MATCH_MS;
  await leaveRoom().catch(warn);
  // The room that they have just left may be another one than that of the match.
  while (isMatched && Date.now() < until) {
    await pause(MATCH_PAUSE_MS);
    const answer = await clients.matchmaking.leave({ userId }).catch(warn);
    // Once a match is made, the queue has no bet of its players.
    if (answer) isMatched = answer.matched && answer.bet !== undefined;
    await leaveRoom().catch(warn);
  }
}
