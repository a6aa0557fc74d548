import type { ForgotPasswordRequest, ForgotPasswordResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { issueCode } from '../db/code-flows.ts';
import { findResetOwner } from '../db/code-owners.ts';
import { parseEmail } from '../domain/email.ts';
import { parseOrigin, requestIdOf } from '../domain/origin.ts';
import { toCodeFlow } from './responses.ts';
import { transact } from '../db/transaction.ts';

/**
 * Mails a reset code to an account, or to an unconfirmed registration: the mailbox proves either. The response is the
 * same for an unknown address (docs/threats.md, 50) and beyond the limits of code mails (docs/threats.md, 49). A repeated
 * request has the flow of the first and mails nothing, until the code expires.
 * @throws EMAIL_REQUIRED, EMAIL_INVALID, TOO_MANY_REQUESTS (per client address)
 */
export async function forgotPassword(
  context: AppContext,
  request: ForgotPasswordRequest,
): Promise<ForgotPasswordResponse> {
  const { db, codes, rateLimits } = context;
  const email = parseEmail(request.email);
  const origin = parseOrigin(request.origin);
  const { ip, locale } = origin;
  await rateLimits.consume('mail', ip);
  const carriedFlowId = codes.parseFlowCookie(request.flow);
  const requestId = requestIdOf(codes, 'code', origin, request.idempotencyKey);
  const accountId = await findResetOwner(db, email.key, carriedFlowId);
  const { flowId } = await transact(context, 'forgot-password', (sql) =>
    issueCode(sql, codes, { purpose: 'reset', email, accountId, locale, carriedFlowId, requestId }),
  );
  return { codeFlow: toCodeFlow(codes, flowId, email) };
}
