import { createHash } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import type { CodeFlow, LoginResponse, LoginRequest } from '@fifteen/proto/identity';
import { isAppError, writeOutbox, type AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { isBanned } from '../db/bans.ts';
import { reuseOrIssueCode } from '../db/code-flows.ts';
import { findLoginCandidates, type LoginCandidate } from '../db/credentials.ts';
import { attemptLogin, throttleKey } from '../db/login-throttle.ts';
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
  const candidate = await rateLimits
    .settle([['login', origin.ip]], () => findMatch(context, request, candidates, origin))
    .catch((error: unknown) => {
      // The limit of an address bounds these lines: such a login counts.
      if (isAppError(error, 'TOO_MANY_REQUESTS'))
        log.info({ accountId: candidates[0]?.id, ...pseudonyms }, 'sign-in throttled');
      throw error;
    });
  if (!candidate) {
    log.info({ accountId: candidates[0]?.id, ...pseudonyms }, 'sign-in failed');
    throw invalidCredentials();
  }
  if (await isBanned(db, candidate.id)) {
    log.info({ accountId: candidate.id, ...pseudonyms }, 'sign-in to a banned account rejected');
    throw accountBanned();
  }
  if (candidate.pending) {
    log.info({ accountId: candidate.id, ...pseudonyms }, 'sign-in to an unverified account rejected');
    return {
      outcome: { $case: 'needsVerification', value: await sendVerification(context, candidate, origin) },
    };
  }
  const { previousToken } = request;
  const { id: accountId, password_hash: passwordHash } = candidate;
  const issued = await transact(context, 'login', async (sql, notifications) => {
    await writeOutbox(sql, [userSeen(accountId, pseudonyms)]);
    const replaced = await replaceSession(sql, { accountId, previousToken, passwordHash });
    if (!replaced) {
      log.info({ accountId, ...pseudonyms }, 'sign-in failed');
      throw invalidCredentials();
    }
    notifications.sessionsEnded(replaced.ended);
    return replaced.issued;
  });
  log.info({ accountId, ...pseudonyms }, 'sign-in succeeded');
  return { outcome: { $case: 'granted', value: toSessionGrant(issued) } };
}

/**
 * Returns the candidate with this password. Each comparison is an attempt at its candidate; one whose delay is not over is
 * left out. An unknown user costs one hash, as an account or one registration does.
 * @throws TOO_MANY_REQUESTS when no candidate matches and one was left out, SERVICE_UNAVAILABLE
 */
async function findMatch(
  context: AppContext,
  { login, password }: LoginRequest,
  candidates: readonly LoginCandidate[],
  origin: Origin,
): Promise<LoginCandidate | undefined> {
  // Common delays would show whether a name and an address belong to one user (docs/threats.md, 51).
  const form = login.includes('@') ? ':address' : '';
  const compare = async (id: UserId, passwordHash?: string): Promise<boolean> => {
    const key = `${await throttleKey(context, id, origin)}${form}`;
    return attemptLogin(context.db, key, () => context.passwords.verify(passwordHash, password));
  };
  if (candidates.length === 0) await compare(toUserId(`unknown:${digest(login)}`));
  let tooSoon: AppError | undefined;
  for (const candidate of candidates)
    try {
      if (await compare(candidate.id, candidate.password_hash)) return candidate;
    } catch (error) {
      if (!isAppError(error, 'TOO_MANY_REQUESTS')) throw error;
      tooSoon = error;
    }
  if (tooSoon) throw tooSoon;
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
