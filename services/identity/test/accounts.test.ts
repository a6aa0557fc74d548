import type { AppError } from '@fifteen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Limits } from '../src/limits.ts';
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

test('a guest plays at once: an account, a session, a wallet, and the fact that there is somebody', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(session?.account).toMatchObject({ guest: true, email: '', emailVerified: false });
  expect(session?.account?.displayName).toMatch(/^Guest \d{4}$/);
  const id = session!.account!.id;
  expect(await house.identity.authenticate({ token })).toMatchObject({ id: session!.id, account: { id } });
  expect(house.ledger.opened).toContain(id);
  expect(await house.facts(id)).toEqual(['user_created', 'user_seen']);
});

test('a guest who logs out is gone: account, name, session', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const id = session!.account!.id;
  await house.identity.logout({ token });
  expect(await refusal(house.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await house.facts(id)).toEqual(['user_created', 'user_seen', 'user_deleted']);
  await expect.poll(() => house.revoked).toContain(`${id} all`);
  expect(await house.identity.getAccounts({ ids: [id] })).toEqual({ accounts: [] });
  expect((await house.owner.query(`SELECT FROM username WHERE account_id = $1`, [id])).rowCount).toBe(0);
  await house.identity.logout({ token });
});

test('register, read the mail, type the code, log in by name or address in any case', async () => {
  const person = { ...somebody(), username: 'Ána María' };
  const { flow, email } = await house.identity.register(person);
  expect(email).toBe(person.email);
  const { userId } = await house.identity.verifyEmail(typed(await read(person.email), flow));
  expect(await house.facts(userId)).toEqual(['user_created', 'user_seen']);
  expect(house.ledger.opened).toContain(userId);
  for (const name of [
    'Ána María',
    'ÁNA MARÍA',
    'A\u0301na Mari\u0301a',
    person.email,
    person.email.toUpperCase(),
  ]) {
    const { grant } = await login(house, name, person.password);
    expect(grant?.session?.account).toMatchObject({
      ...{ id: userId, username: 'Ána María', displayName: 'Ána María', email: person.email },
      ...{ emailVerified: true, guest: false },
    });
  }
});

test('since when an address is proved is known, of a guest who registers as of anybody; a reset as well', async () => {
  const accountOf = async (id: string) => (await house.identity.getAccounts({ ids: [id] })).accounts[0]!;
  const soon = (at: Date | undefined) => Math.abs((at?.getTime() ?? 0) - Date.now()) < 30_000;
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  const guest = session!.account!;
  expect([guest.verifiedAt, guest.resetAt]).toEqual([undefined, undefined]);
  const person = somebody();
  const { flow } = await house.identity.upgradeGuest({ ...person, userId: guest.id });
  expect((await house.as('admin').findAccount({ name: person.username })).verifiedAt).toBeUndefined();
  await house.identity.verifyEmail(typed(await read(person.email), flow));
  const member = await accountOf(guest.id);
  expect([soon(member.verifiedAt), member.resetAt]).toEqual([true, undefined]);

  const asked = await house.identity.forgotPassword({
    ...{ email: person.email, flow: '', origin: somewhere() },
  });
  const code = typed(await read(person.email, 2), asked.flow);
  await house.identity.resetPassword({ ...code, newPassword: 'a new password' });
  const after = await accountOf(guest.id);
  expect([soon(after.resetAt), after.verifiedAt]).toEqual([true, member.verifiedAt]);
});

test('before the code there is no account: the right password answers that the address must be proved', async () => {
  const person = somebody();
  const first = await house.identity.register(person);
  const { flow } = await login(house, person.username, person.password);
  expect(flow).toEqual(first);
  expect(await refusal(login(house, person.username, 'wrong password'))).toBe('INVALID_CREDENTIALS');
  await house.inbox.nth(person.email);
  expect(house.inbox.to(person.email)).toHaveLength(1);
  await timePasses(house, '11 minutes');
  const later = await login(house, person.email, person.password);
  await house.identity.verifyEmail(typed(await read(person.email, 2), later.flow!.flow));
  expect((await login(house, person.username, person.password)).grant).toBeDefined();
});

test('the same registration within ten minutes is one: same answer, one mail, also in parallel on two replicas', async () => {
  const person = somebody();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => house.replicas[i % 2]!.register({ ...person, origin: somewhere() })),
  );
  expect(new Set(answers.map(({ flow }) => flow)).size).toBe(1);
  expect(await house.identity.register(person)).toEqual(answers[0]);
  const code = await read(person.email);
  await house.identity.verifyEmail(typed(code, answers[0]!.flow));
  expect(await house.identity.register(person)).toEqual(answers[0]);
  expect(house.inbox.to(person.email)).toHaveLength(1);
  await timePasses(house, '11 minutes');
  expect(await refusal(house.identity.register(person))).toBe('EMAIL_TAKEN');
});

test('a name or an address that is in use is refused, however it is written', async () => {
  const person = await member(house);
  const other = somebody();
  const names = [person.username, person.username.toUpperCase(), person.username.replace('p', 'р')];
  for (const username of names)
    expect(await refusal(house.identity.register({ ...other, username }))).toBe('USERNAME_TAKEN');
  const email = person.email.toUpperCase();
  expect(await refusal(house.identity.register({ ...other, email }))).toBe('EMAIL_TAKEN');
});

test('of twenty people who want a name at once, one gets it', async () => {
  const { username } = somebody();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      refusal(house.identity.register({ ...somebody(), username }, { limitMs: 20_000 })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'USERNAME_TAKEN')).toHaveLength(19);
});

test('a guest who registers keeps the account, and becomes a member when the code comes back', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  const person = somebody();
  const { flow } = await house.identity.upgradeGuest({ ...person, userId });
  expect((await house.identity.authenticate({ token })).account).toMatchObject({ id: userId, guest: true });
  expect((await login(house, person.username, person.password)).flow?.flow).toBe(flow);

  expect(await house.identity.verifyEmail(typed(await read(person.email), flow))).toMatchObject({ userId });
  expect(await refusal(house.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  await expect.poll(() => house.revoked).toContain(`${userId} all`);
  const begun = ['user_created', 'user_seen'];
  expect(await house.facts(userId)).toEqual([...begun, 'user_changed', 'user_upgraded', 'user_seen']);
  const { grant } = await login(house, person.email, person.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: person.username, guest: false });
  expect(house.ledger.opened.filter((id) => id === userId)).toHaveLength(1);
  expect(await refusal(house.identity.upgradeGuest({ ...somebody(), userId }))).toBe('NOT_A_GUEST');
});

test('a display name that a guest chose survives the upgrade', async () => {
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  await house.identity.updateProfile({ userId, displayName: 'Captain', pictureChange: undefined });
  const person = somebody();
  const { flow } = await house.identity.upgradeGuest({ ...person, userId });
  const { grant } = await house.identity.verifyEmail(typed(await read(person.email), flow));
  expect(grant?.session?.account).toMatchObject({ displayName: 'Captain', username: person.username });
});

test('a guest who waits for a code and logs out is not lost', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  const person = somebody();
  const { flow } = await house.identity.upgradeGuest({ ...person, userId });
  await house.identity.logout({ token });
  await house.identity.verifyEmail(typed(await read(person.email), flow));
  expect((await login(house, person.email, person.password)).grant?.session?.account?.id).toBe(userId);
});

test('a guest may correct the address as long as no code came back', async () => {
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  const [wrong, right] = [somebody(), somebody()];
  await house.identity.upgradeGuest({ ...wrong, userId });
  const { flow } = await house.identity.upgradeGuest({ ...right, userId });
  await house.identity.verifyEmail(typed(await read(right.email), flow));
  expect((await login(house, right.username, right.password)).grant).toBeDefined();
  expect(await refusal(login(house, wrong.username, wrong.password))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(house.identity.register({ ...somebody(), username: wrong.username }))).toBe('ok');
});

test('who somebody is: by id for the services, by anything for the operator, for nobody else', async () => {
  const person = await member(house);
  const waiting = somebody();
  await house.identity.register(waiting);
  const ids = [person.userId, 'ai', 'player_7', 'nobody', '\0', "'; DROP TABLE account"];
  for (const caller of ['gateway', 'leaderboard', 'admin'] as const) {
    const { accounts } = await house.as(caller).getAccounts({ ids });
    expect(accounts.map((account) => account.id)).toEqual([person.userId]);
  }
  expect(await refusal(house.as('room').getAccounts({ ids }))).toBe('FORBIDDEN');
  expect(await refusal(house.identity.getAccounts({ ids: Array<string>(201).fill('x') }))).toBe('INVALID');
  for (const name of [person.userId, person.email, person.username])
    expect(await house.as('admin').findAccount({ name })).toMatchObject({
      id: person.userId,
      emailVerified: true,
    });
  expect(await house.as('admin').findAccount({ name: waiting.email })).toMatchObject({
    emailVerified: false,
  });
  expect(await refusal(house.as('admin').findAccount({ name: 'nobody' }))).toBe('NOT_FOUND');
  expect(await refusal(house.identity.findAccount({ name: person.email }))).toBe('FORBIDDEN');
  expect(
    await refusal(
      house.as('room').login({ login: 'x', password: 'y', previousToken: '', origin: undefined }),
    ),
  ).toBe('FORBIDDEN');
});

test('a ledger that is down keeps nobody out, and wallets are opened when it is back', async () => {
  house.ledger.up = false;
  const begun = Date.now();
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  expect(Date.now() - begun).toBeLessThan(1_500);
  const id = session!.account!.id;
  expect(house.ledger.opened).not.toContain(id);
  house.ledger.up = true;
  await expect.poll(() => house.ledger.opened.includes(id), { timeout: 15_000 }).toBe(true);
  await expect
    .poll(async () => (await house.db.query(`SELECT FROM account WHERE wallet_opened_at IS NULL`)).rowCount)
    .toBe(0);
});

test('a rejected guest uses up nothing of the device, and the wait covers every limit in the way', async () => {
  const origin = { ip: '192.0.4.7', locale: '', device: 'pupil', deviceCarried: true };
  const rejected = async (): Promise<number> => {
    const error = await house.identity.createGuest({ origin }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    return (error as AppError).details['retryAfter'] as number;
  };
  const use = (key: string, n: number) =>
    house.owner.query(`UPDATE request_count SET points = $2 WHERE key LIKE $1`, [key, n]);
  // Five of the network, two of the device.
  for (let i = 0; i < 7; i += 1) await house.identity.createGuest({ origin });
  await use('guest:devices:hour:192.0.4.0/24', 60);
  const hour = await rejected();
  for (let i = 0; i < 3; i += 1) await rejected();
  expect(hour).toBeLessThanOrEqual(3_600);
  await use('guest:day:192.0.4.0/24', 20);
  await timePasses(house, `${hour} seconds`);
  expect(await refusal(house.identity.createGuest({ origin }))).toBe('ok');

  // The device and its network are used up, and the network's day ends later.
  await use('guest:devices:day:192.0.4.0/24', 200);
  await house.owner.query(
    `UPDATE request_count SET expire = expire + 1800000 WHERE key = 'guest:devices:day:192.0.4.0/24'`,
  );
  const day = await rejected();
  await timePasses(house, `${day} seconds`);
  expect(await refusal(house.identity.createGuest({ origin }))).toBe('ok');
});

test('a limit names the setting that raises it where it is raised already', async () => {
  const details = async (scale: number, kind: 'guest' | 'login' | 'mail', times: number) => {
    const limits = new Limits(house.db, scale);
    const { ip } = somewhere();
    for (let i = 0; i < times; i += 1) await limits.take(kind, ip);
    const error = await limits.take(kind, ip).catch((reason: unknown) => reason);
    return (error as AppError).details;
  };
  const retryAfter = expect.any(Number) as number;
  expect(await details(1, 'guest', 5)).toEqual({ retryAfter });
  const setting = 'RATE_LIMIT_SCALE';
  expect(await details(2, 'guest', 10)).toEqual({ retryAfter, setting });
  expect(await details(2, 'mail', 80)).toEqual({ retryAfter, setting });
  expect(await details(1.1, 'login', 110)).toEqual({ retryAfter, setting });
});
