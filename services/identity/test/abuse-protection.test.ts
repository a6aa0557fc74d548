import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pause, type AppError } from '@fifteen/runtime';
import { deleteIdleGuests, deleteOldRegistrations } from '../src/db/expiry.ts';
import { codeIn } from './inbox.ts';
import {
  login,
  registerUser,
  openHarness,
  errorCode,
  newUser,
  newOrigin,
  advanceTime,
  codeAttempt,
  type Harness,
} from './harness.ts';

/** Machines that run tests may be loaded: the tests check results, not speed. */
vi.setConfig({ testTimeout: 300_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const codeRequest = (email: string) => ({ email, flow: '', origin: newOrigin() });
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
/**
 * Returns whether the durations of two calls differ: by ten milliseconds in the median, and in so many of forty pairs that
 * it is no chance (p < 0.001), because the machine may be loaded. `before` ends what the call before has left to do.
 */
async function isDistinguishable(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  before: () => Promise<unknown>,
): Promise<boolean> {
  const measured = (work: () => Promise<unknown>) => before().then(() => durationOf(work));
  const pairs: [number, number][] = [];
  for (let i = 0; i < 40; i += 1) {
    if (i % 2) pairs.push([await measured(one), await measured(other)]);
    else pairs.push([await measured(other), await measured(one)].reverse() as [number, number]);
  }
  const slower = pairs.filter(([left, right]) => left > right).length;
  const gap = Math.abs(median(pairs.map(([left]) => left)) - median(pairs.map(([, right]) => right)));
  return gap > 10 && (slower < 10 || slower > 30);
}
/** Waits until no mail is unsent. */
const mailsDone = (): Promise<void> =>
  expect
    .poll(() => harness.db.query(`SELECT FROM mail WHERE done_at IS NULL`), { interval: 5 })
    .toMatchObject({ rowCount: 0 });
/** Expects n mails to an address. */
const expectMails = async (email: string, n: number): Promise<void> => {
  await harness.inbox.nth(email, n);
  await pause(300);
  expect(harness.inbox.to(email)).toHaveLength(n);
};

test('threat 45: after ten wrong passwords each delay doubles on all replicas, and the owner can still log in', async () => {
  const user = await registerUser(harness);
  const key = `${user.userId}:address`;
  const guess = (i: number): Promise<string> => {
    const request = { login: user.email, password: `guess ${i}`, previousToken: '', origin: newOrigin() };
    // Ten comparisons at once: on a busy machine, the usual 2 s end before them.
    return errorCode(harness.replicas[i % 2]!.login(request, { limitMs: 20_000 }));
  };
  const start = Date.now();
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i)));
  const seconds = (Date.now() - start) / 1_000;
  const comparisons = outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS').length;
  expect(comparisons).toBeGreaterThanOrEqual(10);
  expect(comparisons).toBeLessThanOrEqual(10 + Math.log2(seconds + 1));
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(40 - comparisons);

  for (const [i, delay] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await harness.owner.query(`UPDATE login_guard SET open_at = '-infinity', tries = $2 WHERE key = $1`, [
      key,
      9 + i,
    ]);
    const attemptedAt = Date.now();
    expect(await guess(i)).toBe('INVALID_CREDENTIALS');
    const { rows } = await harness.owner.query<{ wait: number }>(
      `SELECT extract(epoch FROM open_at - now())::float8 AS wait FROM login_guard WHERE key = $1`,
      [key],
    );
    expect(rows[0]!.wait).toBeLessThanOrEqual(delay);
    expect(rows[0]!.wait).toBeGreaterThanOrEqual(delay - (Date.now() - attemptedAt) / 1_000);
  }
  const tooSoon = await harness.identity
    .login({ login: user.email, password: user.password, previousToken: '', origin: newOrigin() })
    .catch((error: unknown) => error);
  expect(tooSoon).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((tooSoon as AppError).details['retryAfter']).toBeGreaterThan(20);
  await advanceTime(harness, '1 minute');
  expect((await login(harness, user.email, user.password)).grant).toBeDefined();
  expect(await guess(1)).toBe('INVALID_CREDENTIALS');
});

test('an unknown user has the same delays as a known one', async () => {
  const { username, password } = newUser();
  const guess = (): Promise<string> => errorCode(login(harness, username, password));
  for (let i = 0; i < 10; i += 1) expect(await guess()).toBe('INVALID_CREDENTIALS');
  await harness.owner.query(`UPDATE login_guard SET tries = 20 WHERE open_at > '-infinity'`);
  await advanceTime(harness, '1 minute');
  expect(await guess()).toBe('INVALID_CREDENTIALS');
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
});

test('right passwords of a user who has not confirmed their address are no wrong ones', async () => {
  const user = newUser();
  await harness.identity.register({ ...user, origin: newOrigin() });
  const signIn = (): Promise<string> => errorCode(login(harness, user.email, user.password));
  for (let i = 0; i < 12; i += 1) expect(await signIn()).toBe('ok');
});

test('registering again does not bypass the delays of a login', async () => {
  const user = await registerUser(harness);
  const guess = (): Promise<string> =>
    errorCode(harness.identity.register({ ...user, password: 'a guess', origin: newOrigin() }));
  for (let i = 0; i < 10; i += 1) expect(await guess()).toBe('USERNAME_TAKEN');
  await harness.owner.query(
    `UPDATE login_guard SET tries = 20, open_at = now() + interval '1 minute' WHERE key = $1`,
    [user.userId],
  );
  const { userId: _, ...right } = user;
  // Neither shows that the name and the address belong together, nor which password is right.
  expect(await guess()).toBe('USERNAME_TAKEN');
  expect(await errorCode(harness.identity.register({ ...right, origin: newOrigin() }))).toBe(
    'USERNAME_TAKEN',
  );
  expect(await errorCode(login(harness, user.username, user.password))).toBe('TOO_MANY_REQUESTS');
});

test('allows a hundred logins an hour per client address', async () => {
  const origin = newOrigin();
  const attempt = () => errorCode(login(harness, newUser().username, 'x', { origin }));
  // Fewer at once than an overloaded machine rejects.
  for (let n = 0; n < 10; n += 1)
    expect(new Set(await Promise.all(Array.from({ length: 10 }, attempt)))).toEqual(
      new Set(['INVALID_CREDENTIALS']),
    );
  expect(await attempt()).toBe('TOO_MANY_REQUESTS');
});

test('threat 45 and 50: rejecting a wrong password takes as long for a known user as for an unknown one', async () => {
  const user = await registerUser(harness);
  const reject = async (username: string) =>
    expect(await errorCode(login(harness, username, 'wrong password'))).toBe('INVALID_CREDENTIALS');
  const distinguishable = await isDistinguishable(
    () => reject(user.username),
    () => reject(newUser().username),
    () => harness.owner.query(`DELETE FROM login_guard`),
  );
  expect(distinguishable).toBe(false);
});

test('threat 50: forgot and resend have the same response, writes and duration for an unknown address', async () => {
  const user = await registerUser(harness);
  const stranger = newUser();
  for (const call of ['forgotPassword', 'resendVerification'] as const) {
    const { codeFlow: known } = await harness.identity[call](codeRequest(user.email));
    const { codeFlow: unknown } = await harness.identity[call](codeRequest(stranger.email));
    expect(known).toEqual({
      flow: expect.stringMatching(/^[\w-]{22}\.[\w-]{22}$/) as string,
      email: user.email,
    });
    expect(unknown).toEqual({
      flow: expect.stringMatching(/^[\w-]{22}\.[\w-]{22}$/) as string,
      email: stranger.email,
    });
    for (const table of ['mail', 'code_flow']) {
      const count = (email: string) =>
        harness.db
          .query(`SELECT FROM ${table} WHERE email_key = $1`, [email])
          .then((result) => result.rowCount);
      // The registered user has had one of each before.
      expect(await count(user.email)).toBe((await count(stranger.email))! + 1);
    }
    const wrong = (flow: string) => errorCode(harness.identity.verifyEmail(codeAttempt('123456', flow)));
    for (const { flow } of [known, unknown]) expect(await wrong(flow)).toBe('INVALID_CODE');
  }
  const request = async (email: string) =>
    expect((await harness.identity.forgotPassword(codeRequest(email))).codeFlow).toMatchObject({ email });
  const distinguishable = await isDistinguishable(
    () => request(user.email),
    () => request(newUser().email),
    // The mail to the known address is sent after the response, and would delay the call that is measured next.
    () => mailsDone().then(() => advanceTime(harness, '1 day')),
  );
  expect(distinguishable).toBe(false);
  expect(harness.inbox.to(stranger.email)).toEqual([]);
});

test('threat 49: allows three code mails an hour and ten a day per address, for all clients and purposes', async () => {
  const user = await registerUser(harness);
  const { codeFlow: owner } = await harness.identity.forgotPassword(codeRequest(user.email));
  const code = codeIn(await harness.inbox.nth(user.email, 2));
  const calls = Array.from(
    { length: 30 },
    async (_, i) => (await harness.replicas[i % 2]!.forgotPassword(codeRequest(user.email))).codeFlow,
  );
  const responses = await Promise.all(calls);
  expect(new Set(responses.map(({ email }) => email))).toEqual(new Set([user.email]));
  const countedMails = () =>
    harness.db.query(`SELECT FROM mail WHERE email_key = $1 AND kind <> 'notice'`, [user.email]);
  expect((await countedMails()).rowCount).toBe(3);
  await expectMails(user.email, 3);
  // The browser that carries the flow of a usable code keeps it; no other browser receives it.
  expect(responses.map(({ flow }) => flow)).not.toContain(owner.flow);
  expect(
    (await harness.identity.forgotPassword({ ...codeRequest(user.email), flow: owner.flow })).codeFlow,
  ).toEqual(owner);
  const reset = { ...codeAttempt(code, owner.flow), newPassword: 'a new password' };
  expect(await errorCode(harness.identity.resetPassword(reset))).toBe('ok');
  for (let hour = 1; hour <= 6; hour += 1) {
    await advanceTime(harness, '61 minutes');
    for (let i = 0; i < 5; i += 1) await harness.identity.forgotPassword(codeRequest(user.email));
  }
  expect((await countedMails()).rowCount).toBe(10);
});

test('threat 49: registering and resending count too, and a guest cannot mail many addresses', async () => {
  const victim = newUser().email;
  const outcomes: string[] = [];
  for (let i = 0; i < 5; i += 1)
    outcomes.push(await errorCode(harness.identity.register({ ...newUser(), email: victim })));
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  await harness.identity.resendVerification(codeRequest(victim));
  await expectMails(victim, 3);
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const upgrades: string[] = [];
  for (let i = 0; i < 4; i += 1)
    upgrades.push(await errorCode(harness.identity.upgradeGuest({ ...newUser(), userId })));
  expect(upgrades).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS']);
});

test('allows forty requests for mail an hour per client address', async () => {
  const origin = newOrigin();
  const outcomes: string[] = [];
  for (let i = 0; i < 41; i += 1)
    outcomes.push(
      await errorCode(harness.identity.forgotPassword({ email: newUser().email, flow: '', origin })),
    );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(40);
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS');
});

test('threat 56: an address that a stranger has registered first belongs to the owner of the mailbox', async () => {
  const victim = newUser();
  const thief = { ...newUser(), email: victim.email };
  await harness.identity.register(thief);
  // Mails queued at the same moment may arrive in any order.
  await harness.inbox.nth(victim.email);
  const { flow } = (await harness.identity.register(victim)).codeFlow;
  await harness.identity.verifyEmail(codeAttempt(codeIn(await harness.inbox.nth(victim.email, 2)), flow));
  expect((await login(harness, victim.email, victim.password)).grant?.session?.account?.username).toBe(
    victim.username,
  );
  for (const name of [thief.username, victim.email, victim.username])
    expect(await errorCode(login(harness, name, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await errorCode(harness.identity.register({ ...newUser(), username: thief.username }))).toBe('ok');
});

test('threat 56: registrations of one address wait side by side, and a code confirms only that of its flow', async () => {
  const victim = newUser();
  const { flow } = (await harness.identity.register(victim)).codeFlow;
  const first = codeIn(await harness.inbox.nth(victim.email));
  const thief = { ...newUser(), email: victim.email };
  const { codeFlow: stolen } = await harness.identity.register(thief);
  const second = codeIn(await harness.inbox.nth(victim.email, 2));
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(second, flow)))).toBe('INVALID_CODE');
  // The address alone does not identify one of the registrations.
  for (const code of [first, second])
    expect(
      await errorCode(harness.identity.verifyEmail({ ...codeAttempt(code, ''), email: victim.email })),
    ).toBe('INVALID_CODE');
  expect((await login(harness, victim.email, victim.password)).flow?.flow).toBe(flow);
  expect((await login(harness, victim.email, thief.password)).flow?.flow).toBe(stolen.flow);

  // A browser without a flow causes no mail; the browser of the registration receives the code of that registration.
  await harness.identity.resendVerification(codeRequest(victim.email));
  await expectMails(victim.email, 2);
  await harness.owner.query(
    `UPDATE mail SET created_at = created_at - interval '1 hour' WHERE email_key = $1`,
    [victim.email],
  );
  const { codeFlow: resent } = await harness.identity.resendVerification({
    ...codeRequest(victim.email),
    flow,
  });
  const third = codeIn(await harness.inbox.nth(victim.email, 3));
  const { userId } = await harness.identity.verifyEmail(codeAttempt(third, resent.flow));
  const { grant } = await login(harness, victim.email, victim.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: victim.username });
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(second, stolen.flow)))).toBe(
    'INVALID_CODE',
  );
  expect(await errorCode(login(harness, thief.username, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await errorCode(harness.identity.register({ ...newUser(), username: thief.username }))).toBe('ok');
});

test('threat 56: of two registrations with the same address and name each can be confirmed', async () => {
  const victim = newUser();
  const { flow } = (await harness.identity.register(victim)).codeFlow;
  const code = codeIn(await harness.inbox.nth(victim.email));
  const { codeFlow: later } = await harness.identity.register({
    ...victim,
    password: 'another password',
    origin: newOrigin(),
  });
  const laterCode = codeIn(await harness.inbox.nth(victim.email, 2));
  expect((await login(harness, victim.username, victim.password)).flow?.flow).toBe(flow);
  await harness.identity.verifyEmail(codeAttempt(code, flow));
  expect((await login(harness, victim.username, victim.password)).grant).toBeDefined();
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(laterCode, later.flow)))).toBe(
    'INVALID_CODE',
  );
  expect(await errorCode(login(harness, victim.username, 'another password'))).toBe('INVALID_CREDENTIALS');
});

test('threat 45: guesses of strangers do not delay a device or network that has signed in before', async () => {
  const user = await registerUser(harness);
  const home = { ...newOrigin(), device: 'A'.repeat(22) };
  expect((await login(harness, user.email, user.password, { origin: home })).grant).toBeDefined();
  const guess = (origin = newOrigin()) => errorCode(login(harness, user.email, 'a guess', { origin }));
  for (let i = 0; i < 10; i += 1) await guess();
  const key = `${user.userId}:address`;
  await harness.owner.query(`UPDATE login_guard SET tries = 20 WHERE key = $1`, [key]);
  expect(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS']).toContain(await guess());
  await harness.owner.query(`UPDATE login_guard SET open_at = now() + interval '1 minute' WHERE key = $1`, [
    key,
  ]);
  expect(await errorCode(login(harness, user.email, user.password))).toBe('TOO_MANY_REQUESTS');
  const known = { network: { ...home, device: '' }, device: { ...newOrigin(), device: home.device } };
  for (const origin of Object.values(known))
    expect((await login(harness, user.email, user.password, { origin })).grant).toBeDefined();
  // The known device has ten attempts too, and no more.
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i += 1) outcomes.push(await guess(known.device));
  expect(outcomes.slice(0, 10)).toEqual(Array<string>(10).fill('INVALID_CREDENTIALS'));
  expect(await guess(newOrigin()), 'the counter of strangers is unchanged').toBe('TOO_MANY_REQUESTS');
});

test('threat 34: allows forty registrations a day per network and five confirmed accounts a day per mailbox', async () => {
  const origin = { ...newOrigin(), ip: '2001:db8:77:1::1' };
  await harness.identity.register({ ...newUser(), origin });
  await harness.owner.query(
    `UPDATE request_count SET points = 39 WHERE key = 'register:day:2001:db8:77::/48'`,
  );
  const sameNetwork = { ...origin, ip: '2001:db8:77:ffff::1' };
  expect(await errorCode(harness.identity.register({ ...newUser(), origin: sameNetwork }))).toBe('ok');
  const rejected = await harness.identity.register({ ...newUser(), origin }).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((rejected as AppError).details['retryAfter']).toBeGreaterThan(86_000);

  const name = newUser().username;
  const outcomes: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const user = { ...newUser(), email: `${name}+${i}@example.org` };
    const { flow } = (await harness.identity.register(user)).codeFlow;
    const code = codeIn(await harness.inbox.nth(user.email));
    outcomes.push(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow))));
  }
  expect(outcomes).toEqual([...Array<string>(5).fill('ok'), 'TOO_MANY_REQUESTS']);
});

test('threat 50: forty rejected registrations a day per network show whether addresses are taken, by guests too', async () => {
  const taken = (await registerUser(harness)).email;
  const origin = { ...newOrigin(), ip: '2001:db8:78:1::1' };
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const asGuest = (email: string) =>
    errorCode(harness.identity.upgradeGuest({ ...newUser(), userId, email, origin }));
  const asNewUser = (email: string) => errorCode(harness.identity.register({ ...newUser(), email, origin }));
  // Accepted ones do not count.
  for (const attempt of [asGuest, asNewUser]) expect(await attempt(newUser().email)).toBe('ok');
  for (let i = 0; i < 2; i += 1)
    for (const attempt of [asGuest, asNewUser]) expect(await attempt(taken)).toBe('EMAIL_TAKEN');
  const key = 'register:rejected:day:2001:db8:78::/48';
  const { rows } = await harness.owner.query(`SELECT points FROM request_count WHERE key = $1`, [key]);
  expect(rows).toEqual([{ points: 4 }]);
  await harness.owner.query(`UPDATE request_count SET points = 40 WHERE key = $1`, [key]);
  for (const attempt of [asGuest, asNewUser])
    for (const email of [taken, newUser().email]) expect(await attempt(email)).toBe('TOO_MANY_REQUESTS');
});

test('threat 56: a stranger who registers afterwards receives neither the flow nor the account of a guest who registers', async () => {
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const userId = session!.account!.id;
  const victim = newUser();
  const { flow } = (await harness.identity.upgradeGuest({ ...victim, userId })).codeFlow;
  const thief = { ...newUser(), email: victim.email };
  await harness.identity.register(thief);
  await harness.inbox.nth(victim.email, 2);
  const { codeFlow: resent } = await harness.identity.resendVerification({
    ...codeRequest(victim.email),
    flow,
  });
  await harness.identity.verifyEmail(
    codeAttempt(codeIn(await harness.inbox.nth(victim.email, 3)), resent.flow),
  );
  const { grant } = await login(harness, victim.email, victim.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: victim.username });
  expect(await errorCode(login(harness, thief.username, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await errorCode(harness.identity.register({ ...newUser(), username: thief.username }))).toBe('ok');
});

test('unconfirmed registrations are deleted after seven days, idle guests after ninety', async () => {
  const user = newUser();
  await harness.identity.register(user);
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const registered = await registerUser(harness);
  await advanceTime(harness, '6 days 23 hours');
  await deleteOldRegistrations(harness.db);
  expect(await errorCode(harness.identity.register({ ...newUser(), username: user.username }))).toBe(
    'USERNAME_TAKEN',
  );
  await advanceTime(harness, '2 hours');
  await Promise.all([deleteOldRegistrations(harness.db), deleteOldRegistrations(harness.db)]);
  expect(await errorCode(login(harness, user.username, user.password))).toBe('INVALID_CREDENTIALS');
  expect(await errorCode(harness.identity.register({ ...newUser(), username: user.username }))).toBe('ok');

  await deleteIdleGuests(harness.db);
  expect(await harness.eventNames(session!.account!.id)).toEqual(['user_created', 'user_seen']);
  await advanceTime(harness, '82 days');
  await deleteIdleGuests(harness.db);
  expect(await harness.eventNames(session!.account!.id)).toEqual(['user_created', 'user_seen']);
  await advanceTime(harness, '23 hours');
  await Promise.all([deleteIdleGuests(harness.db), deleteIdleGuests(harness.db)]);
  expect(await harness.eventNames(session!.account!.id)).toEqual(['user_created', 'user_deleted']);
  expect(await errorCode(harness.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await harness.eventNames(registered.userId)).toEqual(['user_created', 'user_seen']);
});
