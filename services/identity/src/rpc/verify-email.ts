import type { UserId } from '@fifteen/domain';
import type { VerifyEmailResponse, VerifyEmailRequest } from '@fifteen/proto/identity';
import { writeOutbox, type OutboxEvent, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { rejectBanned } from '../db/bans.ts';
import { consumeFlow, redeemCode } from '../db/code-attempts.ts';
import { confirmRegistration } from '../db/confirm-registration.ts';
import { replaceSession, type IssuedSession } from '../db/sessions.ts';
import { truncateKey } from '../domain/client-key.ts';
import { invalidCredentials } from '../domain/errors.ts';
import { userSeen } from '../domain/events.ts';
import { parseOrigin, pseudonymsOf } from '../domain/origin.ts';
import { toSessionGrant } from './responses.ts';
import { transact, type PendingNotifications } from '../db/transaction.ts';
import { openWallet } from '../workflows/open-wallet.ts';
import { findChanges } from '../workflows/publish-access.ts';

/**
 * Consumes a verification code: creates the account, or turns the guest into a registered user; earlier sessions end.
 * Signs in the browser of the registration.
 * @throws INVALID_CODE, ACCOUNT_BANNED, TOO_MANY_REQUESTS
 */
export async function verifyEmail(
  context: AppContext,
  { code, flow: flowCookie, email, previousToken = '', ...request }: VerifyEmailRequest,
): Promise<VerifyEmailResponse> {
  const origin = parseOrigin(request.origin);
  const pseudonyms = pseudonymsOf(context.codes, origin);
  const idempotencyKey = truncateKey(request.idempotencyKey);
  const attempt = { purpose: 'verify', code, flow: flowCookie, email, idempotencyKey } as const;
  let issued: IssuedSession | undefined;
  const { accountId, byCookie, isConsumed } = await redeemCode(context, attempt, origin, async (flow) => {
    await rejectBanned(context.db, flow.accountId);
    // In one transaction: a browser whose former session ends must not wait long for the new one.
    issued = await transact(context, 'verify-email', async (sql, notifications) => {
      await consumeFlow(sql, flow, idempotencyKey);
      notifications.sessionsEnded(await confirmRegistration(sql, context, flow));
      if (!flow.byCookie) return undefined;
      const seen = userSeen(flow.accountId, pseudonyms);
      return signIn(sql, notifications, { accountId: flow.accountId, previousToken }, [seen]);
    });
    await openWallet(context, flow.accountId);
  });
  // A repeat gets another session. Its network and device are published only when they differ.
  if (byCookie && isConsumed)
    issued = await transact(context, 'verify-email-session', async (sql, notifications) => {
      const changes = await findChanges(sql, context, [{ userId: accountId, origin }]);
      return signIn(sql, notifications, { accountId, previousToken }, changes);
    });
  context.log.info({ accountId, ...pseudonyms }, issued ? 'sign-in by code succeeded' : 'e-mail verified');
  return { userId: accountId, grant: issued && toSessionGrant(issued) };
}

/** Creates a session in place of the browser's previous one, and writes the events. */
async function signIn(
  sql: Sql,
  notifications: PendingNotifications,
  request: { accountId: UserId; previousToken: string },
  events: OutboxEvent[],
): Promise<IssuedSession> {
  const replaced = await replaceSession(sql, request);
  if (!replaced) throw invalidCredentials();
  await writeOutbox(sql, events);
  notifications.sessionsEnded(replaced.ended);
  return replaced.issued;
}
