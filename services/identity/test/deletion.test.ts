import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  codeAttempt,
  errorCode,
  login,
  openHarness,
  registerUser,
  type Harness,
  type Identity,
} from './harness.ts';
import { codeIn } from './inbox.ts';

let harness: Harness;
let admin: Identity;
beforeAll(async () => {
  harness = await openHarness();
  admin = harness.callAs('admin');
});
afterAll(() => harness.stop());

/** Returns the tables that have a row with one of these texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { rows: tables } = await harness.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rowCount } = await harness.owner.query(
        `SELECT FROM ${name} AS one WHERE EXISTS (SELECT FROM unnest($1::text[]) t WHERE one::text LIKE '%' || t || '%')`,
        [texts],
      );
      return rowCount ? [name] : [];
    }),
  );
  return found.flat().sort();
}

test('a deleted user leaves no row but the events, whose consumers delete theirs', async () => {
  const user = await registerUser(harness);
  const { grant } = await login(harness, user.username, user.password);
  await harness.identity.forgotPassword({
    email: user.email,
    origin: user.origin,
    flow: '',
    idempotencyKey: '',
  });
  await harness.inbox.nth(user.email, 2);
  const texts = [user.userId, user.username, user.email];
  const personal = ['account', 'code_flow', 'mail', 'session', 'username'];
  expect(await tablesWith(texts)).toEqual(expect.arrayContaining(personal));
  await admin.deleteUser({ userId: user.userId });
  expect(await tablesWith(texts)).toEqual(['outbox']);
  expect((await harness.eventNames(user.userId)).at(-1)).toBe('user_deleted');
  await expect.poll(() => harness.revoked).toContain(`${user.userId} ${grant!.session!.id}`);
  expect(await errorCode(harness.identity.authenticate({ token: grant!.token }))).toBe('UNAUTHORIZED');
  expect(await errorCode(login(harness, user.username, user.password))).toBe('INVALID_CREDENTIALS');
  await admin.deleteUser({ userId: user.userId });
  expect((await harness.eventNames(user.userId)).filter((name) => name === 'user_deleted')).toHaveLength(1);
});

test('name and address of a deleted user are free', async () => {
  const { username, email, password, origin, userId } = await registerUser(harness);
  await admin.deleteUser({ userId });
  const { flow } = (await harness.identity.register({ username, email, password, origin })).codeFlow;
  const code = codeIn(await harness.inbox.nth(email, 2));
  expect((await harness.identity.verifyEmail(codeAttempt(code, flow))).userId).not.toBe(userId);
});

test('a login during the deletion gets no session', async () => {
  const user = await registerUser(harness);
  const logins = Array.from({ length: 4 }, () => errorCode(login(harness, user.username, user.password)));
  await admin.deleteUser({ userId: user.userId });
  for (const outcome of await Promise.all(logins)) expect(outcome).toMatch(/^(ok|INVALID_CREDENTIALS)$/);
  expect(await tablesWith([user.userId])).toEqual(['outbox']);
});
