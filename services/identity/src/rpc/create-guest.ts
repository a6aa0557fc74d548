import { randomInt, randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import type { CreateGuestRequest, CreateGuestResponse } from '@fifteen/proto/identity';
import { isAppError, writeOutbox, type Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { insertGuest, reserveName } from '../db/accounts.ts';
import { insertMissingWallet } from '../db/wallets.ts';
import { insertSession, toIssuedSession, type IssuedSession } from '../db/sessions.ts';
import { userCreated, userSeen } from '../domain/events.ts';
import { toUsername } from '../domain/names.ts';
import { parseOrigin, pseudonymsOf, type Origin } from '../domain/origin.ts';
import { toSessionGrant } from './responses.ts';
import { transact } from '../db/transaction.ts';
import { requestWallet, SIGN_IN_MS } from '../wallets.ts';

/** Excludes letters and digits that look alike. Eight of them are unique enough (39 bits). */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

/**
 * Creates a guest's account with a session and a wallet.
 * @throws TOO_MANY_REQUESTS
 */
export async function createGuest(
  context: AppContext,
  request: CreateGuestRequest,
): Promise<CreateGuestResponse> {
  const origin = parseOrigin(request.origin);
  await limitGuests(context, origin);
  const issued = await transact(context, 'create-guest', (sql) => writeGuest(sql, context, origin));
  const coins = await requestWallet(context, issued.session.account.id, SIGN_IN_MS);
  return { grant: toSessionGrant(issued), coins };
}

/**
 * Counts a guest against the allowance of the network. Beyond it, a device that carried its cookie uses an allowance of its
 * own, up to a larger limit of the network, so that a school behind one address can play (docs/adr/0020).
 */
async function limitGuests(
  { rateLimits, codes }: AppContext,
  { ip, device, deviceCarried }: Origin,
): Promise<void> {
  try {
    await rateLimits.consume('guest', ip);
  } catch (error) {
    if (!deviceCarried || !isAppError(error, 'TOO_MANY_REQUESTS')) throw error;
    await rateLimits.consumeAll([
      ['guestOfDevice', codes.pseudonym('device', device)],
      ['guestsOfDevices', ip],
    ]);
  }
}

/** Writes a guest's account, name, session and events in one round trip. */
async function writeGuest(sql: Sql, { codes }: AppContext, origin: Origin): Promise<IssuedSession> {
  const id = toUserId(randomUUID());
  const suffix = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  const name = toUsername(`guest-${suffix}`);
  const displayName = `Guest ${randomInt(1_000, 10_000)}`;
  const [account, session] = await Promise.all([
    insertGuest(sql, { id, username: name.shown, displayName, locale: origin.locale }),
    insertSession(sql, { id, guest: true }),
    reserveName(sql, name, { accountId: id, pending: false }),
    insertMissingWallet(sql, id),
    writeOutbox(sql, [userCreated(id, true), userSeen(id, pseudonymsOf(codes, origin))]),
  ]);
  return toIssuedSession(session, account);
}
