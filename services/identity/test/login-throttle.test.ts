import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { errorCode, login, openHarness, registerUser, type Harness } from './harness.ts';

/** Machines that run tests may be loaded: the tests check results, not speed. */
vi.setConfig({ testTimeout: 300_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

/** Delays the logins of an account by a minute. */
const delay = (key: string) =>
  harness.owner.query(
    `INSERT INTO login_guard (key, tries, open_at, ends_at)
     VALUES ($1, 20, now() + interval '1 minute', now() + interval '5 minutes')
     ON CONFLICT (key) DO UPDATE SET tries = excluded.tries, open_at = excluded.open_at`,
    [key],
  );

const outcomeOf = (name: string, password: string): Promise<string> =>
  errorCode(login(harness, name, password));

test('threat 51: delays of logins by name do not show which address the user has', async () => {
  const user = await registerUser(harness);
  for (let i = 0; i < 10; i += 1)
    expect(await outcomeOf(user.username, 'a guess')).toBe('INVALID_CREDENTIALS');
  await delay(user.userId);
  expect(await outcomeOf(user.username, user.password)).toBe('TOO_MANY_REQUESTS');
  expect(await outcomeOf(user.email, 'a guess')).toBe('INVALID_CREDENTIALS');
});
