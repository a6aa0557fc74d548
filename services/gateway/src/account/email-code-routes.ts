import type { User } from '@fifteen/contract';
import type { SessionGrant } from '@fifteen/proto/identity';
import type { FastifyReply } from 'fastify';
import type { Clients } from '../clients/clients.ts';
import type { BrowserCookies, BrowserRequest } from '../auth/browser-cookies.ts';
import { requestKey } from '../edge/idempotency.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

/** Calls that hash a password, or open an account and its wallet, wait for their turn. */
export const SLOW_CALL = { limitMs: 6_000 };
/** The text after a registration (docs/spec/play.md#play-8.2). */
export const REGISTERED_MESSAGE = 'Please verify your email to continue.';

type ByCode = 'register' | 'forgotPassword' | 'resendVerification' | 'verifyEmail' | 'resetPassword';

/** Calls around mailed codes. A code counts only with the cookie of the flow it was mailed for, or with the address. */
export function emailCodeRoutes(
  identity: Clients['identity'],
  browser: BrowserCookies,
  signIn: (reply: FastifyReply, grant: SessionGrant, previousToken: string) => Promise<User>,
): Pick<RouteHandlers<'auth'>, ByCode> {
  const codeRequest = (incoming: BrowserRequest & { body: { email: string } }) => ({
    email: incoming.body.email,
    origin: browser.origin(incoming),
    flow: browser.flow(incoming),
    idempotencyKey: requestKey(incoming.request.headers),
  });
  const proof = (incoming: BrowserRequest & { body: { token: string; email?: string | undefined } }) => ({
    code: incoming.body.token,
    email: incoming.body.email ?? '',
    flow: browser.flow(incoming),
    origin: browser.origin(incoming),
    idempotencyKey: requestKey(incoming.request.headers),
  });

  return {
    register: async (incoming) => {
      const request = { ...incoming.body, origin: browser.origin(incoming) };
      const { flow, email } = (await identity.register(request, SLOW_CALL)).codeFlow;
      browser.beginFlow(incoming.reply, flow);
      return { message: REGISTERED_MESSAGE, needsVerification: true, email };
    },
    forgotPassword: async (incoming) => {
      const { flow } = (await identity.forgotPassword(codeRequest(incoming))).codeFlow;
      browser.beginFlow(incoming.reply, flow);
      return { message: 'If this address is known, a reset code is on its way.' };
    },
    resendVerification: async (incoming) => {
      const { flow } = (await identity.resendVerification(codeRequest(incoming))).codeFlow;
      browser.beginFlow(incoming.reply, flow);
      return { message: 'Verification email has been resent successfully.' };
    },
    verifyEmail: async (incoming) => {
      const previousToken = browser.token(incoming);
      const { grant } = await identity.verifyEmail({ ...proof(incoming), previousToken }, SLOW_CALL);
      // Last: a repeat after a failure needs the flow.
      const user = grant && (await signIn(incoming.reply, grant, previousToken));
      browser.endFlow(incoming.reply);
      if (!user) return { message: 'Your email is verified. You can log in now.' };
      return { message: 'Your email is verified.', user };
    },
    resetPassword: async (incoming) => {
      await identity.resetPassword({ ...proof(incoming), newPassword: incoming.body.newPassword }, SLOW_CALL);
      browser.endFlow(incoming.reply);
      return { message: 'Your password has been reset. You can log in now.' };
    },
  };
}
