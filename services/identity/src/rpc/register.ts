import type { UserId } from '@fifteen/domain';
import type { CodeFlow, RegisterRequest, RegisterResponse } from '@fifteen/proto/identity';
import { AppError, isAppError, sqlState, violatedConstraint } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { findVerificationFlow } from '../db/code-flows.ts';
import { attemptLogin } from '../db/login-throttle.ts';
import type { Count } from '../db/rate-limits.ts';
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
  const { ip, locale } = parseOrigin(request.origin);
  const registration: Registration = {
    name: parseUsername(request.username),
    email: parseEmail(request.email),
    password: parsePassword(request.password),
    ...{ locale, guestId },
  };
  await context.rateLimits.consume('mail', ip);
  return context.rateLimits.settle([['mail', ip]], () => repeatOrSave(context, registration, ip));
}

/** Returns the flow of an earlier call of the same registration, else counts and saves a new one. */
async function repeatOrSave(context: AppContext, registration: Registration, ip: string): Promise<CodeFlow> {
  const { db, codes, rateLimits } = context;
  // A guest who registers opens no further wallet.
  const accounts: Count[] = registration.guestId ? [] : [['register', ip]];
  // A rejection counts, because it reveals whether the address is taken.
  const counts: Count[] = [['rejectedRegistration', ip], ...accounts];
  let passwordHash: string | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const predecessor = await findPredecessor(db, registration);
    if (predecessor && (await isRepeat(context, predecessor, registration))) {
      // The mail was sent before: only the cookie is repeated.
      const flowId = await findVerificationFlow(db, predecessor.accountId);
      return toCodeFlow(codes, flowId ?? codes.newFlowId(), registration.email);
    }
    await rateLimits.consumeAll(counts);
    const flowId = await rateLimits.settle(counts, async () => {
      passwordHash ??= await context.passwords.hash(registration.password);
      return save(context, { ...registration, passwordHash }, predecessor);
    });
    if (flowId) return toCodeFlow(codes, flowId, registration.email);
    // A conflict has saved no account.
    await rateLimits.refundAll(accounts);
  }
  throw tooManyRequests(1);
}

/**
 * Returns whether a request repeats a registration. The result reveals whether the password is right: it is a login
 * attempt. Within a delay it is no repeat, whatever the password: a rejection would reveal that the name and the address
 * belong together.
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
  try {
    return await attemptLogin(db, predecessor.accountId, () =>
      passwords.verify(predecessor.passwordHash, password),
    );
  } catch (error) {
    if (isAppError(error, 'TOO_MANY_REQUESTS')) return false;
    throw error;
  }
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
