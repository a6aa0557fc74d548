import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import type { AppError } from '@fifteen/runtime';
import { withRetries } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteExpiredRows } from '../src/db/expiry.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { codeIn } from './inbox.ts';
import {
  login,
  registerUser,
  openHarness,
  errorCode,
  newUser,
  newOrigin,
  advanceTime,
  mailCount,
  codeAttempt,
  type Harness,
} from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const readCode = async (email: string, n = 1): Promise<string> => codeIn(await harness.inbox.nth(email, n));

test('a new guest has an account, a session, a wallet and an event', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(session?.account).toMatchObject({ guest: true, email: '', emailVerified: false });
  expect(session?.account?.displayName).toMatch(/^Guest \d{4}$/);
  const id = session!.account!.id;
  expect((await harness.identity.authenticate({ token })).session).toMatchObject({
    id: session!.id,
    account: { id },
  });
  // A sign-in waits for the wallet for a moment only.
  await expect.poll(() => harness.economy.openedWallets).toContain(id);
  expect(await harness.eventNames(id)).toEqual(['user_created', 'user_seen']);
});

describe('a repeated request for a guest', () => {
  const newRequest = () => ({
    origin: { ...newOrigin(), device: String(randomUUID()), deviceCarried: true },
    idempotencyKey: String(randomUUID()),
  });
  const create = async (request: Parameters<Harness['identity']['createGuest']>[0], replica = 0) => {
    const { grant, coins } = await harness.replicas[replica]!.createGuest(request);
    return { ...grant, coins, id: grant.session!.account!.id };
  };
  const countGuests = async (): Promise<number> =>
    (await harness.owner.query(`SELECT FROM account WHERE guest`)).rowCount ?? 0;

  test('gets another session of the same guest, which counts once', async () => {
    const request = newRequest();
    const first = await create(request);
    const coins: (number | undefined)[] = [];
    for (let i = 0; i < 5; i += 1) {
      const repeat = await create(request, i % 2);
      expect(repeat.id).toBe(first.id);
      coins.push(repeat.coins);
      expect(repeat.token).not.toBe(first.token);
      for (const { token } of [first, repeat])
        expect((await harness.identity.authenticate({ token })).session.account?.id).toBe(first.id);
    }
    // A busy machine may not open a wallet within the moment that one of the sign-ins waits for it.
    expect(coins).toContain(1_000);
    const { rows } = await harness.owner.query(`SELECT points FROM request_count WHERE key LIKE $1`, [
      `guest:hour:${request.origin.ip.replace(/\.\d+$/, '.')}%`,
    ]);
    expect(rows).toEqual([{ points: 1 }]);
    expect((await harness.eventNames(first.id)).filter((name) => name === 'user_created')).toHaveLength(1);
  });

  test('creates one guest when several arrive at once on two replicas', async () => {
    const [request, before] = [newRequest(), await countGuests()];
    const guests = await Promise.all(Array.from({ length: 5 }, (_, i) => create(request, i % 2)));
    expect(new Set(guests.map(({ id }) => id)).size).toBe(1);
    expect(await countGuests()).toBe(before + 1);
  });

  test.each([
    ['another device', { device: randomUUID() }],
    ['no device', { device: '' }],
  ])('creates another guest for the same key from %s', async (_, device) => {
    const request = newRequest();
    const first = await create(request);
    const other = await create({ ...request, origin: { ...request.origin, ...device } });
    expect(other.id).not.toBe(first.id);
  });

  test('creates another guest for another key, and without one', async () => {
    const request = newRequest();
    const { id } = await create(request);
    for (const idempotencyKey of [randomUUID(), '', ''])
      expect((await create({ ...request, idempotencyKey })).id).not.toBe(id);
  });

  test('creates another guest once the first has logged out or has registered', async () => {
    const request = newRequest();
    const first = await create(request);
    await harness.identity.logout({ token: first.token });
    const second = await create(request);
    expect(second.id).not.toBe(first.id);
    const user = newUser();
    const { flow } = (await harness.identity.upgradeGuest({ ...user, userId: second.id })).codeFlow;
    await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
    expect((await create(request)).id).not.toBe(second.id);
  });

  test('creates another guest after ten minutes', async () => {
    const request = newRequest();
    const first = await create(request);
    await advanceTime(harness, '9 minutes');
    await deleteExpiredRows(harness.db);
    expect((await create(request)).id).toBe(first.id);
    await advanceTime(harness, '2 minutes');
    await deleteExpiredRows(harness.db);
    expect((await create(request)).id).not.toBe(first.id);
  });
});

test('logging out deletes a guest with name and session', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const id = session!.account!.id;
  await harness.identity.logout({ token });
  expect(await errorCode(harness.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await harness.eventNames(id)).toEqual(['user_created', 'user_deleted']);
  await expect.poll(() => harness.revoked).toContain(`${id} ${session!.id}`);
  expect(await harness.identity.getAccounts({ ids: [id] })).toEqual({ accounts: [] });
  expect((await harness.owner.query(`SELECT FROM username WHERE account_id = $1`, [id])).rowCount).toBe(0);
  await harness.identity.logout({ token });
});

test('a user registers, enters the mailed code and logs in by name or address in any case', async () => {
  const user = { ...newUser(), username: 'Ána María' };
  const { flow, email } = (await harness.identity.register(user)).codeFlow;
  expect(email).toBe(user.email);
  const { userId } = await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
  expect(await harness.eventNames(userId)).toEqual(['user_created', 'user_seen']);
  await expect.poll(() => harness.economy.openedWallets).toContain(userId);
  for (const name of [
    'Ána María',
    'ÁNA MARÍA',
    'A\u0301na Mari\u0301a',
    user.email,
    user.email.toUpperCase(),
  ]) {
    const { grant } = await login(harness, name, user.password);
    expect(grant?.session?.account).toMatchObject({
      ...{ id: userId, username: 'Ána María', displayName: 'Ána María', email: user.email },
      ...{ emailVerified: true, guest: false },
    });
  }
});

test('an account knows when its address was confirmed and its password was reset', async () => {
  const accountOf = async (id: UserId) => (await harness.identity.getAccounts({ ids: [id] })).accounts[0]!;
  const soon = (at: Date | undefined) => Math.abs((at?.getTime() ?? 0) - Date.now()) < 30_000;
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const guest = session!.account!;
  expect([guest.verifiedAt, guest.resetAt]).toEqual([undefined, undefined]);
  const user = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId: guest.id })).codeFlow;
  expect(
    (await harness.callAs('admin').findAccount({ name: user.username })).account.verifiedAt,
  ).toBeUndefined();
  await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
  const registered = await accountOf(guest.id);
  expect([soon(registered.verifiedAt), registered.resetAt]).toEqual([true, undefined]);

  const { codeFlow: requested } = await harness.identity.forgotPassword({
    ...{ email: user.email, flow: '', origin: newOrigin() },
  });
  const code = codeAttempt(await readCode(user.email, 2), requested.flow);
  await harness.identity.resetPassword({ ...code, newPassword: 'a new password' });
  const after = await accountOf(guest.id);
  expect([soon(after.resetAt), after.verifiedAt]).toEqual([true, registered.verifiedAt]);
});

test('before the code is entered, a login with the right password requires verification', async () => {
  const user = newUser();
  const { codeFlow: first } = await harness.identity.register(user);
  const { flow } = await login(harness, user.username, user.password);
  expect(flow).toEqual(first);
  expect(await errorCode(login(harness, user.username, 'wrong password'))).toBe('INVALID_CREDENTIALS');
  await harness.inbox.nth(user.email);
  expect(await mailCount(harness, user.email)).toBe(1);
  await advanceTime(harness, '11 minutes');
  const later = await login(harness, user.email, user.password);
  await harness.identity.verifyEmail(codeAttempt(await readCode(user.email, 2), later.flow!.flow));
  expect((await login(harness, user.username, user.password)).grant).toBeDefined();
});

test('a registration repeated within ten minutes has the same response and one mail, also in parallel on two replicas', async () => {
  const user = newUser();
  const responses = await Promise.all(
    Array.from({ length: 6 }, async (_, i) => {
      const request = { ...user, origin: newOrigin() };
      return (await harness.replicas[i % 2]!.register(request, { limitMs: 20_000 })).codeFlow;
    }),
  );
  expect(new Set(responses.map(({ flow }) => flow)).size).toBe(1);
  expect((await harness.identity.register(user)).codeFlow).toEqual(responses[0]);
  const code = await readCode(user.email);
  await harness.identity.verifyEmail(codeAttempt(code, responses[0]!.flow));
  expect((await harness.identity.register(user)).codeFlow).toEqual(responses[0]);
  expect(await mailCount(harness, user.email)).toBe(1);
  await advanceTime(harness, '11 minutes');
  expect(await errorCode(harness.identity.register(user))).toBe('USERNAME_TAKEN');
});

test('rejects a name or address in use in every spelling', async () => {
  const user = await registerUser(harness);
  const other = newUser();
  const names = [user.username, user.username.toUpperCase(), user.username.replace('p', 'р')];
  for (const username of names)
    expect(await errorCode(harness.identity.register({ ...other, username }))).toBe('USERNAME_TAKEN');
  const email = user.email.toUpperCase();
  expect(await errorCode(harness.identity.register({ ...other, email }))).toBe('EMAIL_TAKEN');
});

test('of twenty users who register a name at once, one succeeds', async () => {
  const { username } = newUser();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => {
      const user = { ...newUser(), username };
      // On a busy machine, the wait for a connection may exceed its limit: clients repeat the same registration.
      return errorCode(withRetries(() => harness.identity.register(user, { limitMs: 20_000 })));
    }),
  );
  expect(outcomes.toSorted()).toEqual([...Array<string>(19).fill('USERNAME_TAKEN'), 'ok']);
});

test('a guest who registers keeps the account, and is registered when the code is entered', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  // No guest enters a code before that.
  await expect
    .poll(
      async () =>
        (await harness.db.query(`SELECT FROM missing_wallet WHERE account_id = $1`, [userId])).rowCount,
    )
    .toBe(0);
  const openedWallets = () => harness.economy.openedWallets.filter((id) => id === userId).length;
  const openedBefore = openedWallets();
  expect(openedBefore).toBeGreaterThan(0);
  const user = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId })).codeFlow;
  expect((await harness.identity.authenticate({ token })).session.account).toMatchObject({
    id: userId,
    guest: true,
  });
  expect((await login(harness, user.username, user.password)).flow?.flow).toBe(flow);

  expect(await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow))).toMatchObject({
    userId,
  });
  expect(await errorCode(harness.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  await expect.poll(() => harness.revoked).toContain(`${userId} ${session!.id}`);
  const initial = ['user_created', 'user_seen'];
  expect(await harness.eventNames(userId)).toEqual([
    ...initial,
    'user_changed',
    'user_upgraded',
    'user_seen',
  ]);
  const { grant } = await login(harness, user.email, user.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: user.username, guest: false });
  expect(openedWallets()).toBe(openedBefore);
  expect(await errorCode(harness.identity.upgradeGuest({ ...newUser(), userId }))).toBe('NOT_A_GUEST');
});

test('a display name that a guest chose survives the upgrade', async () => {
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  await harness.identity.updateProfile({ userId, displayName: 'Captain', pictureChange: undefined });
  const user = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId })).codeFlow;
  const { grant } = await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
  expect(grant?.session?.account).toMatchObject({ displayName: 'Captain', username: user.username });
});

test('a guest who logs out before entering the code keeps the account', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const user = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...user, userId })).codeFlow;
  await harness.identity.logout({ token });
  await harness.identity.verifyEmail(codeAttempt(await readCode(user.email), flow));
  expect((await login(harness, user.email, user.password)).grant?.session?.account?.id).toBe(userId);
});

test('a guest may correct the address until a code is entered', async () => {
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const [wrong, right] = [newUser(), newUser()];
  await harness.identity.upgradeGuest({ ...wrong, userId });
  const { flow } = (await harness.identity.upgradeGuest({ ...right, userId })).codeFlow;
  await harness.identity.verifyEmail(codeAttempt(await readCode(right.email), flow));
  expect((await login(harness, right.username, right.password)).grant).toBeDefined();
  expect(await errorCode(login(harness, wrong.username, wrong.password))).toBe('INVALID_CREDENTIALS');
  expect(await errorCode(harness.identity.register({ ...newUser(), username: wrong.username }))).toBe('ok');
});

test('accounts are found by id for services, by any name for operators, and not for other callers', async () => {
  const user = await registerUser(harness);
  const waiting = newUser();
  await harness.identity.register(waiting);
  const ids = [
    user.userId,
    toUserId('ai'),
    toUserId('player_7'),
    toUserId('unknown'),
    toUserId('\0'),
    toUserId("'; DROP TABLE account"),
  ];
  for (const caller of ['gateway', 'leaderboard', 'admin'] as const) {
    const { accounts } = await harness.callAs(caller).getAccounts({ ids });
    expect(accounts.map((account) => account.id)).toEqual([user.userId]);
  }
  expect(await errorCode(harness.callAs('room').getAccounts({ ids }))).toBe('FORBIDDEN');
  expect(await errorCode(harness.identity.getAccounts({ ids: Array<UserId>(201).fill(toUserId('x')) }))).toBe(
    'INVALID',
  );
  for (const name of [user.userId, user.email, user.username])
    expect((await harness.callAs('admin').findAccount({ name })).account).toMatchObject({
      id: user.userId,
      emailVerified: true,
    });
  expect((await harness.callAs('admin').findAccount({ name: waiting.email })).account).toMatchObject({
    emailVerified: false,
  });
  expect(await errorCode(harness.callAs('admin').findAccount({ name: 'unknown' }))).toBe('USER_NOT_FOUND');
  expect(await errorCode(harness.identity.findAccount({ name: user.email }))).toBe('FORBIDDEN');
  expect(
    await errorCode(
      harness.callAs('room').login({ login: 'x', password: 'y', previousToken: '', origin: undefined }),
    ),
  ).toBe('FORBIDDEN');
});

test('threat 57: an address finds its owner, also when the username of a newer account folds to it', async () => {
  const [owner, thief] = [await registerUser(harness), await registerUser(harness)];
  // Usernames with a full-width at sign were valid once.
  await harness.owner.query(`UPDATE username SET folded = $2 WHERE account_id = $1`, [
    thief.userId,
    owner.email,
  ]);
  expect((await login(harness, owner.email, owner.password)).grant?.session?.account?.id).toBe(owner.userId);
  const { account } = await harness.callAs('admin').findAccount({ name: owner.email });
  expect(account.id).toBe(owner.userId);
});

test('without the economy service users can sign in, and their wallets are opened when it is back', async () => {
  harness.economy.up = false;
  const start = Date.now();
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  expect(Date.now() - start).toBeLessThan(10_000);
  const id = session!.account!.id;
  expect(harness.economy.openedWallets).not.toContain(id);
  harness.economy.up = true;
  await expect.poll(() => harness.economy.openedWallets.includes(id), { timeout: 60_000 }).toBe(true);
  await expect.poll(async () => (await harness.db.query(`SELECT FROM missing_wallet`)).rowCount).toBe(0);
});

test('a rejected guest does not count for the device, and the wait covers every exhausted limit', async () => {
  const origin = { ip: '192.0.4.7', locale: '', device: 'pupil', deviceCarried: true };
  const rejected = async (): Promise<number> => {
    const error = await harness.identity.createGuest({ origin }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    return (error as AppError).details['retryAfter'] as number;
  };
  const setCount = (key: string, n: number) =>
    harness.owner.query(`UPDATE request_count SET points = $2 WHERE key LIKE $1`, [key, n]);
  // Five count for the network, two for the device.
  for (let i = 0; i < 7; i += 1) await harness.identity.createGuest({ origin });
  await setCount('guest:devices:hour:192.0.4.0/24', 60);
  await setCount('guest:day:192.0.4.0/24', 20);
  const hour = await rejected();
  for (let i = 0; i < 3; i += 1) await rejected();
  expect(hour).toBeLessThanOrEqual(3_600);
  await advanceTime(harness, `${hour} seconds`);
  expect(await errorCode(harness.identity.createGuest({ origin }))).toBe('ok');

  // The limits of device and network are exhausted, and the network's day ends later.
  await setCount('guest:devices:day:192.0.4.0/24', 200);
  await harness.owner.query(
    `UPDATE request_count SET expire = expire + 1800000 WHERE key = 'guest:devices:day:192.0.4.0/24'`,
  );
  const day = await rejected();
  await advanceTime(harness, `${day} seconds`);
  expect(await errorCode(harness.identity.createGuest({ origin }))).toBe('ok');
});

test('the error of a scaled limit names its setting', async () => {
  const details = async (scale: number, kind: 'guest' | 'login' | 'mail', times: number) => {
    const rateLimits = new RateLimits(harness.db, scale);
    const { ip } = newOrigin();
    for (let i = 0; i < times; i += 1) await rateLimits.consume(kind, ip);
    const error = await rateLimits.consume(kind, ip).catch((reason: unknown) => reason);
    return (error as AppError).details;
  };
  const retryAfter = expect.any(Number) as number;
  expect(await details(1, 'guest', 5)).toEqual({ retryAfter });
  const setting = 'RATE_LIMIT_SCALE';
  expect(await details(2, 'guest', 10)).toEqual({ retryAfter, setting });
  expect(await details(2, 'mail', 80)).toEqual({ retryAfter, setting });
  expect(await details(1.1, 'login', 110)).toEqual({ retryAfter, setting });
});
