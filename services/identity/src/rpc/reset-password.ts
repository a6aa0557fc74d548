import type { ResetPasswordResponse, ResetPasswordRequest } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { rejectBanned } from '../db/bans.ts';
import { consumeFlow, redeemCode } from '../db/code-attempts.ts';
import { confirmRegistration } from '../db/confirm-registration.ts';
import { setPassword } from '../db/credentials.ts';
import { truncateKey } from '../domain/client-key.ts';
import { parseOrigin, pseudonymsOf } from '../domain/origin.ts';
import { parsePassword } from '../domain/passwords.ts';
import { transact } from '../db/transaction.ts';
import { openWallet } from '../workflows/open-wallet.ts';

/**
 * Consumes a reset code: sets the password, ends every session and mails a notice to the owner. It creates no session.
 * @throws the errors of `parsePassword`, INVALID_CODE, ACCOUNT_BANNED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function resetPassword(
  context: AppContext,
  { code, flow: flowCookie, email, ...request }: ResetPasswordRequest,
): Promise<ResetPasswordResponse> {
  const password = parsePassword(request.newPassword);
  const origin = parseOrigin(request.origin);
  const idempotencyKey = truncateKey(request.idempotencyKey);
  const attempt = { purpose: 'reset', code, flow: flowCookie, email, idempotencyKey } as const;
  const { accountId } = await redeemCode(context, attempt, origin, async (flow) => {
    await rejectBanned(context.db, flow.accountId);
    const passwordHash = await context.passwords.hash(password);
    await transact(context, 'reset-password', async (sql, notifications) => {
      await consumeFlow(sql, flow, idempotencyKey);
      const ended =
        (await setPassword(sql, flow, passwordHash)) ??
        // The code has proved the address of a registration: it becomes the account.
        (await confirmRegistration(sql, context, flow));
      notifications.sessionsEnded(ended);
    });
    await openWallet(context, flow.accountId);
  });
  context.log.info({ accountId, ...pseudonymsOf(context.codes, origin) }, 'password reset');
  return {};
}
