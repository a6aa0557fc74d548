import { randomUUID } from 'node:crypto';
import { toUserId } from '@fifteen/domain';
import { createLog, Lifecycle, openNats } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PushSubscriptions } from '../../gateway/src/clients/push-subscriptions.ts';
import { Sessions } from '../../gateway/src/auth/sessions.ts';
import { redeemCode } from '../src/db/code-attempts.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { Codes } from '../src/domain/codes.ts';
import { parseOrigin } from '../src/domain/origin.ts';
import {
  login,
  registerUser,
  openHarness,
  codeAttempt,
  errorCode,
  newOrigin,
  newUser,
  advanceTime,
  type Harness,
  type Identity,
} from './harness.ts';
import { codeIn } from './inbox.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const isValid = (token: string): Promise<boolean> =>
  harness.identity.authenticate({ token }).then(
    () => true,
    () => false,
  );

test('threat 53: every login has a new token and ends the previous session of the browser', async () => {
  const user = await registerUser(harness);
  const { grant: guest } = await harness.identity.createGuest({ origin: newOrigin() });
  const first = await login(harness, user.username, user.password, { previousToken: guest.token });
  expect(await isValid(guest.token)).toBe(false);
  await expect.poll(() => harness.revoked).toContain(`${guest.session!.account!.id} ${guest.session!.id}`);
  const second = await login(harness, user.username, user.password, { previousToken: first.grant!.token });
  expect(new Set([guest.token, first.grant!.token, second.grant!.token]).size).toBe(3);
  expect(await isValid(first.grant!.token)).toBe(false);
  expect(await isValid(second.grant!.token)).toBe(true);
  await login(harness, user.username, user.password, { previousToken: 'an invented token' });
});

/** Makes a call and returns the lines that it logs with the hashes of its origin. */
async function loggedBy(call: () => Promise<unknown>): Promise<unknown[][]> {
  const info = vi.spyOn(log, 'info');
  await errorCode(call());
  const lines = info.mock.calls.filter(([fields]) => Object.hasOwn(Object(fields), 'network'));
  info.mockRestore();
  return lines;
}
const loggedOrigin = { network: expect.any(String), device: expect.any(String) };

test('logs every sign-in, successful or not, without what was typed', async () => {
  const { userId: accountId, username, password } = await registerUser(harness);
  const signIn = (typed: string) => loggedBy(() => login(harness, username, typed));
  expect(await signIn(password)).toEqual([[{ accountId, ...loggedOrigin }, 'sign-in succeeded']]);
  expect(await signIn('not the password')).toEqual([[{ accountId, ...loggedOrigin }, 'sign-in failed']]);
  await harness.owner.query(`UPDATE login_guard SET open_at = now() + interval '1 minute' WHERE key = $1`, [
    accountId,
  ]);
  expect(await signIn(password)).toEqual([[{ accountId, ...loggedOrigin }, 'sign-in throttled']]);
});

test('logs every code of a registration or reset, and every guest', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = codeIn(await harness.inbox.nth(user.email));
  const accountId = expect.any(String);
  expect(await loggedBy(() => login(harness, user.username, user.password))).toEqual([
    [{ accountId, ...loggedOrigin }, 'sign-in to an unverified account rejected'],
  ]);
  const verify = (typed: string) => loggedBy(() => harness.identity.verifyEmail(codeAttempt(typed, flow)));
  const rejected = { code: 'INVALID_CODE', ...loggedOrigin };
  expect(await verify(code === '000000' ? '000001' : '000000')).toEqual([
    [{ purpose: 'verify', ...rejected }, 'code rejected'],
  ]);
  expect(await verify(code)).toEqual([[{ accountId, ...loggedOrigin }, 'sign-in by code succeeded']]);

  const request = { email: user.email, flow: '', origin: newOrigin() };
  const { flow: resetFlow } = (await harness.identity.forgotPassword(request)).codeFlow;
  const resetCode = codeIn(await harness.inbox.nth(user.email, 2));
  const attempt = { ...codeAttempt(resetCode, resetFlow), newPassword: 'another password' };
  const reset = () => loggedBy(() => harness.identity.resetPassword(attempt));
  expect(await reset()).toEqual([[{ accountId, ...loggedOrigin }, 'password reset']]);
  expect(await reset()).toEqual([[{ purpose: 'reset', ...rejected }, 'code rejected']]);

  expect(await loggedBy(() => harness.identity.createGuest({ origin: newOrigin() }))).toEqual([
    [{ accountId, ...loggedOrigin }, 'sign-in as a guest succeeded'],
  ]);
});

test('logs no code as rejected that an outage keeps from being checked', async () => {
  const { db, config } = harness;
  const context = { db, log, codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) };
  const attempt = { ...codeAttempt('000000', ''), email: newUser().email, purpose: 'verify' } as const;
  let outcome = '';
  const lines = await harness.owner.tx(async (sql) => {
    await sql.query(`LOCK TABLE code_flow IN ACCESS EXCLUSIVE MODE`);
    return loggedBy(async () => {
      outcome = await errorCode(
        redeemCode(context, attempt, parseOrigin(newOrigin()), () => Promise.resolve()),
      );
    });
  });
  expect(outcome).toBe('SERVICE_UNAVAILABLE');
  expect(lines).toEqual([]);
});

test('threat 54: a logout ends the session at once on every replica and is pushed to its sockets', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  const { grant: other } = await login(harness, user.username, user.password);
  await harness.replicas[0]!.logout({ token: grant!.token });
  expect(await errorCode(harness.replicas[1]!.authenticate({ token: grant!.token }))).toBe('UNAUTHORIZED');
  await expect.poll(() => harness.revoked).toContain(`${user.userId} ${grant!.session!.id}`);
  expect(await isValid(other!.token)).toBe(true);
});

test('an operator logs a user out on every device, and no other caller does', async () => {
  const user = await registerUser(harness);
  const grants = await Promise.all(
    [1, 2].map(async () => (await login(harness, user.username, user.password)).grant!),
  );
  const tokens = grants.map(({ token }) => token);
  expect(await errorCode(harness.identity.endSessions({ userId: user.userId }))).toBe('FORBIDDEN');
  expect(await Promise.all(tokens.map(isValid))).toEqual([true, true]);
  await harness.callAs('admin').endSessions({ userId: user.userId });
  expect(await Promise.all(tokens.map(isValid))).toEqual([false, false]);
  // Each by its name: a session that begins before they arrive stays.
  const revocations = grants.map(({ session }) => `${user.userId} ${session!.id}`);
  await expect.poll(() => harness.revoked).toEqual(expect.arrayContaining(revocations));
  expect((await login(harness, user.username, user.password)).grant).toBeDefined();
  const unknown = toUserId(randomUUID());
  expect(await errorCode(harness.callAs('admin').endSessions({ userId: unknown }))).toBe('USER_NOT_FOUND');
});

test.each([
  { moment: 'before the gateway subscribes to revocations', responses: 1 },
  { moment: 'while the gateway authenticates again under its subscription', responses: 2 },
])('threat 54: a gateway accepts no session that is revoked $moment', async ({ responses }) => {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  const log = createLog('test', 'silent');
  const { NATS_URL: url, NAMESPACE: namespace } = harness.config;
  const nats = await openNats({ service: 'test', url, namespace }, { log, lifecycle });
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  let calls = 0;
  const authenticate: Identity['authenticate'] = async (request, options) => {
    const response = await harness.identity.authenticate(request, options);
    calls += 1;
    if (calls !== responses) return response;
    await harness.identity.logout({ token });
    await expect.poll(() => harness.revoked).toContain(`${session!.account!.id} ${session!.id}`);
    // The broker has sent the revocation to every subscriber before it responds to this.
    await nats.connection.flush();
    return response;
  };
  const { refreshSessions } = harness.identity;
  const sessions = new Sessions({ authenticate, refreshSessions }, new PushSubscriptions(nats, log), 60_000);
  expect(await sessions.find(token, { ip: '192.0.2.1', device: '' })).toBeUndefined();
  expect(calls).toBe(responses);
  expect(sessions.isCached(token)).toBe(false);
  await lifecycle.stop();
});

test('the sessions of open sockets are extended together, without those that have ended', async () => {
  const open = async () => (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const [first, second, loggedOut] = [await open(), await open(), await open()];
  const user = await registerUser(harness);
  const banned = (await login(harness, user.username, user.password)).grant!;
  await advanceTime(harness, '2 minutes');
  await harness.identity.logout({ token: loggedOut.token });
  await harness.callAs('admin').banUser({ userId: user.userId });
  const tokens = [first, second, loggedOut, banned, { token: 'an invented token' }, first].map(
    ({ token }) => token,
  );
  const request = { sessions: tokens.map((token) => ({ token, origin: newOrigin() })) };
  // Both replicas at once, in opposite orders.
  const [{ sessions }] = await Promise.all([
    harness.replicas[0]!.refreshSessions(request),
    harness.replicas[1]!.refreshSessions({ sessions: request.sessions.toReversed() }),
  ]);
  const ids = [...new Set(sessions.map(({ id }) => id))];
  expect(ids.toSorted()).toEqual([first.session!.id, second.session!.id].toSorted());
  const { rows } = await harness.db.query(
    `SELECT session.seen_at > now() - interval '1 minute' AND account.seen_at > now() - interval '1 minute' AS seen,
       expires_at > now() + interval '89 days 23 hours' AS extended
     FROM session JOIN account ON account.id = account_id WHERE account_id = ANY ($1)`,
    [[first, second].map(({ session }) => session!.account!.id)],
  );
  expect(rows).toEqual(Array(2).fill({ seen: true, extended: true }));
  const tooMany = Array.from({ length: 1_001 }, () => ({ token: first.token, origin: newOrigin() }));
  expect(await errorCode(harness.identity.refreshSessions({ sessions: tooMany }))).toBe('INVALID');
});

test('an empty request, by which gateways probe identity, fails while its database does not answer', async () => {
  const probe = () => errorCode(harness.identity.refreshSessions({ sessions: [] }, { limitMs: 2_000 }));
  await harness.owner.tx(async (sql) => {
    await sql.query(`LOCK TABLE session, account, outbox IN ACCESS EXCLUSIVE MODE`);
    expect(await probe()).toBe('SERVICE_UNAVAILABLE');
  });
  expect(await probe()).toBe('ok');
});

test('tokens are stored as hashes, and no other value authenticates', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  const { rows } = await harness.db.query<{ token_hash: Buffer }>(`SELECT token_hash FROM session`);
  for (const token of [
    '',
    'x',
    grant!.session!.id,
    `${grant!.token} `,
    '\0',
    ...rows.map((row) => row.token_hash.toString('base64url')),
  ])
    expect(await isValid(token)).toBe(false);
});

test('an account has at most ten sessions: an eleventh ends the oldest, also with parallel logins', async () => {
  const user = await registerUser(harness);
  const tokens: string[] = [];
  for (let i = 0; i < 9; i += 1) tokens.push((await login(harness, user.email, user.password)).grant!.token);
  await Promise.all(
    Array.from({ length: 6 }, async () =>
      tokens.push((await login(harness, user.email, user.password)).grant!.token),
    ),
  );
  const alive = await Promise.all(tokens.map(isValid));
  expect(alive.slice(0, 5)).toEqual(Array<boolean>(5).fill(false));
  expect(alive.filter(Boolean)).toHaveLength(10);
  // The session of the confirmed code is the first to end.
  await expect
    .poll(() => harness.revoked.filter((revocation) => revocation.startsWith(user.userId)))
    .toHaveLength(6);
});

test.each([
  { who: 'a registered user', idle: ['29 days 23 hours', 13], rest: '30 days' },
  { who: 'a guest', idle: ['89 days 23 hours', 4], rest: '90 days' },
])(
  'the session of $who is extended by each use, ends after $rest without one, and after 400 days in any case',
  async ({ who, idle: [idle, times], rest }) => {
    const open = async (): Promise<string> => {
      if (who === 'a guest') return (await harness.identity.createGuest({ origin: newOrigin() })).grant.token;
      const user = await registerUser(harness);
      return (await login(harness, user.email, user.password)).grant!.token;
    };
    const [used, unused] = [await open(), await open()];
    const start = Date.now();
    for (let i = 0; i < Number(times); i += 1) {
      await advanceTime(harness, String(idle));
      expect(await isValid(used)).toBe(true);
    }
    expect(await isValid(unused)).toBe(false);
    const { expiresAt, account } = (await harness.identity.authenticate({ token: used })).session;
    const { rows } = await harness.db.query<{ ends_at: Date }>(
      // A registered user has an earlier session too, that of the confirmed code.
      `SELECT max(ends_at) AS ends_at FROM session WHERE account_id = $1`,
      [account!.id],
    );
    expect(expiresAt).toEqual(rows[0]!.ends_at);
    expect(expiresAt!.getTime() - start).toBeLessThan(
      (400 - Number(times) * Number.parseInt(rest) + 1) * 86_400_000,
    );
    await advanceTime(harness, rest);
    expect(await isValid(used)).toBe(false);
  },
);

test('the cookie of a session is due once a day, and one of many parallel requests renews it', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const renew = async () => (await harness.identity.authenticate({ token, renewCookie: true })).session;
  expect(await renew()).toMatchObject({ cookieDue: false });
  await advanceTime(harness, '24 hours');
  // A socket's check has no response that could set a cookie: the cookie stays due.
  expect((await harness.identity.authenticate({ token })).session).toMatchObject({ cookieDue: true });
  const sessions = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, i) => (await harness.replicas[i % 2]!.authenticate({ token, renewCookie: true })).session,
    ),
  );
  expect(sessions.filter(({ cookieDue }) => cookieDue)).toHaveLength(1);
  const [first] = sessions;
  expect(first!.expiresAt!.getTime()).toBeGreaterThan(session!.expiresAt!.getTime() - 60_000);
  expect((await harness.identity.authenticate({ token })).session).toMatchObject({ cookieDue: false });
});

test('authenticating writes the session at most once a minute', async () => {
  const { token, session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const version = async (): Promise<unknown> =>
    (
      await harness.owner.query(`SELECT xmin::text FROM session WHERE account_id = $1`, [
        session!.account!.id,
      ])
    ).rows;
  const before = await version();
  for (let i = 0; i < 10; i += 1) await harness.replicas[i % 2]!.authenticate({ token });
  expect(await version()).toEqual(before);
  await advanceTime(harness, '61 seconds');
  await Promise.all(
    Array.from(
      { length: 10 },
      async (_, i) => (await harness.replicas[i % 2]!.authenticate({ token })).session,
    ),
  );
  const after = await version();
  expect(after).not.toEqual(before);
  await harness.identity.authenticate({ token });
  expect(await version()).toEqual(after);
});

test('the use of a session writes no account of a registered user', async () => {
  const user = await registerUser(harness);
  const version = async (): Promise<unknown> =>
    (await harness.owner.query(`SELECT xmin::text FROM account WHERE id = $1`, [user.userId])).rows;
  await advanceTime(harness, '61 seconds');
  const before = await version();
  const { grant } = await login(harness, user.username, user.password);
  await harness.owner.query(
    `UPDATE session SET seen_at = seen_at - interval '61 seconds' WHERE account_id = $1`,
    [user.userId],
  );
  await harness.identity.authenticate({ token: grant!.token });
  expect(await version()).toEqual(before);
});

test('an active guest stays, and a logout keeps the account of a registered user', async () => {
  const { grant: guest } = await harness.identity.createGuest({ origin: newOrigin() });
  await advanceTime(harness, '2 minutes');
  await harness.identity.authenticate({ token: guest.token });
  const { rows } = await harness.db.query(
    `SELECT seen_at > now() - interval '1 minute' AS seen FROM account WHERE id = $1`,
    [guest.session!.account!.id],
  );
  expect(rows).toEqual([{ seen: true }]);
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.email, user.password);
  await harness.identity.logout({ token: grant!.token });
  expect((await login(harness, user.email, user.password)).grant).toBeDefined();
});
