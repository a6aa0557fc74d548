import type { Account, SessionGrant } from '@fifteen/proto/identity';
import { AppError, type Log } from '@fifteen/runtime';
import type { FastifyReply } from 'fastify';
import type { Hub } from '../hub.ts';
import type { Neighbours } from '../neighbours.ts';
import { ownUserOf } from '../own-user.ts';
import type { Persons } from '../persons.ts';
import type { Searches } from '../search.ts';
import type { Sessions, Who } from '../sessions.ts';
import type { Browser } from './browser.ts';
import { codeHandlers, REGISTERED, SLOW } from './codes.ts';
import type { Handlers } from './handler.ts';

interface Parts {
  neighbours: Neighbours;
  persons: Persons;
  sessions: Sessions;
  searches: Searches;
  hub: Hub;
  browser: Browser;
  log: Log;
}

/** Accounts and sessions. */
export function authHandlers(parts: Parts): Handlers<'auth'> {
  const { neighbours, sessions, browser } = parts;
  const { identity } = neighbours;

  const signIn = (reply: FastifyReply, grant: SessionGrant, previousToken: string) => {
    sessions.forget(previousToken);
    browser.signIn(reply, grant);
    return own(grant.session?.account);
  };
  const own = (account: Account | undefined) => ownUserOf(parts, account);

  return {
    ...codeHandlers(identity, browser, signIn),

    user: async ({ who }) => {
      const fresh = await sessions.ask(who.token, who.place);
      if (!fresh) throw new AppError('UNAUTHORIZED', 'Unauthorized');
      return own(fresh.account);
    },

    session: async (incoming) => {
      // A new visitor gets a device cookie here, which counts at the limit of guests.
      browser.origin(incoming);
      const fresh = incoming.who && (await sessions.ask(incoming.who.token, incoming.who.place));
      return { user: fresh ? await own(fresh.account) : null };
    },

    guest: async (incoming) => {
      const grant = await identity.createGuest({ origin: browser.origin(incoming) }, SLOW);
      browser.signIn(incoming.reply, grant);
      return own(grant.session?.account);
    },

    upgrade: async (incoming) => {
      const request = { userId: incoming.who.userId, ...incoming.body, origin: browser.origin(incoming) };
      const { flow, email } = await identity.upgradeGuest(request, SLOW);
      browser.beginFlow(incoming.reply, flow);
      return { message: REGISTERED, needsVerification: true, email };
    },

    login: async (incoming) => {
      const { username: login, password } = incoming.body;
      const previousToken = browser.token(incoming);
      const request = { login, password, previousToken, origin: browser.origin(incoming) };
      const { outcome } = await identity.login(request, SLOW);
      if (outcome?.$case === 'granted') {
        return signIn(incoming.reply, outcome.value, previousToken);
      }
      const { flow = '', email = '' } = outcome?.value ?? {};
      browser.beginFlow(incoming.reply, flow);
      throw new AppError('NEEDS_VERIFICATION', 'not verified', { needsVerification: true, email });
    },

    logout: async (incoming) => {
      const token = browser.token(incoming);
      const place = { ip: incoming.ip, device: browser.device(incoming) };
      const who = await sessions.find(token, place);
      if (who) await leaveAll(parts, who);
      if (token) await identity.logout({ token });
      sessions.forget(token);
      if (who) parts.hub.signOut(who.userId, who.sessionId);
      browser.signOut(incoming.reply);
      return undefined;
    },
  };
}

/**
 * Takes a player who logs out from the queue and the room first, which loses a running game (reliability 1.4). A session
 * can be ended while those services are unavailable: the seat is then one of a player who is offline.
 */
async function leaveAll({ neighbours, searches, log }: Parts, { userId }: Who): Promise<void> {
  const leaveRoom = async (): Promise<void> => {
    const { room } = await neighbours.room.getCurrentRoom({ userId });
    if (room) await neighbours.room.leaveRoom({ roomId: room.id, userId });
  };
  for (const left of await Promise.allSettled([leaveRoom(), searches.leave(userId)]))
    if (left.status === 'rejected')
      log.warn({ err: left.reason as unknown, userId }, 'a logout left a seat behind');
}
