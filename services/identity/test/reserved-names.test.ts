import type { UserId } from '@fifteen/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldRegistrations } from '../src/db/expiry.ts';
import { codeIn } from './inbox.ts';
import {
  advanceTime,
  codeAttempt,
  errorCode,
  login,
  newOrigin,
  newUser,
  openHarness,
  type Harness,
} from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

type User = ReturnType<typeof newUser>;

/** A registration that waits for its code. */
interface Waiting extends User {
  code: string;
  flow: string;
}

async function createGuest(): Promise<UserId> {
  const { session } = (await harness.identity.createGuest({ origin: newOrigin() })).grant;
  return session!.account!.id;
}

/** Registers a user, or a guest, and reads the code. */
async function register(user: User, guest?: UserId): Promise<Waiting> {
  const before = harness.inbox.to(user.email).length;
  const { codeFlow } = guest
    ? await harness.identity.upgradeGuest({ ...user, userId: guest })
    : await harness.identity.register(user);
  return { ...user, flow: codeFlow.flow, code: codeIn(await harness.inbox.nth(user.email, before + 1)) };
}

/** Returns the error code of a registration, or `ok`. */
const tryToRegister = (user: User, guest?: UserId): Promise<string> =>
  errorCode(
    guest ? harness.identity.upgradeGuest({ ...user, userId: guest }) : harness.identity.register(user),
  );

const confirm = ({ code, flow }: Waiting): Promise<string> =>
  errorCode(harness.identity.verifyEmail(codeAttempt(code, flow)));

const isRegistered = async ({ username, email, password }: User): Promise<boolean> => {
  const { grant } = await login(harness, username, password);
  return grant?.session?.account?.username === username && grant.session.account.email === email;
};

describe('the name that the registration of a guest has reserved', () => {
  test('is free for the same guest, with another password or address, and the former codes end', async () => {
    const guest = await createGuest();
    const user = newUser();
    const first = await register(user, guest);
    const second = await register({ ...user, password: 'another password' }, guest);
    const third = await register({ ...newUser(), username: user.username }, guest);
    for (const former of [first, second]) {
      expect(await confirm(former)).toBe('INVALID_CODE');
      const byAddress = { ...codeAttempt(former.code, ''), email: former.email };
      expect(await errorCode(harness.identity.verifyEmail(byAddress))).toBe('INVALID_CODE');
    }
    expect(await confirm(third)).toBe('ok');
    expect(await isRegistered(third)).toBe(true);
  });

  test('is taken for look-alikes of the case in which the guest enters it last', async () => {
    const guest = await createGuest();
    const user = { ...newUser(), username: `i-${newUser().username}` };
    await register(user, guest);
    const last = await register({ ...user, username: user.username.replace('i', 'I') }, guest);
    const lookAlike = { ...newUser(), username: user.username.replace('i', 'l') };
    expect(await tryToRegister(lookAlike)).toBe('USERNAME_TAKEN');
    expect(await confirm(last)).toBe('ok');
    expect(await isRegistered(last)).toBe(true);
    expect(await tryToRegister(lookAlike)).toBe('USERNAME_TAKEN');
  });

  test('is taken for all others', async () => {
    const user = newUser();
    await register(user, await createGuest());
    const other = { ...newUser(), username: user.username };
    expect(await tryToRegister(other)).toBe('USERNAME_TAKEN');
    expect(await tryToRegister(other, await createGuest())).toBe('USERNAME_TAKEN');
  });

  test('is free for all when the guest chooses another', async () => {
    const guest = await createGuest();
    const user = newUser();
    const former = await register(user, guest);
    const chosen = await register({ ...user, username: newUser().username }, guest);
    const other = await register({ ...newUser(), username: user.username });
    expect(await confirm(former)).toBe('INVALID_CODE');
    expect(await confirm(other)).toBe('ok');
    expect(await confirm(chosen)).toBe('ok');
    expect(await isRegistered(other)).toBe(true);
    expect(await isRegistered(chosen)).toBe(true);
  });
});

describe('registrations of one address and name', () => {
  const places = {
    'a guest, then without one': [true, false],
    'without a guest, then a guest': [false, true],
    'a guest, then another guest': [true, true],
  };

  test.each(
    Object.entries(places).flatMap(([name, guests]) => [
      [name, 'first', guests] as const,
      [name, 'second', guests] as const,
    ]),
  )('wait side by side: %s, of whom the %s confirms', async (_, which, [isGuest, isNextGuest]) => {
    const user = newUser();
    const first = await register(user, isGuest ? await createGuest() : undefined);
    const next = { ...user, password: 'another password' };
    const second = await register(next, isNextGuest ? await createGuest() : undefined);
    const [winner, loser] = which === 'first' ? [first, second] : [second, first];
    expect(await confirm(winner)).toBe('ok');
    expect(await confirm(loser)).toBe('INVALID_CODE');
    expect(await isRegistered(winner)).toBe(true);
    expect(await tryToRegister({ ...newUser(), username: user.username })).toBe('USERNAME_TAKEN');
  });

  test('in upper and lower case log in by it, and the second inherits it', async () => {
    const guest = await createGuest();
    // The upper case of i looks like l.
    const user = { ...newUser(), username: `i-${newUser().username}` };
    await register(user, guest);
    const username = user.username.toUpperCase();
    const heir = await register({ ...user, username, password: 'another password' });
    for (const { password } of [user, heir])
      expect((await login(harness, username, password)).flow).toBeDefined();
    await register(newUser(), guest);
    expect(await tryToRegister({ ...newUser(), username: user.username })).toBe('USERNAME_TAKEN');
    expect(await confirm(heir)).toBe('ok');
    expect(await isRegistered(heir)).toBe(true);
    const lookAlike = username.replace('I', 'l');
    expect(await tryToRegister({ ...newUser(), username: lookAlike })).toBe('USERNAME_TAKEN');
  });

  test('do not share it with one that only looks the same, by which no login would find them', async () => {
    const user = { ...newUser(), username: `a-${newUser().username}` };
    await register(user);
    expect(await tryToRegister({ ...user, username: user.username.replace('a', '\u0430') })).toBe(
      'USERNAME_TAKEN',
    );
  });

  test('do not share it in a case in which it looks like that of another user', async () => {
    const user = { ...newUser(), username: `I-${newUser().username}` };
    await register(user);
    await register({ ...newUser(), username: user.username.replace('I', '\u0456') });
    expect(await tryToRegister({ ...user, username: user.username.replace('I', 'i') })).toBe(
      'USERNAME_TAKEN',
    );
  });

  test('do not share it with ß in place of ss, by which no login would find them', async () => {
    const user = { ...newUser(), username: `ß-${newUser().username}` };
    await register(user);
    expect(await tryToRegister({ ...user, username: user.username.toUpperCase() })).toBe('USERNAME_TAKEN');
  });

  test('wait side by side when they arrive at once', async () => {
    const user = newUser();
    const guests = [undefined, await createGuest(), await createGuest()];
    const outcomes = guests.map((guest, i) => {
      const replica = harness.replicas[i % 2]!;
      const request = { ...user, password: `password ${i}` };
      return errorCode(
        guest ? replica.upgradeGuest({ ...request, userId: guest }) : replica.register(request),
      );
    });
    expect(await Promise.all(outcomes)).toEqual(['ok', 'ok', 'ok']);
    const { rows } = await harness.db.query(`SELECT FROM registration WHERE username = $1`, [user.username]);
    expect(rows).toHaveLength(3);
  });

  test('leave the name to the first, a guest who then corrects the address', async () => {
    const guest = await createGuest();
    const user = newUser();
    await register(user, guest);
    const stranger = await register({ ...user, password: 'another password' });
    const corrected = await register({ ...newUser(), username: user.username }, guest);
    expect(await confirm(stranger)).toBe('INVALID_CODE');
    expect(await confirm(corrected)).toBe('ok');
    expect(await isRegistered(corrected)).toBe(true);
    expect(await confirm(stranger)).toBe('INVALID_CODE');
  });

  test('keep the name from a guest who has it second and then enters another address', async () => {
    const first = await register(newUser());
    const guest = await createGuest();
    await register({ ...first, password: 'another password' }, guest);
    expect(await tryToRegister({ ...newUser(), username: first.username }, guest)).toBe('USERNAME_TAKEN');
    expect(await confirm(first)).toBe('ok');
    expect(await isRegistered(first)).toBe(true);
  });

  test('inherit the name from a guest who chooses another', async () => {
    const guest = await createGuest();
    const user = newUser();
    await register(user, guest);
    const heir = await register({ ...user, password: 'another password' });
    await register(newUser(), guest);
    expect(await tryToRegister({ ...newUser(), username: user.username })).toBe('USERNAME_TAKEN');
    expect(await confirm(heir)).toBe('ok');
    expect(await isRegistered(heir)).toBe(true);
  });

  test('inherit the name from the first, which ends after seven days', async () => {
    const user = newUser();
    await register(user);
    await advanceTime(harness, '6 days');
    await register({ ...user, password: 'another password' }, await createGuest());
    await advanceTime(harness, '1 day 1 hour');
    await deleteOldRegistrations(harness.db);
    const other = { ...newUser(), username: user.username };
    expect(await tryToRegister(other)).toBe('USERNAME_TAKEN');
    await advanceTime(harness, '6 days');
    await deleteOldRegistrations(harness.db);
    expect(await tryToRegister(other)).toBe('ok');
  });
});
