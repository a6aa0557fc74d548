import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { Codes } from '../src/domain/codes.ts';
import { overloaded } from '../src/domain/errors.ts';
import { login } from '../src/rpc/login.ts';
import { startRegistration } from '../src/rpc/register.ts';
import { errorCode, newOrigin, newUser, openHarness, registerUser, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

/** Returns the counts of registrations, rejections and mails of the network 2001:db8:`id`::/48. */
async function countsOf(id: string): Promise<{ registered: number; rejected: number; mails: number }> {
  const pointsOf = async (key: string): Promise<number> => {
    const { rows } = await harness.owner.query<{ points: number }>(
      `SELECT points FROM request_count WHERE key = $1`,
      [key],
    );
    return rows[0]?.points ?? 0;
  };
  return {
    registered: await pointsOf(`register:day:2001:db8:${id}::/48`),
    rejected: await pointsOf(`register:rejected:day:2001:db8:${id}::/48`),
    mails: await pointsOf(`mail:2001:db8:${id}:1::/64`),
  };
}
const originIn = (id: string) => ({ ...newOrigin(), ip: `2001:db8:${id}:1::1` });

test('a rejected registration takes no place of an account; a taken address counts as a rejection, a taken name as a mail', async () => {
  const origin = originIn('90');
  const { username, email } = await registerUser(harness);
  const register = (fields: { username?: string; email?: string }) =>
    errorCode(harness.identity.register({ ...newUser(), ...fields, origin }));
  expect(await register({})).toBe('ok');
  expect(await countsOf('90')).toEqual({ registered: 1, rejected: 0, mails: 1 });
  expect(await register({ username })).toBe('USERNAME_TAKEN');
  expect(await countsOf('90')).toEqual({ registered: 1, rejected: 0, mails: 2 });
  expect(await register({ email })).toBe('EMAIL_TAKEN');
  expect(await countsOf('90')).toEqual({ registered: 1, rejected: 1, mails: 2 });
});

test('threat 50: with a taken name, a registration shows nothing of the address, also beyond the allowance', async () => {
  const origin = originIn('94');
  const { username } = await registerUser(harness);
  const { email } = await registerUser(harness);
  const outcomes = () =>
    Promise.all(
      [email, newUser().email].map((address) =>
        errorCode(harness.identity.register({ ...newUser(), username, email: address, origin })),
      ),
    );
  expect(await outcomes()).toEqual(['USERNAME_TAKEN', 'USERNAME_TAKEN']);
  await harness.owner.query(
    `UPDATE request_count SET points = 40 WHERE key = 'register:day:2001:db8:94::/48'`,
  );
  expect(await outcomes()).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
});

test('a registration that an overload prevents counts under no limit, and neither does its repeat', async () => {
  const { db, config } = harness;
  const context = {
    ...{ db, codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) },
    passwords: {
      hash: async () => Promise.reject(overloaded()),
      verify: async () => Promise.reject(overloaded()),
    },
  } as unknown as AppContext;
  const request = { ...newUser(), origin: originIn('91') };
  expect(await errorCode(startRegistration(context, request, undefined))).toBe('SERVICE_UNAVAILABLE');
  await harness.identity.register({ ...request, origin: newOrigin() });
  expect(await errorCode(startRegistration(context, request, undefined))).toBe('SERVICE_UNAVAILABLE');
  expect(await countsOf('91')).toEqual({ registered: 0, rejected: 0, mails: 0 });
});

test('a login that an overload prevents does not count as one of its address', async () => {
  const { db, config } = harness;
  const context = {
    ...{ db, log, codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) },
    passwords: { verify: async () => Promise.reject(overloaded()) },
  } as unknown as AppContext;
  const attempt = (): Promise<string> => {
    const request = { login: newUser().username, password: 'x', previousToken: '', origin: originIn('93') };
    return errorCode(login(context, request));
  };
  expect(await attempt()).toBe('SERVICE_UNAVAILABLE');
  const { rows } = await harness.owner.query<{ points: number }>(
    `SELECT points FROM request_count WHERE key LIKE 'login:2001:db8:93:%'`,
  );
  expect(rows.map(({ points }) => points)).toEqual([0]);
});

test('registrations beyond the allowance of a network leave its guests their upgrades', async () => {
  const origin = originIn('92');
  const register = () => errorCode(harness.identity.register({ ...newUser(), origin }));
  expect(await register()).toBe('ok');
  await harness.owner.query(
    `UPDATE request_count SET points = 40 WHERE key = 'register:day:2001:db8:92::/48'`,
  );
  expect(await register()).toBe('TOO_MANY_REQUESTS');
  expect(await countsOf('92')).toMatchObject({ registered: 40, rejected: 0 });
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  const upgrade = { ...newUser(), userId: session!.account!.id, origin };
  expect(await errorCode(harness.identity.upgradeGuest(upgrade))).toBe('ok');
});
