import type { ResendVerificationRequest, ResendVerificationResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { issueCode } from '../db/code-flows.ts';
import { findRegistration } from '../db/code-owners.ts';
import { parseEmail } from '../domain/email.ts';
import { parseOrigin, requestIdOf } from '../domain/origin.ts';
import { toCodeFlow } from './responses.ts';
import { transact } from '../db/transaction.ts';

/**
 * Mails the verification code of a registration again: that of the browser's flow, or the only one of the address. With
 * several registrations and none of this browser, it mails none (docs/threats.md, 56). Responds and throws as
 * `forgotPassword` does.
 */
export async function resendVerification(
  context: AppContext,
  request: ResendVerificationRequest,
): Promise<ResendVerificationResponse> {
  const { db, codes, rateLimits } = context;
  const email = parseEmail(request.email);
  const origin = parseOrigin(request.origin);
  const { ip, locale } = origin;
  await rateLimits.consume('mail', ip);
  const carriedFlowId = codes.parseFlowCookie(request.flow);
  const requestId = requestIdOf(codes, 'code', origin, request.idempotencyKey);
  const accountId = await findRegistration(db, email.key, carriedFlowId);
  const { flowId } = await transact(context, 'resend-verification', (sql) =>
    issueCode(sql, codes, { purpose: 'verify', email, accountId, locale, carriedFlowId, requestId }),
  );
  return { codeFlow: toCodeFlow(codes, flowId, email) };
}
