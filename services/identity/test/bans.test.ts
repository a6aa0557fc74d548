import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { log } from '@fifteen/testkit/services';
import { waitingTransactions } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { codeIn } from './inbox.ts';
import {
  codeAttempt,
  errorCode,
  login,
  newOrigin,
  newUser,
  openHarness,
  registerUser,
  type Harness,
  type Identity,
} from './harness.ts';

let harness: Harness;
let admin: Identity;
beforeAll(async () => {
  harness = await openHarness();
  admin = harness.callAs('admin');
});
afterAll(() => harness.stop());

const readCode = async (email: string, n = 1): Promise<string> => codeIn(await harness.inbox.nth(email, n));
const codeOf = (token: string): Promise<string> => errorCode(harness.identity.authenticate({ token }));
const bannedAt = async (userId: UserId): Promise<Date | undefined> =>
  (await admin.getAccounts({ ids: [userId] })).accounts[0]?.bannedAt;

/** Creates a guest who has entered a registration and waits for its code. */
async function registeringGuest() {
  const user = newUser();
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId })).codeFlow;
  return { ...user, userId, token, flow };
}

describe('a ban', () => {
  test('ends all sessions of the user, and their sockets', async () => {
    const user = await registerUser(harness);
    const grants = await Promise.all(
      [1, 2].map(async () => (await login(harness, user.username, user.password)).grant!),
    );
    await admin.banUser({ userId: user.userId });
    for (const { token } of grants) expect(await codeOf(token)).toBe('UNAUTHORIZED');
    const revocations = grants.map(({ session }) => `${user.userId} ${session!.id}`);
    await expect.poll(() => harness.revoked).toEqual(expect.arrayContaining(revocations));
  });

  test('is revealed at login after the right password only', async () => {
    const user = await registerUser(harness);
    await admin.banUser({ userId: user.userId });
    for (const name of [user.username, user.email])
      expect(await errorCode(login(harness, name, user.password))).toBe('ACCOUNT_BANNED');
    expect(await errorCode(login(harness, user.username, 'not the password'))).toBe('INVALID_CREDENTIALS');
  });

  test('is logged, and so is a login that it rejects', async () => {
    const info = vi.spyOn(log, 'info');
    onTestFinished(() => info.mockRestore());
    const user = await registerUser(harness);
    await admin.banUser({ userId: user.userId });
    await errorCode(login(harness, user.username, user.password));
    await admin.unbanUser({ userId: user.userId });
    const lines = info.mock.calls.filter(([, message]) => /ban/.test(String(message)));
    const accountId = user.userId;
    expect(lines).toEqual([
      [{ accountId }, 'account banned'],
      [
        { accountId, network: expect.any(String), device: expect.any(String) },
        'sign-in to a banned account rejected',
      ],
      [{ accountId }, 'account unbanned'],
    ]);
  });

  test('rejects a new password, whose code stays usable until the user is unbanned', async () => {
    const user = await registerUser(harness);
    await admin.banUser({ userId: user.userId });
    const request = { email: user.email, flow: '', origin: newOrigin() };
    const { flow } = (await harness.identity.forgotPassword(request)).codeFlow;
    const attempt = { ...codeAttempt(await readCode(user.email, 2), flow), newPassword: 'a new password' };
    expect(await errorCode(harness.identity.resetPassword(attempt))).toBe('ACCOUNT_BANNED');
    await admin.unbanUser({ userId: user.userId });
    await harness.identity.resetPassword(attempt);
    expect((await login(harness, user.username, 'a new password')).grant).toBeDefined();
  });

  test('rejects the registration of a guest in each of its steps', async () => {
    const guest = await registeringGuest();
    await admin.banUser({ userId: guest.userId });
    expect(await codeOf(guest.token)).toBe('UNAUTHORIZED');
    const upgrade = { ...newUser(), userId: guest.userId };
    expect(await errorCode(harness.identity.upgradeGuest(upgrade))).toBe('ACCOUNT_BANNED');
    expect(await errorCode(login(harness, guest.username, guest.password))).toBe('ACCOUNT_BANNED');
    const attempt = codeAttempt(await readCode(guest.email), guest.flow);
    expect(await errorCode(harness.identity.verifyEmail(attempt))).toBe('ACCOUNT_BANNED');
    await admin.unbanUser({ userId: guest.userId });
    expect((await harness.identity.verifyEmail(attempt)).grant?.session?.account).toMatchObject({
      ...{ id: guest.userId, guest: false },
    });
  });

  test('signs in no browser whose code was confirmed before', async () => {
    const user = newUser();
    const { flow } = (await harness.identity.register(user)).codeFlow;
    const attempt = { ...codeAttempt(await readCode(user.email), flow), idempotencyKey: randomUUID() };
    const { userId } = await harness.identity.verifyEmail(attempt);
    await admin.banUser({ userId });
    expect(await errorCode(harness.identity.verifyEmail(attempt))).toBe('ACCOUNT_BANNED');
  });

  test('holds for a login, and a repeated request for a guest, that were under way before it', async () => {
    const user = await registerUser(harness);
    const request = {
      origin: { ...newOrigin(), device: String(randomUUID()), deviceCarried: true },
      idempotencyKey: String(randomUUID()),
    };
    const guestId = (await harness.identity.createGuest(request)).grant.session!.account!.id;
    const ids = [user.userId, guestId];
    const [bans, signIn, repeat] = await harness.owner.tx(async (sql) => {
      await sql.query(`SELECT FROM account WHERE id = ANY($1) FOR UPDATE`, [ids]);
      const bans = Promise.all(ids.map((userId) => admin.banUser({ userId })));
      await expect.poll(() => waitingTransactions(harness.db)).toBe(2);
      const signIn = errorCode(login(harness, user.username, user.password));
      const repeat = harness.identity.createGuest(request);
      await expect.poll(() => waitingTransactions(harness.db)).toBe(4);
      return [bans, signIn, repeat] as const;
    });
    await bans;
    expect(await signIn).toBe('ACCOUNT_BANNED');
    expect((await repeat).grant.session?.account?.id).not.toBe(guestId);
  });

  test('holds for a session that a replica of the version before has created', async () => {
    const user = await registerUser(harness);
    const { grant } = await login(harness, user.username, user.password);
    await harness.owner.query(`UPDATE account SET banned_at = now() WHERE id = $1`, [user.userId]);
    expect(await codeOf(grant!.token)).toBe('UNAUTHORIZED');
  });

  test('keeps the account with its name and address', async () => {
    const user = await registerUser(harness);
    await admin.banUser({ userId: user.userId });
    const other = newUser();
    const { username, email } = user;
    expect(await errorCode(harness.identity.register({ ...other, username }))).toBe('USERNAME_TAKEN');
    expect(await errorCode(harness.identity.register({ ...other, email }))).toBe('EMAIL_TAKEN');
    const { accounts } = await harness.identity.getAccounts({ ids: [user.userId] });
    expect(accounts).toMatchObject([{ username, email }]);
  });
});

test('a user who is unbanned logs in again, with new sessions only', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  await admin.banUser({ userId: user.userId });
  await admin.unbanUser({ userId: user.userId });
  expect(await bannedAt(user.userId)).toBeUndefined();
  expect(await codeOf(grant!.token)).toBe('UNAUTHORIZED');
  expect((await login(harness, user.username, user.password)).grant).toBeDefined();
});

test('banning and unbanning again change nothing', async () => {
  const { userId } = await registerUser(harness);
  await admin.unbanUser({ userId });
  await admin.banUser({ userId });
  const first = await bannedAt(userId);
  expect(first).toBeInstanceOf(Date);
  await admin.banUser({ userId });
  expect(await bannedAt(userId)).toEqual(first);
  for (let i = 0; i < 2; i += 1) await admin.unbanUser({ userId });
  expect(await bannedAt(userId)).toBeUndefined();
});

test('only operators ban and unban, and only users who exist', async () => {
  const user = await registerUser(harness);
  const waiting = newUser();
  await harness.identity.register(waiting);
  const { account: registration } = await admin.findAccount({ name: waiting.email });
  for (const call of ['banUser', 'unbanUser'] as const) {
    expect(await errorCode(harness.identity[call]({ userId: user.userId }))).toBe('FORBIDDEN');
    for (const userId of [toUserId(randomUUID()), registration.id])
      expect(await errorCode(admin[call]({ userId }))).toBe('USER_NOT_FOUND');
  }
  expect(await bannedAt(user.userId)).toBeUndefined();
});
