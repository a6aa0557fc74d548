import { randomUUID } from 'node:crypto';
import { AppError } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redeemCode } from '../src/db/code-attempts.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { Codes } from '../src/domain/codes.ts';
import { parseOrigin } from '../src/domain/origin.ts';
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

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

const readCode = async (email: string, n = 1): Promise<string> => codeIn(await harness.inbox.nth(email, n));
const wrongCode = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const codeRequest = (
  email: string,
): { email: string; flow: string; origin: ReturnType<typeof newOrigin> } => ({
  ...{ email, flow: '', origin: newOrigin() },
});
const reset = (code: string, flow: string, newPassword = 'a new password', email = '') =>
  harness.identity.resetPassword({ code, flow, newPassword, email, origin: newOrigin(), idempotencyKey: '' });

test('threat 46: of a hundred parallel guesses on two replicas from a hundred addresses, five are compared', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const guesses = Array.from({ length: 100 }, (_, i) =>
    errorCode(
      harness.replicas[i % 2]!.verifyEmail(codeAttempt(wrongCode(code, i + 1), flow), { limitMs: 20_000 }),
    ),
  );
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['INVALID_CODE']));
  const { rows } = await harness.db.query(`SELECT tries FROM code_flow WHERE email_key = $1`, [user.email]);
  expect(rows).toEqual([{ tries: 5 }]);
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('INVALID_CODE');
  const withAddress = { ...codeAttempt(code, flow), email: user.email };
  expect(await errorCode(harness.identity.verifyEmail(withAddress)), 'no further attempts by address').toBe(
    'INVALID_CODE',
  );
});

test('accepts the right code after four wrong ones', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  for (const by of [1, 2, 3, 4])
    expect(await errorCode(harness.identity.verifyEmail(codeAttempt(wrongCode(code, by), flow)))).toBe(
      'INVALID_CODE',
    );
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('ok');
});

test('a right code that an overload keeps from being used costs no attempt, by cookie or by address', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const { db, config } = harness;
  const context = { db, log, codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) };
  const origin = parseOrigin(newOrigin());
  const overloaded = async () => Promise.reject(new AppError('SERVICE_UNAVAILABLE'));
  for (const attempt of [codeAttempt(code, flow), { ...codeAttempt(code, ''), email: user.email }])
    for (let i = 0; i < 6; i += 1)
      expect(
        await errorCode(redeemCode(context, { ...attempt, purpose: 'verify' }, origin, overloaded)),
      ).toBe('SERVICE_UNAVAILABLE');
  const { rows } = await harness.owner.query(`SELECT points FROM request_count WHERE key = $1`, [
    `code:${origin.ip}/32`,
  ]);
  expect(rows).toEqual([{ points: 0 }]);
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('ok');
});

test('a code entered twenty times at once on two replicas is consumed once', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      errorCode(harness.replicas[i % 2]!.verifyEmail(codeAttempt(code, flow))),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('threat 47: rejects a code without flow and address, and a forged flow cookie', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const [id = '', mac = ''] = flow.split('.');
  for (const forged of [
    '',
    id,
    `${id}.`,
    `${id}.${mac.slice(1)}A`,
    `${mac}.${id}`,
    'x'.repeat(10_000),
    "' OR '1'='1",
  ])
    expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, forged)))).toBe('INVALID_CODE');
  const { rows } = await harness.db.query(`SELECT tries FROM code_flow WHERE id = $1`, [id]);
  expect(rows).toEqual([{ tries: 0 }]);
});

test('accepts the address in place of the cookie, on another device', async () => {
  const user = newUser();
  await harness.identity.register(user);
  const code = await readCode(user.email);
  const otherBrowser = { ...codeAttempt(code, ''), email: user.email.toUpperCase() };
  expect(await errorCode(harness.identity.verifyEmail({ ...otherBrowser, email: newUser().email }))).toBe(
    'INVALID_CODE',
  );
  expect(await errorCode(harness.identity.verifyEmail(otherBrowser))).toBe('ok');
});

test('threat 48: rejects a used code, a replaced one, and one of another flow or purpose', async () => {
  const [ann, bob] = [newUser(), newUser()];
  const { flow: annsFlow } = (await harness.identity.register(ann)).codeFlow;
  const { flow: bobsFlow } = (await harness.identity.register(bob)).codeFlow;
  const old = await readCode(ann.email);
  const bobs = await readCode(bob.email);
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(bobs, annsFlow)))).toBe('INVALID_CODE');
  expect(await errorCode(reset(old, annsFlow))).toBe('INVALID_CODE');

  const { flow: newFlow } = (
    await harness.identity.resendVerification({
      ...codeRequest(ann.email),
      flow: annsFlow,
    })
  ).codeFlow;
  const code = await readCode(ann.email, 2);
  for (const flow of [annsFlow, bobsFlow])
    expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('INVALID_CODE');
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(old, annsFlow)))).toBe('INVALID_CODE');
  if (old !== code)
    expect(await errorCode(harness.identity.verifyEmail(codeAttempt(old, newFlow)))).toBe('INVALID_CODE');
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, newFlow)))).toBe('ok');
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, newFlow)))).toBe('INVALID_CODE');
});

test('a code expires after ten minutes', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  await advanceTime(harness, '9 minutes 30 seconds');
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('ok');
  const other = newUser();
  const { codeFlow: second } = await harness.identity.register(other);
  const othersCode = await readCode(other.email);
  await advanceTime(harness, '10 minutes');
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(othersCode, second.flow)))).toBe(
    'INVALID_CODE',
  );
});

test('a repeated request has the first response although the code is used; another request is rejected', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const request = { ...codeAttempt(code, flow), idempotencyKey: 'request-1' };
  const first = await harness.identity.verifyEmail(request);
  const { userId, grant } = await harness.identity.verifyEmail(request);
  expect(userId).toBe(first.userId);
  expect(grant?.session?.account?.id).toBe(userId);
  for (const changed of [
    { idempotencyKey: 'request-2' },
    { code: wrongCode(code) },
    { flow: '' },
    { idempotencyKey: '' },
  ])
    expect(await errorCode(harness.identity.verifyEmail({ ...request, ...changed }))).toBe('INVALID_CODE');
});

test.each(['forgotPassword', 'resendVerification'] as const)(
  'a repeated %s of one browser mails no other code and has the first flow',
  async (call) => {
    const user = newUser();
    await harness.identity.register(user);
    await readCode(user.email);
    const origin = { ...newOrigin(), device: randomUUID() };
    const request = { ...codeRequest(user.email), origin, idempotencyKey: randomUUID() };
    const send = async (changes: object, replica = 0): Promise<string> =>
      (await harness.replicas[replica]![call]({ ...request, ...changes })).codeFlow?.flow ?? '';
    const mails = async (): Promise<number> => {
      const { rows } = await harness.db.query(`SELECT FROM mail WHERE email_key = $1`, [user.email]);
      return rows.length;
    };
    const flows = await Promise.all([0, 1, 0].map((replica) => send({}, replica)));
    expect(new Set(flows).size).toBe(1);
    expect(await mails()).toBe(2);
    const code = await readCode(user.email, 2);
    // Another browser that knows the key, and another request of this one.
    expect(await send({ origin: { ...origin, device: randomUUID() } })).not.toBe(flows[0]);
    expect(await mails()).toBe(3);
    const { idempotencyKey: _, ...withoutKey } = request;
    expect((await harness.identity[call](withoutKey)).codeFlow?.flow).not.toBe(flows[0]);
    const attempt = { ...codeAttempt(code, flows[0] ?? ''), newPassword: 'a new password' };
    const use = call === 'forgotPassword' ? 'resetPassword' : 'verifyEmail';
    expect(await errorCode(harness.identity[use](attempt))).toBe('ok');
  },
);

test('a repeated request signs in five times more, publishes nothing more and counts as wrong codes', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const request = { ...codeAttempt(code, flow), idempotencyKey: 'request-1' };
  // The right code is the last attempt that the flow allows.
  for (const by of [1, 2, 3, 4])
    await errorCode(harness.identity.verifyEmail({ ...codeAttempt(wrongCode(code, by), flow) }));
  const { userId } = await harness.identity.verifyEmail(request);
  const repeats = Array.from({ length: 20 }, (_, i) =>
    errorCode(harness.replicas[i % 2]!.verifyEmail(request)),
  );
  const outcomes = await Promise.all(repeats);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(5);
  expect(outcomes.filter((outcome) => outcome === 'INVALID_CODE')).toHaveLength(15);
  expect(await harness.eventNames(userId)).toEqual(['user_created', 'user_seen']);
  expect(await errorCode(harness.identity.verifyEmail({ ...request, origin: newOrigin() }))).toBe(
    'INVALID_CODE',
  );
  const { rows } = await harness.owner.query(`SELECT points FROM request_count WHERE key = $1`, [
    `code:${request.origin!.ip}/32`,
  ]);
  expect(rows).toEqual([{ points: 20 }]);
});

test('allows twenty wrong codes an hour per client address over all flows; right codes do not count', async () => {
  const origin = newOrigin();
  for (let i = 0; i < 6; i += 1) {
    const user = newUser();
    const { flow } = (await harness.identity.register(user)).codeFlow;
    expect(
      await errorCode(
        harness.identity.verifyEmail({ ...codeAttempt(await readCode(user.email), flow), origin }),
      ),
    ).toBe('ok');
  }
  const guess = (): Promise<string> =>
    errorCode(harness.identity.verifyEmail({ ...codeAttempt('000000', 'none'), origin }));
  for (let i = 0; i < 20; i += 1) expect(await guess()).toBe('INVALID_CODE');
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
  await advanceTime(harness, '1 hour');
  expect(await guess()).toBe('INVALID_CODE');
});

test('a reset sets the password, ends every session, notifies the owner and creates no session', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  const { flow } = (
    await harness.identity.forgotPassword({
      ...codeRequest(user.email),
      origin: newOrigin('ar-EG,en;q=0.5'),
    })
  ).codeFlow;
  expect(await errorCode(reset(await readCode(user.email, 2), flow, 'short'))).toBe('PASSWORD_TOO_SHORT');
  await reset(await readCode(user.email, 2), flow);
  expect(await errorCode(harness.identity.authenticate({ token: grant!.token }))).toBe('UNAUTHORIZED');
  await expect.poll(() => harness.revoked).toContain(`${user.userId} ${grant!.session!.id}`);
  expect(await errorCode(login(harness, user.username, user.password))).toBe('INVALID_CREDENTIALS');
  expect((await login(harness, user.username, 'a new password')).grant).toBeDefined();
  const notice = await harness.inbox.nth(user.email, 3);
  expect(notice.subject).toBe('Your password was changed');
  expect(notice.text).toContain(user.username);
});

test('a login that compared the old password before a reset creates no session after it', async () => {
  const user = await registerUser(harness);
  const { flow } = (await harness.identity.forgotPassword(codeRequest(user.email))).codeFlow;
  const code = await readCode(user.email, 2);
  const attempts = Array.from({ length: 8 }, () =>
    login(harness, user.email, user.password).catch(() => ({})),
  );
  await reset(code, flow);
  await Promise.all(attempts);
  const { rows } = await harness.db.query(`SELECT FROM session WHERE account_id = $1`, [user.userId]);
  expect(rows).toEqual([]);
});

test('the password of an unconfirmed registration can be reset: the mailbox proves the owner', async () => {
  const user = newUser();
  await harness.identity.register(user);
  // Two mails that wait at the same time may arrive in any order.
  await harness.inbox.nth(user.email);
  const { flow } = (await harness.identity.forgotPassword(codeRequest(user.email))).codeFlow;
  await reset(await readCode(user.email, 2), flow);
  expect((await login(harness, user.username, 'a new password')).grant).toBeDefined();
  expect(await errorCode(login(harness, user.username, user.password))).toBe('INVALID_CREDENTIALS');
});

test('threat 47: attempts by address and codes requested elsewhere leave the code of the browser usable', async () => {
  const user = newUser();
  const { flow } = (await harness.identity.register(user)).codeFlow;
  const code = await readCode(user.email);
  const byAddress = (by: number) =>
    errorCode(harness.identity.verifyEmail({ ...codeAttempt(wrongCode(code, by), ''), email: user.email }));
  for (let i = 1; i <= 7; i += 1) expect(await byAddress(i)).toBe('INVALID_CODE');
  const otherBrowser = { ...codeAttempt(code, ''), email: user.email };
  expect(await errorCode(harness.identity.verifyEmail(otherBrowser)), 'five attempts by address').toBe(
    'INVALID_CODE',
  );
  const { codeFlow: stranger } = await harness.identity.resendVerification(codeRequest(user.email));
  // The mail of a used code is not sent, and the third mail must not overtake the second.
  await harness.inbox.nth(user.email, 2);
  expect(stranger.flow).not.toBe(flow);
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, stranger.flow)))).toBe(
    'INVALID_CODE',
  );
  expect(await errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)))).toBe('ok');

  const { codeFlow: requested } = await harness.identity.forgotPassword(codeRequest(user.email));
  const resetCode = await readCode(user.email, 3);
  // The limit of mails is reached: the stranger receives a flow without a code.
  const { codeFlow: other } = await harness.identity.forgotPassword(codeRequest(user.email));
  for (let i = 1; i <= 5; i += 1)
    expect(await errorCode(reset(wrongCode(resetCode, i), other.flow))).toBe('INVALID_CODE');
  expect(await errorCode(reset(resetCode, requested.flow))).toBe('ok');
});

test('a confirmed code signs in the browser of its registration; a code entered by address does not', async () => {
  const [ann, bob] = [newUser(), newUser()];
  const { grant: guest } = await harness.identity.createGuest({ origin: newOrigin() });
  const { flow } = (await harness.identity.register(ann)).codeFlow;
  const proof = { ...codeAttempt(await readCode(ann.email), flow), previousToken: guest.token };
  const { userId, grant } = await harness.identity.verifyEmail(proof);
  expect((await harness.identity.authenticate({ token: grant!.token })).session.account?.id).toBe(userId);
  expect(await errorCode(harness.identity.authenticate({ token: guest.token }))).toBe('UNAUTHORIZED');
  await harness.identity.register(bob);
  const byAddress = { ...codeAttempt(await readCode(bob.email), ''), email: bob.email };
  expect((await harness.identity.verifyEmail(byAddress)).grant).toBeUndefined();
});

test('the database holds no secret that grants access', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  const { flow } = (await harness.identity.forgotPassword(codeRequest(user.email))).codeFlow;
  const code = await readCode(user.email, 2);
  const tables = ['account', 'registration', 'session', 'code_flow', 'mail', 'outbox'];
  const dumps = await Promise.all(
    tables.map(
      async (table) => (await harness.owner.query<{ t: string }>(`SELECT t::text FROM ${table} t`)).rows,
    ),
  );
  const everything = dumps
    .flat()
    .map((row) => row.t)
    .join('\n');
  expect(everything).toContain(user.email);
  for (const secret of [user.password, grant!.token, flow, `,${code},`])
    expect(everything).not.toContain(secret);
});
