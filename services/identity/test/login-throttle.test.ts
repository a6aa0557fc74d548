import type { UserId } from '@fifteen/domain';
import { writeOutbox } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AppContext } from '../src/context.ts';
import { countLoginAttempt, throttleKey } from '../src/db/login-throttle.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { Codes } from '../src/domain/codes.ts';
import { overloaded } from '../src/domain/errors.ts';
import { userSeen } from '../src/domain/events.ts';
import { parseOrigin, pseudonymsOf } from '../src/domain/origin.ts';
import { login as serveLogin } from '../src/rpc/login.ts';
import { startRegistration } from '../src/rpc/register.ts';
import { errorCode, login, newOrigin, newUser, openHarness, registerUser, type Harness } from './harness.ts';

/** Machines that run tests may be loaded: the tests check results, not speed. */
vi.setConfig({ testTimeout: 300_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

type NewUser = ReturnType<typeof newUser>;

/** Registers a user whose address stays unconfirmed. Returns the id of the registration. */
async function register(user: NewUser): Promise<UserId> {
  await harness.identity.register(user);
  const { rows } = await harness.db.query<{ account_id: UserId }>(
    `SELECT account_id FROM registration WHERE username = $1 AND email_key = $2`,
    [user.username, user.email],
  );
  return rows[0]!.account_id;
}

/** Returns the counted attempts at an account by address. */
async function attemptsAt(userId: UserId): Promise<number> {
  const { rows } = await harness.db.query<{ tries: number }>(`SELECT tries FROM login_guard WHERE key = $1`, [
    `${userId}:address`,
  ]);
  return rows[0]?.tries ?? 0;
}

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

test('threat 45: guesses at a registration are counted, though a stranger who registered its address logs in', async () => {
  const victim = newUser();
  const stranger = { ...newUser(), email: victim.email };
  const [victimId, strangerId] = [await register(victim), await register(stranger)];
  for (let i = 0; i < 5; i += 1) {
    expect(await outcomeOf(victim.email, `guess ${i}`)).toBe('INVALID_CREDENTIALS');
    expect(await outcomeOf(stranger.email, stranger.password)).toBe('ok');
  }
  expect([await attemptsAt(victimId), await attemptsAt(strangerId)]).toEqual([5, 0]);
});

test('the delay of one registration delays no login to another of the same address', async () => {
  const owner = newUser();
  const stranger = { ...newUser(), email: owner.email };
  await register(owner);
  await delay(`${await register(stranger)}:address`);
  expect(await outcomeOf(owner.email, owner.password)).toBe('ok');
  expect(await outcomeOf(owner.email, stranger.password)).toBe('TOO_MANY_REQUESTS');
});

test('a device of a day ago has its own count, though five devices were used since', async () => {
  const { userId } = await registerUser(harness);
  const { db, config } = harness;
  const codes = new Codes(config.CODE_KEY);
  const origins = Array.from({ length: 240 }, (_, i) =>
    parseOrigin({ ...newOrigin(), device: `device ${i}`, deviceCarried: true }),
  );
  const records = origins.map((origin) => pseudonymsOf(codes, origin));
  await writeOutbox(
    db,
    records.map((record) => userSeen(userId, record)),
  );
  const [first] = origins;
  expect(await throttleKey({ db, codes }, userId, first!)).toBe(`${userId}:device:${records[0]!.device}`);
});

/** Returns the context of a replica that compares passwords so. */
const contextWith = (verify: () => Promise<boolean>) => {
  const { db, config } = harness;
  return {
    ...{ db, log, codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) },
    passwords: { verify },
  } as unknown as AppContext;
};
const overload = (): Promise<boolean> => Promise.reject(overloaded());

test('a login or a registration that an overload prevents is no attempt at its account', async () => {
  const user = await registerUser(harness);
  const context = contextWith(overload);
  const request = { login: user.email, password: 'x', previousToken: '', origin: newOrigin() };
  for (let i = 0; i < 11; i += 1) {
    expect(await errorCode(serveLogin(context, request))).toBe('SERVICE_UNAVAILABLE');
    expect(await errorCode(startRegistration(context, user, undefined))).toBe('SERVICE_UNAVAILABLE');
  }
  for (const name of [user.username, user.email]) expect(await outcomeOf(name, user.password)).toBe('ok');
});

test('an overload takes back no attempt whose password was compared', async () => {
  const user = newUser();
  const later = { ...newUser(), email: user.email };
  const [userId, laterId] = [await register(user), await register(later)];
  const compare = vi.fn(overload).mockResolvedValueOnce(false);
  const request = { login: user.email, password: 'x', previousToken: '', origin: newOrigin() };
  expect(await errorCode(serveLogin(contextWith(compare), request))).toBe('SERVICE_UNAVAILABLE');
  expect([await attemptsAt(laterId), await attemptsAt(userId)]).toEqual([1, 0]);
});

test('an overload leaves the delay of a later attempt', async () => {
  const user = await registerUser(harness);
  const key = `${user.userId}:address`;
  for (let i = 0; i < 9; i += 1) await countLoginAttempt(harness.db, key);
  const compare = async () => {
    await harness.owner.query(`UPDATE login_guard SET open_at = '-infinity' WHERE key = $1`, [key]);
    await countLoginAttempt(harness.db, key);
    await delay(key);
    return overload();
  };
  const request = { login: user.email, password: 'x', previousToken: '', origin: newOrigin() };
  expect(await errorCode(serveLogin(contextWith(compare), request))).toBe('SERVICE_UNAVAILABLE');
  expect(await outcomeOf(user.email, user.password)).toBe('TOO_MANY_REQUESTS');
});
