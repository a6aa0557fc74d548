import { randomInt, randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import type { CreateGuestRequest, CreateGuestResponse } from '@fifteen/proto/identity';
import { isAppError, sqlState, violatedConstraint, writeOutbox, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertGuest, isGuestRequestKnown, lockGuestOfRequest, reserveName } from '../db/accounts.ts';
import type { Count } from '../db/rate-limits.ts';
import { insertMissingWallet } from '../db/wallets.ts';
import {
  createSession,
  endSession,
  insertSession,
  toIssuedSession,
  type IssuedSession,
} from '../db/sessions.ts';
import { userCreated, userSeen } from '../domain/events.ts';
import { toUsername } from '../domain/names.ts';
import { parseOrigin, pseudonymsOf, requestIdOf, type Origin } from '../domain/origin.ts';
import { toSessionGrant } from './responses.ts';
import { transact } from '../db/transaction.ts';
import { requestWallet, SIGN_IN_MS } from '../workflows/open-wallet.ts';

/** Excludes letters and digits that look alike. Eight of them are unique enough (39 bits). */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * Creates a guest's account with a session and a wallet, and ends the browser's previous session. A repeated request gets
 * another session of the same guest, and ends none.
 * @throws TOO_MANY_REQUESTS
 */
export async function createGuest(
  context: AppContext,
  { idempotencyKey, previousToken = '', ...request }: CreateGuestRequest,
): Promise<CreateGuestResponse> {
  const origin = parseOrigin(request.origin);
  const requestId = requestIdOf(context.codes, 'guest', origin, idempotencyKey);
  const issued =
    (await repeatSession(context, origin, requestId)) ??
    (await issueGuest(context, { origin, requestId, previousToken }));
  const accountId = issued.session.account.id;
  context.log.info({ accountId, ...pseudonymsOf(context.codes, origin) }, 'sign-in as a guest succeeded');
  const coins = await requestWallet(context, accountId, SIGN_IN_MS);
  return { grant: toSessionGrant(issued), coins };
}

/** Creates a session of the guest whom an earlier call of the same request has created, if there is one. */
async function repeatSession(
  context: AppContext,
  origin: Origin,
  requestId: string | undefined,
): Promise<IssuedSession | undefined> {
  if (!requestId || !(await isGuestRequestKnown(context.db, requestId))) return undefined;
  return transact(context, 'repeat-guest', async (sql, notifications) => {
    const account = await lockGuestOfRequest(sql, requestId);
    if (!account) return undefined;
    await writeOutbox(sql, [userSeen(account.id, pseudonymsOf(context.codes, origin))]);
    const { issued, ended } = await createSession(sql, account);
    notifications.sessionsEnded(ended);
    return issued;
  });
}

/**
 * Counts and creates a guest.
 * @throws TOO_MANY_REQUESTS
 */
async function issueGuest(
  context: AppContext,
  {
    origin,
    requestId,
    previousToken,
  }: { origin: Origin; requestId: string | undefined; previousToken: string },
): Promise<IssuedSession> {
  const counts = await limitGuests(context, origin);
  try {
    return await context.rateLimits.settle(counts, () =>
      transact(context, 'create-guest', async (sql, notifications) => {
        if (previousToken) notifications.sessionsEnded(await endSession(sql, previousToken));
        return writeGuest(sql, context, origin, requestId);
      }),
    );
  } catch (error) {
    if (sqlState(error) !== '23505' || violatedConstraint(error) !== 'guest_request_pkey') throw error;
    // An earlier call of the same request was still under way.
    const issued = await repeatSession(context, origin, requestId);
    if (!issued) throw error;
    return issued;
  }
}

/**
 * Counts a guest against the allowance of the network. Beyond it, a device that carried its cookie uses an allowance of its
 * own, up to a larger limit of the network, so that a school behind one address can play (docs/adr/0020). Either may allow the
 * guest, so the shorter wait counts. Returns the counts.
 * @throws TOO_MANY_REQUESTS
 */
async function limitGuests(
  { rateLimits, codes }: AppContext,
  { ip, device, deviceCarried }: Origin,
): Promise<Count[]> {
  const ofNetwork: Count[] = [['guest', ip]];
  const ofDevice: Count[] = [
    ['guestOfDevice', codes.pseudonym('device', device)],
    ['guestsOfDevices', ip],
  ];
  try {
    await rateLimits.consumeAll(ofNetwork);
    return ofNetwork;
  } catch (byNetwork) {
    if (!deviceCarried || !isAppError(byNetwork, 'TOO_MANY_REQUESTS')) throw byNetwork;
    try {
      await rateLimits.consumeAll(ofDevice);
      return ofDevice;
    } catch (byDevice) {
      if (!isAppError(byDevice, 'TOO_MANY_REQUESTS')) throw byDevice;
      const { retryAfter = 0 } = byDevice.details;
      throw retryAfter < (byNetwork.details.retryAfter ?? 0) ? byDevice : byNetwork;
    }
  }
}

/** Writes a guest's account, name, session and events in one round trip. */
async function writeGuest(
  sql: Sql,
  { codes }: AppContext,
  origin: Origin,
  requestId: string | undefined,
): Promise<IssuedSession> {
  const id = toUserId(randomUUID());
  const suffix = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const name = toUsername(`guest-${suffix}`);
  const displayName = `Guest ${randomInt(1_000, 10_000)}`;
  const [account, session] = await Promise.all([
    insertGuest(sql, { id, username: name.shown, displayName, locale: origin.locale }),
    insertSession(sql, { id, guest: true }, requestId),
    reserveName(sql, name, { accountId: id, pending: false }),
    insertMissingWallet(sql, id),
    writeOutbox(sql, [userCreated(id, true), userSeen(id, pseudonymsOf(codes, origin))]),
  ]);
  return toIssuedSession(session, account);
}
