import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn } from './inbox.ts';
import {
  login,
  member,
  openHouse,
  refusal,
  somebody,
  somewhere,
  timePasses,
  typed,
  type House,
} from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

const read = async (email: string, n = 1): Promise<string> => codeIn(await house.inbox.nth(email, n));
const wrongOf = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const ask = (email: string): { email: string; flow: string; origin: ReturnType<typeof somewhere> } => ({
  ...{ email, flow: '', origin: somewhere() },
});
const reset = (code: string, flow: string, newPassword = 'a new password', email = '') =>
  house.identity.resetPassword({ code, flow, newPassword, email, origin: somewhere(), idempotencyKey: '' });

test('threat 46: of a hundred parallel guesses on two replicas from a hundred places, five are looked at', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  const guesses = Array.from({ length: 100 }, (_, i) =>
    refusal(house.replicas[i % 2]!.verifyEmail(typed(wrongOf(code, i + 1), flow))),
  );
  expect(new Set(await Promise.all(guesses))).toEqual(new Set(['INVALID_CODE']));
  const { rows } = await house.db.query(`SELECT tries FROM code_flow WHERE email_key = $1`, [person.email]);
  expect(rows).toEqual([{ tries: 5 }]);
  expect(await refusal(house.identity.verifyEmail(typed(code, flow)))).toBe('INVALID_CODE');
  const withAddress = { ...typed(code, flow), email: person.email };
  expect(await refusal(house.identity.verifyEmail(withAddress)), 'no tries by address on top').toBe(
    'INVALID_CODE',
  );
});

test('the right code among four wrong ones still opens', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  for (const by of [1, 2, 3, 4])
    expect(await refusal(house.identity.verifyEmail(typed(wrongOf(code, by), flow)))).toBe('INVALID_CODE');
  expect(await refusal(house.identity.verifyEmail(typed(code, flow)))).toBe('ok');
});

test('a code typed twenty times at once on two replicas is used once', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) => refusal(house.replicas[i % 2]!.verifyEmail(typed(code, flow)))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
});

test('threat 47: a code without flow and address is refused, and so is a flow that we did not make', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
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
    expect(await refusal(house.identity.verifyEmail(typed(code, forged)))).toBe('INVALID_CODE');
  const { rows } = await house.db.query(`SELECT tries FROM code_flow WHERE id = $1`, [id]);
  expect(rows).toEqual([{ tries: 0 }]);
});

test('the address in place of the cookie does, on another device', async () => {
  const person = somebody();
  await house.identity.register(person);
  const code = await read(person.email);
  const elsewhere = { ...typed(code, ''), email: person.email.toUpperCase() };
  expect(await refusal(house.identity.verifyEmail({ ...elsewhere, email: somebody().email }))).toBe(
    'INVALID_CODE',
  );
  expect(await refusal(house.identity.verifyEmail(elsewhere))).toBe('ok');
});

test('threat 48: a used code, an old one, one of another flow or of another purpose is refused', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const { flow: annsFlow } = await house.identity.register(ann);
  const { flow: bobsFlow } = await house.identity.register(bob);
  const old = await read(ann.email);
  const bobs = await read(bob.email);
  expect(await refusal(house.identity.verifyEmail(typed(bobs, annsFlow)))).toBe('INVALID_CODE');
  expect(await refusal(reset(old, annsFlow))).toBe('INVALID_CODE');

  const { flow: newFlow } = await house.identity.resendVerification({ ...ask(ann.email), flow: annsFlow });
  const code = await read(ann.email, 2);
  for (const flow of [annsFlow, bobsFlow])
    expect(await refusal(house.identity.verifyEmail(typed(code, flow)))).toBe('INVALID_CODE');
  expect(await refusal(house.identity.verifyEmail(typed(old, annsFlow)))).toBe('INVALID_CODE');
  if (old !== code)
    expect(await refusal(house.identity.verifyEmail(typed(old, newFlow)))).toBe('INVALID_CODE');
  expect(await refusal(house.identity.verifyEmail(typed(code, newFlow)))).toBe('ok');
  expect(await refusal(house.identity.verifyEmail(typed(code, newFlow)))).toBe('INVALID_CODE');
});

test('a code lives ten minutes', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  await timePasses(house, '9 minutes 50 seconds');
  await house.db.query('SELECT 1');
  const other = somebody();
  const second = await house.identity.register(other);
  const othersCode = await read(other.email);
  expect(await refusal(house.identity.verifyEmail(typed(code, flow)))).toBe('ok');
  await timePasses(house, '10 minutes');
  expect(await refusal(house.identity.verifyEmail(typed(othersCode, second.flow)))).toBe('INVALID_CODE');
});

test('the repeat of a request gets its answer, although the code is used up; another request does not', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  const request = { ...typed(code, flow), idempotencyKey: 'request-1' };
  const answer = await house.identity.verifyEmail(request);
  const { userId, grant } = await house.identity.verifyEmail(request);
  expect(userId).toBe(answer.userId);
  expect(grant?.session?.account?.id).toBe(userId);
  for (const changed of [
    { idempotencyKey: 'request-2' },
    { code: wrongOf(code) },
    { flow: '' },
    { idempotencyKey: '' },
  ])
    expect(await refusal(house.identity.verifyEmail({ ...request, ...changed }))).toBe('INVALID_CODE');
});

test('twenty wrong codes an hour from one place, however many flows; right ones do not count', async () => {
  const origin = somewhere();
  for (let i = 0; i < 6; i += 1) {
    const person = somebody();
    const { flow } = await house.identity.register(person);
    expect(
      await refusal(house.identity.verifyEmail({ ...typed(await read(person.email), flow), origin })),
    ).toBe('ok');
  }
  const guess = (): Promise<string> =>
    refusal(house.identity.verifyEmail({ ...typed('000000', 'none'), origin }));
  for (let i = 0; i < 20; i += 1) expect(await guess()).toBe('INVALID_CODE');
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
  await timePasses(house, '1 hour');
  expect(await guess()).toBe('INVALID_CODE');
});

test('a reset sets the password, ends every session, tells the owner, and signs nobody in', async () => {
  const person = await member(house);
  const { grant } = await login(house, person.username, person.password);
  const { flow } = await house.identity.forgotPassword({
    ...ask(person.email),
    origin: somewhere('ar-EG,en;q=0.5'),
  });
  expect(await refusal(reset(await read(person.email, 2), flow, 'short'))).toBe('PASSWORD_TOO_SHORT');
  await reset(await read(person.email, 2), flow);
  expect(await refusal(house.identity.authenticate({ token: grant!.token }))).toBe('UNAUTHORIZED');
  await expect.poll(() => house.revoked).toContain(`${person.userId} all`);
  expect(await refusal(login(house, person.username, person.password))).toBe('INVALID_CREDENTIALS');
  expect((await login(house, person.username, 'a new password')).grant).toBeDefined();
  const notice = await house.inbox.nth(person.email, 3);
  expect(notice.subject).toBe('Your password was changed');
  expect(notice.text).toContain(person.username);
});

test('a login with the old password that was compared before a reset and finishes after it opens nothing', async () => {
  const person = await member(house);
  const { flow } = await house.identity.forgotPassword(ask(person.email));
  const code = await read(person.email, 2);
  const attempts = Array.from({ length: 8 }, () =>
    login(house, person.email, person.password).catch(() => ({})),
  );
  await reset(code, flow);
  await Promise.all(attempts);
  const { rows } = await house.db.query(`SELECT FROM session WHERE account_id = $1`, [person.userId]);
  expect(rows).toEqual([]);
});

test('whoever forgot the password of a registration that waits may reset it: the mailbox is the proof', async () => {
  const person = somebody();
  await house.identity.register(person);
  const { flow } = await house.identity.forgotPassword(ask(person.email));
  await reset(await read(person.email, 2), flow);
  expect((await login(house, person.username, 'a new password')).grant).toBeDefined();
  expect(await refusal(login(house, person.username, person.password))).toBe('INVALID_CREDENTIALS');
});

test('threat 47: tries with the address alone, and codes ordered elsewhere, leave the code of the browser usable', async () => {
  const person = somebody();
  const { flow } = await house.identity.register(person);
  const code = await read(person.email);
  const byAddress = (by: number) =>
    refusal(house.identity.verifyEmail({ ...typed(wrongOf(code, by), ''), email: person.email }));
  for (let i = 1; i <= 7; i += 1) expect(await byAddress(i)).toBe('INVALID_CODE');
  const elsewhere = { ...typed(code, ''), email: person.email };
  expect(await refusal(house.identity.verifyEmail(elsewhere)), 'five tries by address').toBe('INVALID_CODE');
  const stranger = await house.identity.resendVerification(ask(person.email));
  expect(stranger.flow).not.toBe(flow);
  expect(await refusal(house.identity.verifyEmail(typed(code, stranger.flow)))).toBe('INVALID_CODE');
  expect(await refusal(house.identity.verifyEmail(typed(code, flow)))).toBe('ok');

  const asked = await house.identity.forgotPassword(ask(person.email));
  const resetCode = await read(person.email, 3);
  // The limit of mails is reached: the stranger receives no flow that exists.
  const other = await house.identity.forgotPassword(ask(person.email));
  for (let i = 1; i <= 5; i += 1)
    expect(await refusal(reset(wrongOf(resetCode, i), other.flow))).toBe('INVALID_CODE');
  expect(await refusal(reset(resetCode, asked.flow))).toBe('ok');
});

test('a confirmed code signs in the browser of its registration, and one that came by address does not', async () => {
  const [ann, bob] = [somebody(), somebody()];
  const guest = await house.identity.createGuest({ origin: somewhere() });
  const { flow } = await house.identity.register(ann);
  const proof = { ...typed(await read(ann.email), flow), previousToken: guest.token };
  const { userId, grant } = await house.identity.verifyEmail(proof);
  expect((await house.identity.authenticate({ token: grant!.token })).account?.id).toBe(userId);
  expect(await refusal(house.identity.authenticate({ token: guest.token }))).toBe('UNAUTHORIZED');
  await house.identity.register(bob);
  const byAddress = { ...typed(await read(bob.email), ''), email: bob.email };
  expect((await house.identity.verifyEmail(byAddress)).grant).toBeUndefined();
});

test('what the database holds opens nothing', async () => {
  const person = await member(house);
  const { grant } = await login(house, person.username, person.password);
  const { flow } = await house.identity.forgotPassword(ask(person.email));
  const code = await read(person.email, 2);
  const tables = ['account', 'registration', 'session', 'code_flow', 'mail', 'outbox'];
  const dumps = await Promise.all(
    tables.map(
      async (table) => (await house.owner.query<{ t: string }>(`SELECT t::text FROM ${table} t`)).rows,
    ),
  );
  const everything = dumps
    .flat()
    .map((row) => row.t)
    .join('\n');
  expect(everything).toContain(person.email);
  for (const secret of [person.password, grant!.token, flow, `,${code},`])
    expect(everything).not.toContain(secret);
});
