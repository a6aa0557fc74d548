import { afterAll, beforeAll, expect, test } from 'vitest';
import { pause, type AppError } from '@fifteen/runtime';
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

const ask = (email: string): { email: string; flow: string; origin: ReturnType<typeof somewhere> } => ({
  ...{ email, flow: '', origin: somewhere() },
});
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work().catch(() => undefined);
  return performance.now() - begun;
};
/**
 * Whether somebody with a stopwatch can tell two calls apart: by ten milliseconds in the median, and in so many of forty
 * pairs that it is no chance (p < 0.001), because the machine does other things too.
 */
async function toldApart(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  between: () => Promise<unknown>,
): Promise<boolean> {
  const pairs: [number, number][] = [];
  for (let i = 0; i < 40; i += 1) {
    await between();
    if (i % 2) pairs.push([await timed(one), await timed(other)]);
    else pairs.push([await timed(other), await timed(one)].reverse() as [number, number]);
  }
  const slower = pairs.filter(([left, right]) => left > right).length;
  const gap = Math.abs(median(pairs.map(([left]) => left)) - median(pairs.map(([, right]) => right)));
  return gap > 10 && (slower < 10 || slower > 30);
}
/** The n-th mail is there, and no other comes. */
const mailsTo = async (email: string, n: number): Promise<void> => {
  await house.inbox.nth(email, n);
  await pause(300);
  expect(house.inbox.to(email)).toHaveLength(n);
};

test('threat 45: after ten wrong passwords each next try waits twice as long, on all replicas, and the owner gets in', async () => {
  const person = await member(house);
  const guess = (i: number): Promise<string> =>
    refusal(
      house.replicas[i % 2]!.login({
        ...{ login: i % 3 ? person.email : person.username, password: `guess ${i}` },
        ...{ previousToken: '', origin: somewhere() },
      }),
    );
  const begun = Date.now();
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => guess(i)));
  const seconds = (Date.now() - begun) / 1_000;
  const looks = outcomes.filter((outcome) => outcome === 'INVALID_CREDENTIALS').length;
  expect(looks).toBeGreaterThanOrEqual(10);
  expect(looks).toBeLessThanOrEqual(10 + Math.log2(seconds + 1));
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(40 - looks);

  for (const [i, delay] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
    await house.owner.query(`UPDATE login_guard SET open_at = '-infinity', tries = $2 WHERE key = $1`, [
      person.userId,
      9 + i,
    ]);
    const asked = Date.now();
    expect(await guess(i)).toBe('INVALID_CREDENTIALS');
    const { rows } = await house.owner.query<{ wait: number }>(
      `SELECT extract(epoch FROM open_at - now())::float8 AS wait FROM login_guard WHERE key = $1`,
      [person.userId],
    );
    expect(rows[0]!.wait).toBeLessThanOrEqual(delay);
    expect(rows[0]!.wait).toBeGreaterThanOrEqual(delay - (Date.now() - asked) / 1_000);
  }
  const tooSoon = await house.identity
    .login({ login: person.email, password: person.password, previousToken: '', origin: somewhere() })
    .catch((error: unknown) => error);
  expect(tooSoon).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((tooSoon as AppError).details['retryAfter']).toBeGreaterThan(20);
  await timePasses(house, '1 minute');
  expect((await login(house, person.email, person.password)).grant).toBeDefined();
  expect(await guess(1)).toBe('INVALID_CREDENTIALS');
});

test('unknown users meet the same delays as known ones', async () => {
  const { username, password } = somebody();
  const guess = (): Promise<string> => refusal(login(house, username, password));
  for (let i = 0; i < 10; i += 1) expect(await guess()).toBe('INVALID_CREDENTIALS');
  await house.owner.query(`UPDATE login_guard SET tries = 20 WHERE open_at > '-infinity'`);
  await timePasses(house, '1 minute');
  expect(await guess()).toBe('INVALID_CREDENTIALS');
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
});

test('registering again with the data of somebody new is no way around the delays of a login', async () => {
  const person = await member(house);
  const guess = (): Promise<string> =>
    refusal(house.identity.register({ ...person, password: 'a guess', origin: somewhere() }));
  for (let i = 0; i < 10; i += 1) expect(await guess()).toBe('EMAIL_TAKEN');
  await house.owner.query(
    `UPDATE login_guard SET tries = 20, open_at = now() + interval '1 minute' WHERE key = $1`,
    [person.userId],
  );
  expect(await guess()).toBe('TOO_MANY_REQUESTS');
  expect(await refusal(login(house, person.username, person.password))).toBe('TOO_MANY_REQUESTS');
});

test('a hundred logins an hour from one place', async () => {
  const origin = somewhere();
  const tries = Array.from({ length: 101 }, () =>
    refusal(login(house, somebody().username, 'x', { origin })),
  );
  const outcomes = await Promise.all(tries);
  expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(1);
});

test('threat 45 and 50: a wrong password takes as long for a known user as for an unknown one', async () => {
  const person = await member(house);
  const apart = await toldApart(
    () => login(house, person.username, 'wrong password'),
    () => login(house, somebody().username, 'wrong password'),
    () => house.owner.query(`DELETE FROM login_guard`),
  );
  expect(apart).toBe(false);
});

test('threat 50: forgot and resend answer the same, write the same and take as long for an unknown address', async () => {
  const person = await member(house);
  const stranger = somebody();
  for (const call of ['forgotPassword', 'resendVerification'] as const) {
    const known = await house.identity[call](ask(person.email));
    const unknown = await house.identity[call](ask(stranger.email));
    expect(known).toEqual({
      flow: expect.stringMatching(/^[\w-]{22}\.[\w-]{22}$/) as string,
      email: person.email,
    });
    expect(unknown).toEqual({
      flow: expect.stringMatching(/^[\w-]{22}\.[\w-]{22}$/) as string,
      email: stranger.email,
    });
    for (const table of ['mail', 'code_flow']) {
      const count = (email: string) =>
        house.db
          .query(`SELECT FROM ${table} WHERE email_key = $1`, [email])
          .then((result) => result.rowCount);
      // The member has had one of each before.
      expect(await count(person.email)).toBe((await count(stranger.email))! + 1);
    }
    const wrong = (flow: string) => refusal(house.identity.verifyEmail(typed('123456', flow)));
    expect(await wrong(known.flow)).toBe(await wrong(unknown.flow));
  }
  const apart = await toldApart(
    () => house.identity.forgotPassword(ask(person.email)),
    () => house.identity.forgotPassword(ask(somebody().email)),
    () => timePasses(house, '1 day'),
  );
  expect(apart).toBe(false);
  expect(house.inbox.to(stranger.email)).toEqual([]);
});

test('threat 49: three code mails an hour and ten a day to one address, whoever asks for whatever from wherever', async () => {
  const person = await member(house);
  const owner = await house.identity.forgotPassword(ask(person.email));
  const code = codeIn(await house.inbox.nth(person.email, 2));
  const calls = Array.from({ length: 30 }, (_, i) =>
    house.replicas[i % 2]!.forgotPassword(ask(person.email)),
  );
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ email }) => email))).toEqual(new Set([person.email]));
  const counted = () =>
    house.db.query(`SELECT FROM mail WHERE email_key = $1 AND kind <> 'notice'`, [person.email]);
  expect((await counted()).rowCount).toBe(3);
  await mailsTo(person.email, 3);
  // The browser that carries the flow of a code under way keeps it; no other browser receives it.
  expect(answers.map(({ flow }) => flow)).not.toContain(owner.flow);
  expect(await house.identity.forgotPassword({ ...ask(person.email), flow: owner.flow })).toEqual(owner);
  const reset = { ...typed(code, owner.flow), newPassword: 'a new password' };
  expect(await refusal(house.identity.resetPassword(reset))).toBe('ok');
  for (let hour = 1; hour <= 6; hour += 1) {
    await timePasses(house, '61 minutes');
    for (let i = 0; i < 5; i += 1) await house.identity.forgotPassword(ask(person.email));
  }
  expect((await counted()).rowCount).toBe(10);
});

test('threat 49: registering and resending count too, and a guest cannot mail the world', async () => {
  const victim = somebody().email;
  const outcomes: string[] = [];
  for (let i = 0; i < 5; i += 1)
    outcomes.push(await refusal(house.identity.register({ ...somebody(), email: victim })));
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  await house.identity.resendVerification(ask(victim));
  await mailsTo(victim, 3);
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  const upgrades: string[] = [];
  for (let i = 0; i < 4; i += 1)
    upgrades.push(await refusal(house.identity.upgradeGuest({ ...somebody(), userId })));
  expect(upgrades).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS']);
});

test('forty requests for mail an hour from one place', async () => {
  const origin = somewhere();
  const outcomes: string[] = [];
  for (let i = 0; i < 41; i += 1)
    outcomes.push(
      await refusal(house.identity.forgotPassword({ email: somebody().email, flow: '', origin })),
    );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(40);
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS');
});

test('five guests an hour and twenty a day from one network; a refusal does not count', async () => {
  const visit = (ip: string): Promise<string> =>
    refusal(house.identity.createGuest({ origin: { ip, locale: '', device: '' } }));
  const round = async (ips: string[]): Promise<number> => {
    const outcomes = [];
    for (const ip of ips) outcomes.push(await visit(ip));
    return outcomes.filter((outcome) => outcome === 'ok').length;
  };
  const v4 = Array.from({ length: 8 }, (_, i) => `198.51.100.${i}`);
  const v6 = Array.from({ length: 8 }, (_, i) => `2001:db8:0:7:${i}::1`);
  for (const network of [v4, v6]) {
    const admitted = [];
    for (let hour = 0; hour < 6; hour += 1) {
      admitted.push(await round(network));
      await timePasses(house, '61 minutes');
    }
    expect(admitted).toEqual([5, 5, 5, 5, 0, 0]);
  }
  expect(await visit('198.51.101.1')).toBe('ok');
});

test('threat 56: an address somebody else registered first belongs to whoever reads its mail', async () => {
  const victim = somebody();
  const thief = { ...somebody(), email: victim.email };
  await house.identity.register(thief);
  // Mails of the same moment may overtake each other.
  await house.inbox.nth(victim.email);
  const { flow } = await house.identity.register(victim);
  await house.identity.verifyEmail(typed(codeIn(await house.inbox.nth(victim.email, 2)), flow));
  expect((await login(house, victim.email, victim.password)).grant?.session?.account?.username).toBe(
    victim.username,
  );
  for (const name of [thief.username, victim.email, victim.username])
    expect(await refusal(login(house, name, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(house.identity.register({ ...somebody(), username: thief.username }))).toBe('ok');
});

test('threat 56: registrations of one address wait side by side, and a code confirms that of its own flow only', async () => {
  const victim = somebody();
  const { flow } = await house.identity.register(victim);
  const first = codeIn(await house.inbox.nth(victim.email));
  const thief = { ...somebody(), email: victim.email };
  const stolen = await house.identity.register(thief);
  const second = codeIn(await house.inbox.nth(victim.email, 2));
  expect(await refusal(house.identity.verifyEmail(typed(second, flow)))).toBe('INVALID_CODE');
  // By address alone nothing says whose registration is meant.
  for (const code of [first, second])
    expect(await refusal(house.identity.verifyEmail({ ...typed(code, ''), email: victim.email }))).toBe(
      'INVALID_CODE',
    );
  expect((await login(house, victim.email, victim.password)).flow?.flow).toBe(flow);
  expect((await login(house, victim.email, thief.password)).flow?.flow).toBe(stolen.flow);

  // A browser without a flow is sent nothing; the browser of the registration is sent the code of that registration.
  await house.identity.resendVerification(ask(victim.email));
  await mailsTo(victim.email, 2);
  await house.owner.query(
    `UPDATE mail SET created_at = created_at - interval '1 hour' WHERE email_key = $1`,
    [victim.email],
  );
  const again = await house.identity.resendVerification({ ...ask(victim.email), flow });
  const third = codeIn(await house.inbox.nth(victim.email, 3));
  const { userId } = await house.identity.verifyEmail(typed(third, again.flow));
  const { grant } = await login(house, victim.email, victim.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: victim.username });
  expect(await refusal(house.identity.verifyEmail(typed(second, stolen.flow)))).toBe('INVALID_CODE');
  expect(await refusal(login(house, thief.username, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(house.identity.register({ ...somebody(), username: thief.username }))).toBe('ok');
});

test('threat 56: of two registrations with the same address and name each can be confirmed', async () => {
  const victim = somebody();
  const { flow } = await house.identity.register(victim);
  const code = codeIn(await house.inbox.nth(victim.email));
  const later = await house.identity.register({
    ...victim,
    password: 'another password',
    origin: somewhere(),
  });
  const laterCode = codeIn(await house.inbox.nth(victim.email, 2));
  expect((await login(house, victim.username, victim.password)).flow?.flow).toBe(flow);
  await house.identity.verifyEmail(typed(code, flow));
  expect((await login(house, victim.username, victim.password)).grant).toBeDefined();
  expect(await refusal(house.identity.verifyEmail(typed(laterCode, later.flow)))).toBe('INVALID_CODE');
  expect(await refusal(login(house, victim.username, 'another password'))).toBe('INVALID_CREDENTIALS');
});

test('threat 45: strangers who keep guessing do not delay a device or a network that signed in before', async () => {
  const person = await member(house);
  const home = { ...somewhere(), device: 'A'.repeat(22) };
  expect((await login(house, person.email, person.password, { origin: home })).grant).toBeDefined();
  const guess = (origin = somewhere()) => refusal(login(house, person.email, 'a guess', { origin }));
  for (let i = 0; i < 10; i += 1) await guess();
  await house.owner.query(`UPDATE login_guard SET tries = 20 WHERE key = $1`, [person.userId]);
  expect(['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS']).toContain(await guess());
  await house.owner.query(`UPDATE login_guard SET open_at = now() + interval '1 minute' WHERE key = $1`, [
    person.userId,
  ]);
  expect(await refusal(login(house, person.email, person.password))).toBe('TOO_MANY_REQUESTS');
  const known = { network: { ...home, device: '' }, device: { ...somewhere(), device: home.device } };
  for (const origin of Object.values(known))
    expect((await login(house, person.email, person.password, { origin })).grant).toBeDefined();
  // The known device has ten tries too, and no more.
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i += 1) outcomes.push(await guess(known.device));
  expect(outcomes.slice(0, 10)).toEqual(Array<string>(10).fill('INVALID_CREDENTIALS'));
  expect(await guess(somewhere()), 'the count of strangers goes on').toBe('TOO_MANY_REQUESTS');
});

test('threat 34: forty registrations a day from one network, five confirmed accounts a day of one mailbox', async () => {
  const origin = { ...somewhere(), ip: '2001:db8:77:1::1' };
  await house.identity.register({ ...somebody(), origin });
  await house.owner.query(`UPDATE request_count SET points = 39 WHERE key = 'register:day:2001:db8:77::/48'`);
  const neighbour = { ...origin, ip: '2001:db8:77:ffff::1' };
  expect(await refusal(house.identity.register({ ...somebody(), origin: neighbour }))).toBe('ok');
  const refused = await house.identity.register({ ...somebody(), origin }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect((refused as AppError).details['retryAfter']).toBeGreaterThan(86_000);

  const name = somebody().username;
  const outcomes: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const person = { ...somebody(), email: `${name}+${i}@example.org` };
    const { flow } = await house.identity.register(person);
    const code = codeIn(await house.inbox.nth(person.email));
    outcomes.push(await refusal(house.identity.verifyEmail(typed(code, flow))));
  }
  expect(outcomes).toEqual([...Array<string>(5).fill('ok'), 'TOO_MANY_REQUESTS']);
});

test('beyond the guests of its network, a device that carries its cookie has three guests a day', async () => {
  const at = (device: string, deviceCarried: boolean) => ({
    ip: '192.0.2.7',
    locale: '',
    device,
    deviceCarried,
  });
  const visit = (device: string, carried = true) =>
    refusal(house.identity.createGuest({ origin: at(device, carried) }));
  for (let i = 0; i < 5; i += 1) expect(await visit(`fresh-${i}`, false)).toBe('ok');
  expect(await visit('fresh', false)).toBe('TOO_MANY_REQUESTS');
  // A class behind one address.
  for (let i = 0; i < 30; i += 1) expect(await visit(`pupil-${i}`)).toBe('ok');
  for (let i = 0; i < 2; i += 1) expect(await visit('pupil-1')).toBe('ok');
  expect(await visit('pupil-1')).toBe('TOO_MANY_REQUESTS');
  await house.owner.query(
    `UPDATE request_count SET points = 60 WHERE key = 'guest:devices:hour:192.0.2.0/24'`,
  );
  const refused = await house.identity
    .createGuest({ origin: at('pupil-31', true) })
    .catch((error: unknown) => error);
  const wait = (refused as AppError).details['retryAfter'] as number;
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThanOrEqual(3_600);
  await timePasses(house, `${wait} seconds`);
  expect(await visit('pupil-31')).toBe('ok');
});

test('the wait after a refusal is that of the last limit in the way', async () => {
  const ip = '192.0.3.7';
  const visit = () => house.identity.createGuest({ origin: { ip, locale: '', device: '' } });
  for (let i = 0; i < 5; i += 1) await visit();
  await house.owner.query(`UPDATE request_count SET points = 20 WHERE key = 'guest:day:192.0.3.0/24'`);
  const refused = await visit().catch((error: unknown) => error);
  const wait = (refused as AppError).details['retryAfter'] as number;
  expect(wait).toBeGreaterThan(3_600);
  await timePasses(house, `${wait} seconds`);
  await visit();
});

test('threat 56: a thief who registers afterwards gets neither the flow nor the account of a guest who registers', async () => {
  const { session } = await house.identity.createGuest({ origin: somewhere() });
  const userId = session!.account!.id;
  const victim = somebody();
  const { flow } = await house.identity.upgradeGuest({ ...victim, userId });
  const thief = { ...somebody(), email: victim.email };
  await house.identity.register(thief);
  await house.inbox.nth(victim.email, 2);
  const again = await house.identity.resendVerification({ ...ask(victim.email), flow });
  await house.identity.verifyEmail(typed(codeIn(await house.inbox.nth(victim.email, 3)), again.flow));
  const { grant } = await login(house, victim.email, victim.password);
  expect(grant?.session?.account).toMatchObject({ id: userId, username: victim.username });
  expect(await refusal(login(house, thief.username, thief.password))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(house.identity.register({ ...somebody(), username: thief.username }))).toBe('ok');
});

test('registrations that nobody confirms are forgotten after seven days, idle guests after ninety', async () => {
  const person = somebody();
  await house.identity.register(person);
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const stays = await member(house);
  const { forgetRegistrations, removeIdleGuests } = await import('../src/sweeps.ts');
  await timePasses(house, '6 days 23 hours');
  await forgetRegistrations(house.db);
  expect(await refusal(house.identity.register({ ...somebody(), username: person.username }))).toBe(
    'USERNAME_TAKEN',
  );
  await timePasses(house, '2 hours');
  await Promise.all([forgetRegistrations(house.db), forgetRegistrations(house.db)]);
  expect(await refusal(login(house, person.username, person.password))).toBe('INVALID_CREDENTIALS');
  expect(await refusal(house.identity.register({ ...somebody(), username: person.username }))).toBe('ok');

  await removeIdleGuests(house.db);
  expect(await house.facts(session!.account!.id)).toEqual(['user_created', 'user_seen']);
  await timePasses(house, '82 days');
  await removeIdleGuests(house.db);
  expect(await house.facts(session!.account!.id)).toEqual(['user_created', 'user_seen']);
  await timePasses(house, '23 hours');
  await Promise.all([removeIdleGuests(house.db), removeIdleGuests(house.db)]);
  expect(await house.facts(session!.account!.id)).toEqual(['user_created', 'user_seen', 'user_deleted']);
  expect(await refusal(house.identity.authenticate({ token }))).toBe('UNAUTHORIZED');
  expect(await house.facts(stays.userId)).toEqual(['user_created', 'user_seen']);
});
