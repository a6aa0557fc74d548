import { createHash } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import type { CodeFlow, LoginResponse, LoginRequest } from '@fifteen/proto/identity';
import { isAppError, writeOutbox } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { isBanned } from '../db/bans.ts';
import { reuseOrIssueCode } from '../db/code-flows.ts';
import { findLoginCandidates, type LoginCandidate } from '../db/credentials.ts';
import { countLoginAttempt, resetLoginAttempts, throttleKey } from '../db/login-throttle.ts';
import { replaceSession } from '../db/sessions.ts';
import { parseEmail } from '../domain/email.ts';
import { accountBanned, invalidCredentials } from '../domain/errors.ts';
import { userSeen } from '../domain/events.ts';
import { parseOrigin, pseudonymsOf, type Origin } from '../domain/origin.ts';
import { toCodeFlow, toSessionGrant } from './responses.ts';
import { transact } from '../db/transaction.ts';

/**
 * Signs in. An unknown user takes the same path as a known one: same statements, one hash, same response
 * (docs/threats.md, 45; docs/threats.md, 50). Several registrations of one address cost a hash each (docs/adr/0021). A ban
 * is revealed after the right password only.
 * @throws INVALID_CREDENTIALS, ACCOUNT_BANNED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
export async function login(context: AppContext, request: LoginRequest): Promise<LoginResponse> {
  const { db, codes, rateLimits, log } = context;
  const origin = parseOrigin(request.origin);
  const pseudonyms = pseudonymsOf(codes, origin);
  await rateLimits.consume('login', origin.ip);
  const candidates = await findLoginCandidates(db, request.login);
  // Common delays would show whether a name and an address belong to one user (docs/threats.md, 51).
  const form = request.login.includes('@') ? ':address' : '';
  const ownerId = candidates[0]?.id ?? toUserId(`unknown:${digest(request.login)}`);
  const attemptsKey = `${await throttleKey(context, ownerId, origin)}${form}`;
  await countLoginAttempt(db, attemptsKey);
  const candidate = await findMatch(context, candidates, request.password).catch(async (error: unknown) => {
    // An overload tried no password, and the request is repeated.
    if (isAppError(error, 'SERVICE_UNAVAILABLE')) await rateLimits.refund('login', origin.ip);
    throw error;
  });
  if (!candidate) {
    log.info({ accountId: candidates[0]?.id, ...pseudonyms }, 'sign-in failed');
    throw invalidCredentials();
  }
  await resetLoginAttempts(db, attemptsKey);
  if (await isBanned(db, candidate.id)) {
    log.info({ accountId: candidate.id, ...pseudonyms }, 'sign-in to a banned account rejected');
    throw accountBanned();
  }
  if (candidate.pending)
    return {
      outcome: { $case: 'needsVerification', value: await sendVerification(context, candidate, origin) },
    };
  const { previousToken } = request;
  const { id: accountId, password_hash: passwordHash } = candidate;
  const issued = await transact(context, 'login', async (sql, notifications) => {
    await writeOutbox(sql, [userSeen(accountId, pseudonyms)]);
    const replaced = await replaceSession(sql, { accountId, previousToken, passwordHash });
    if (!replaced) throw invalidCredentials();
    notifications.sessionsEnded(replaced.ended);
    return replaced.issued;
  });
  log.info({ accountId, ...pseudonyms }, 'sign-in succeeded');
  return { outcome: { $case: 'granted', value: toSessionGrant(issued) } };
}

/** Returns the candidate with this password. An unknown user costs one hash, as an account or one registration does. */
async function findMatch(
  { passwords }: AppContext,
  candidates: readonly LoginCandidate[],
  password: string,
): Promise<LoginCandidate | undefined> {
  if (candidates.length === 0) await passwords.verify(undefined, password);
  for (const candidate of candidates)
    if (await passwords.verify(candidate.password_hash, password)) return candidate;
  return undefined;
}

/** Returns the flow of the registration's code, and mails a new code when none can be used. */
async function sendVerification(
  context: AppContext,
  candidate: LoginCandidate,
  { locale }: Origin,
): Promise<CodeFlow> {
  const { codes } = context;
  const email = parseEmail(candidate.email);
  const { flowId } = await transact(context, 'login-unverified', (sql) =>
    reuseOrIssueCode(sql, codes, {
      ...{ purpose: 'verify', email, accountId: candidate.id, locale },
      hasPassword: true,
    }),
  );
  return toCodeFlow(codes, flowId, email);
}

const digest = (login: string): string =>
  createHash('sha256').update(login.trim().normalize('NFKC').toLowerCase()).digest('base64url');
