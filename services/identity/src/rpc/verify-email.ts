import type { UserId } from '@fifteen/domain';
import type { SessionGrant, VerifyEmailResponse, VerifyEmailRequest } from '@fifteen/proto/identity';
import { writeOutbox } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { rejectBanned } from '../db/bans.ts';
import { consumeFlow, redeemCode } from '../db/code-attempts.ts';
import { confirmRegistration } from '../db/confirm-registration.ts';
import { replaceSession } from '../db/sessions.ts';
import { truncateKey } from '../domain/client-key.ts';
import { invalidCredentials } from '../domain/errors.ts';
import { userSeen } from '../domain/events.ts';
import { parseOrigin, pseudonymsOf, type Origin } from '../domain/origin.ts';
import { toSessionGrant } from './responses.ts';
import { transact } from '../db/transaction.ts';
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
  const idempotencyKey = truncateKey(request.idempotencyKey);
  const attempt = { purpose: 'verify', code, flow: flowCookie, email, idempotencyKey } as const;
  const { accountId, byCookie, isConsumed } = await redeemCode(context, attempt, origin.ip, async (flow) => {
    await rejectBanned(context.db, flow.accountId);
    await transact(context, 'verify-email', async (sql, notifications) => {
      await consumeFlow(sql, flow, idempotencyKey);
      notifications.sessionsEnded(await confirmRegistration(sql, context, flow));
    });
    await openWallet(context, flow.accountId);
  });
  const grant = byCookie
    ? await signIn(context, { accountId, previousToken, origin, isRepeat: isConsumed })
    : undefined;
  return { userId: accountId, grant };
}

/**
 * Creates a session. A repeat of the request creates another, whose network and device are published only when they
 * differ: events are kept for ever.
 */
async function signIn(
  context: AppContext,
  request: { accountId: UserId; previousToken: string; origin: Origin; isRepeat: boolean },
): Promise<SessionGrant> {
  const { accountId, previousToken, origin, isRepeat } = request;
  const issued = await transact(context, 'verify-email-session', async (sql, notifications) => {
    const replaced = await replaceSession(sql, { accountId, previousToken });
    if (!replaced) throw invalidCredentials();
    const events = isRepeat
      ? await findChanges(sql, context, [{ userId: accountId, origin }])
      : [userSeen(accountId, pseudonymsOf(context.codes, origin))];
    await writeOutbox(sql, events);
    notifications.sessionsEnded(replaced.ended);
    return replaced.issued;
  });
  return toSessionGrant(issued);
}
