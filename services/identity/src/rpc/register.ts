import type { UserId } from '@fifteen/domain';
import type { CodeFlow, RegisterRequest, RegisterResponse } from '@fifteen/proto/identity';
import { AppError, isAppError, sqlState, violatedConstraint } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { findVerificationFlow } from '../db/code-flows.ts';
import { attemptLogin } from '../db/login-throttle.ts';
import type { RateLimits } from '../db/rate-limits.ts';
import {
  findPredecessor,
  saveRegistration,
  type Predecessor,
  type Registration,
} from '../db/registrations.ts';
import { parseEmail } from '../domain/email.ts';
import { tooManyRequests } from '../domain/errors.ts';
import { parseUsername } from '../domain/names.ts';
import { parseOrigin } from '../domain/origin.ts';
import { parsePassword } from '../domain/passwords.ts';
import { toCodeFlow } from './responses.ts';
import { transact } from '../db/transaction.ts';

/** Attempts of a registration that conflicts with others of the same address. */
const MAX_ATTEMPTS = 3;
const NAME_CONSTRAINTS = new Set(['username_pkey', 'username_skeleton_key']);

/**
 * Saves a registration for seven days and mails its code; the account is created when the code is entered.
 * Registrations of one address wait side by side, each with a code and a flow of its own; the first confirmed one ends
 * the others (docs/threats.md, 56).
 * @throws the errors of the fields' parsers, USERNAME_TAKEN, EMAIL_TAKEN, TOO_MANY_REQUESTS
 */
export async function register(context: AppContext, request: RegisterRequest): Promise<RegisterResponse> {
  return { codeFlow: await startRegistration(context, request, undefined) };
}

/** Registers a new user, or a guest who keeps the account. Throws as `register` does, and NOT_A_GUEST. */
export async function startRegistration(
  context: AppContext,
  request: RegisterRequest,
  guestId: UserId | undefined,
): Promise<CodeFlow> {
  const { db, codes, rateLimits } = context;
  const { ip, locale } = parseOrigin(request.origin);
  const registration: Registration = {
    name: parseUsername(request.username),
    email: parseEmail(request.email),
    password: parsePassword(request.password),
    ...{ locale, guestId },
  };
  await rateLimits.consume('mail', ip);
  let passwordHash: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const predecessor = await findPredecessor(db, registration);
    if (predecessor && (await isRepeat(context, predecessor, registration))) {
      // The mail was sent before: only the cookie is repeated.
      const flowId = await findVerificationFlow(db, predecessor.accountId);
      return toCodeFlow(codes, flowId ?? codes.newFlowId(), registration.email);
    }
    // A guest who registers opens no further wallet.
    const opensWallet = !predecessor?.taken && !guestId;
    const flowId = await limitRegistrations(rateLimits, { ip, opensWallet }, async () => {
      passwordHash ??= await context.passwords.hash(registration.password);
      return save(context, { ...registration, passwordHash }, predecessor);
    });
    if (flowId) return toCodeFlow(codes, flowId, registration.email);
  }
  throw tooManyRequests(1);
}

/**
 * Counts a registration before it is saved, and takes back afterwards what does not apply: a saved one is no rejection,
 * a rejected one is no account, and one that an overload or a conflict prevented is neither. A rejection counts, because
 * it reveals whether the address is taken.
 * @throws TOO_MANY_REQUESTS, and what `saveFlow` throws
 */
async function limitRegistrations(
  rateLimits: RateLimits,
  { ip, opensWallet }: { ip: string; opensWallet: boolean },
  saveFlow: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const rejection = ['rejectedRegistration', ip] as const;
  const accounts = opensWallet ? [['register', ip] as const] : [];
  const counts = [rejection, ...accounts];
  await rateLimits.consumeAll(counts);
  const flowId = await saveFlow().catch(async (error: unknown) => {
    await rateLimits.refundAll(isAppError(error, 'SERVICE_UNAVAILABLE') ? counts : accounts);
    throw error;
  });
  await rateLimits.refundAll(flowId ? [rejection] : counts);
  return flowId;
}

/**
 * Returns whether a request repeats a registration. The result reveals whether the password is right: it is a login
 * attempt.
 */
async function isRepeat(
  { db, passwords }: AppContext,
  predecessor: Predecessor,
  { name, email, password, guestId }: Registration,
): Promise<boolean> {
  const isSame =
    predecessor.fresh &&
    predecessor.username === name.shown &&
    predecessor.emailKey === email.key &&
    (guestId === undefined || guestId === predecessor.accountId);
  if (!isSame) return false;
  return attemptLogin(db, predecessor.accountId, () => passwords.verify(predecessor.passwordHash, password));
}

/** Saves a registration. Returns its flow, or undefined when another request has changed the predecessor. */
async function save(
  context: AppContext,
  registration: Registration & { passwordHash: string },
  predecessor: Predecessor | undefined,
): Promise<string | undefined> {
  try {
    return await transact(context, 'register', (sql) =>
      saveRegistration(sql, context.codes, registration, predecessor),
    );
  } catch (error) {
    if (sqlState(error) !== '23505' || !NAME_CONSTRAINTS.has(violatedConstraint(error))) throw error;
    throw new AppError('USERNAME_TAKEN');
  }
}
