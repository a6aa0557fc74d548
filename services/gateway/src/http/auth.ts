import type { Account } from '@fifteen/proto/identity';
import { AppError, isAppError } from '@fifteen/runtime';
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
}

/** Accounts and sessions. */
export function authHandlers(parts: Parts): Handlers<'auth'> {
  const { neighbours, sessions, browser } = parts;
  const { identity } = neighbours;

  const own = (account: Account | undefined) => ownUserOf(parts, account);

  return {
    ...codeHandlers(identity, browser),

    user: async ({ who }) => {
      const fresh = await sessions.ask(who.token);
      if (!fresh) throw new AppError('UNAUTHORIZED', 'Unauthorized');
      return own(fresh.account);
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
        sessions.forget(previousToken);
        browser.signIn(incoming.reply, outcome.value);
        return own(outcome.value.session?.account);
      }
      const { flow = '', email = '' } = outcome?.value ?? {};
      browser.beginFlow(incoming.reply, flow);
      throw new AppError('NEEDS_VERIFICATION', 'not verified', { needsVerification: true, email });
    },

    logout: async (incoming) => {
      const token = browser.token(incoming);
      const who = await sessions.find(token);
      if (who) await leaveAll(parts, who);
      if (token) await identity.logout({ token });
      sessions.forget(token);
      if (who) parts.hub.signOut(who.userId, who.sessionId);
      browser.signOut(incoming.reply);
      return undefined;
    },
  };
}

/** Whoever logs out leaves the queue and the room first, and so loses a running game (reliability 1.4). */
async function leaveAll({ neighbours, searches }: Parts, { userId }: Who): Promise<void> {
  const { room } = await neighbours.room.current({ userId });
  await Promise.all([
    room ? neighbours.room.leave({ roomId: room.id, userId }) : undefined,
    searches.leave(userId).catch((error: unknown) => {
      // Without a queue nobody is in it; the entry dies by itself.
      if (!isAppError(error, 'QUEUE_UNAVAILABLE')) throw error;
    }),
  ]);
}
