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
import { openWallet } from '../wallets.ts';

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
  const { accountId, byCookie } = await redeemCode(context, attempt, origin.ip, async (flow) => {
    await rejectBanned(context.db, flow.accountId);
    await transact(context, 'verify-email', async (sql, notifications) => {
      await consumeFlow(sql, flow, idempotencyKey);
      notifications.sessionsEnded(await confirmRegistration(sql, context, flow.accountId));
    });
    await openWallet(context, flow.accountId);
  });
  const grant = byCookie ? await signIn(context, accountId, previousToken, origin) : undefined;
  return { userId: accountId, grant };
}

async function signIn(
  context: AppContext,
  accountId: UserId,
  previousToken: string,
  origin: Origin,
): Promise<SessionGrant> {
  const issued = await transact(context, 'verify-email-session', async (sql, notifications) => {
    await writeOutbox(sql, [userSeen(accountId, pseudonymsOf(context.codes, origin))]);
    const replaced = await replaceSession(sql, { accountId, previousToken });
    if (!replaced) throw invalidCredentials();
    notifications.sessionsEnded(replaced.ended);
    return replaced.issued;
  });
  return toSessionGrant(issued);
}
