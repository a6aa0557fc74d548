import { createLog, Lifecycle, openNats } from '@fifteen/runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PushSubscriptions } from '../../gateway/src/clients/push-subscriptions.ts';
import { Sessions } from '../../gateway/src/auth/sessions.ts';
import {
  login,
  member,
  openHouse,
  refusal,
  somewhere,
  timePasses,
  type House,
  type Identity,
} from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

const works = (token: string): Promise<boolean> =>
  house.identity.authenticate({ token }).then(
    () => true,
    () => false,
  );

test('threat 53: every login has a new token, and the one the browser had before is dead', async () => {
  const person = await member(house);
  const guest = await house.identity.createGuest({ origin: somewhere() });
  const first = await login(house, person.username, person.password, { previousToken: guest.token });
  expect(await works(guest.token)).toBe(false);
  await expect.poll(() => house.revoked).toContain(`${guest.session!.account!.id} ${guest.session!.id}`);
  const second = await login(house, person.username, person.password, { previousToken: first.grant!.token });
  expect(new Set([guest.token, first.grant!.token, second.grant!.token]).size).toBe(3);
  expect(await works(first.grant!.token)).toBe(false);
  expect(await works(second.grant!.token)).toBe(true);
  await login(house, person.username, person.password, { previousToken: 'a token that somebody made up' });
});

test('threat 54: a session that was logged out is dead at once on every replica, and its sockets are told', async () => {
  const person = await member(house);
  const { grant } = await login(house, person.username, person.password);
  const { grant: other } = await login(house, person.username, person.password);
  await house.replicas[0]!.logout({ token: grant!.token });
  expect(await refusal(house.replicas[1]!.authenticate({ token: grant!.token }))).toBe('UNAUTHORIZED');
  await expect
    .poll(() => house.revoked, { timeout: 1_000 })
    .toContain(`${person.userId} ${grant!.session!.id}`);
  expect(await works(other!.token)).toBe(true);
});

test.each([
  { moment: 'before the gateway subscribes to revocations', answers: 1 },
  { moment: 'while the gateway asks again under its subscription', answers: 2 },
])('threat 54: a gateway accepts no session that is revoked $moment', async ({ answers }) => {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  const log = createLog('test', 'silent');
  const { NATS_URL: url, NAMESPACE: namespace } = house.config;
  const nats = await openNats({ service: 'test', url, namespace }, { log, lifecycle });
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  let calls = 0;
  const authenticate: Identity['authenticate'] = async (request, options) => {
    const answer = await house.identity.authenticate(request, options);
    calls += 1;
    if (calls !== answers) return answer;
    await house.identity.logout({ token });
    await expect.poll(() => house.revoked).toContain(`${session!.account!.id} all`);
    // The broker has sent the revocation to every subscriber before it answers this.
    await nats.connection.flush();
    return answer;
  };
  const sessions = new Sessions({ authenticate }, new PushSubscriptions(nats, log), 60_000);
  expect(await sessions.find(token, { ip: '192.0.2.1', device: '' })).toBeUndefined();
  expect(calls).toBe(answers);
  expect(sessions.isCached(token)).toBe(false);
  await lifecycle.stop();
});

test('tokens are known by their hash only, and nothing else opens', async () => {
  const person = await member(house);
  const { grant } = await login(house, person.username, person.password);
  const { rows } = await house.db.query<{ token_hash: Buffer }>(`SELECT token_hash FROM session`);
  for (const token of [
    '',
    'x',
    grant!.session!.id,
    `${grant!.token} `,
    '\0',
    ...rows.map((row) => row.token_hash.toString('base64url')),
  ])
    expect(await works(token)).toBe(false);
});

test('ten sessions an account: the eleventh ends the oldest, also when all log in at once', async () => {
  const person = await member(house);
  const tokens: string[] = [];
  for (let i = 0; i < 9; i += 1)
    tokens.push((await login(house, person.email, person.password)).grant!.token);
  await Promise.all(
    Array.from({ length: 6 }, async () =>
      tokens.push((await login(house, person.email, person.password)).grant!.token),
    ),
  );
  const alive = await Promise.all(tokens.map(works));
  expect(alive.slice(0, 5)).toEqual(Array<boolean>(5).fill(false));
  expect(alive.filter(Boolean)).toHaveLength(10);
  // The session that the confirmed code began is the first to end.
  await expect.poll(() => house.revoked.filter((line) => line.startsWith(person.userId))).toHaveLength(6);
});

test.each([
  { who: 'a member', idle: ['29 days 23 hours', 13], rest: '30 days' },
  { who: 'a guest', idle: ['89 days 23 hours', 4], rest: '90 days' },
])(
  'the session of $who slides with each use, ends after $rest without one, and after 400 days in any case',
  async ({ who, idle: [idle, times], rest }) => {
    const open = async (): Promise<string> => {
      if (who === 'a guest') return (await house.identity.createGuest({ origin: somewhere() })).token;
      const person = await member(house);
      return (await login(house, person.email, person.password)).grant!.token;
    };
    const [busy, lazy] = [await open(), await open()];
    const begun = Date.now();
    for (let i = 0; i < Number(times); i += 1) {
      await timePasses(house, String(idle));
      expect(await works(busy)).toBe(true);
    }
    expect(await works(lazy)).toBe(false);
    const { expiresAt, account } = await house.identity.authenticate({ token: busy });
    const { rows } = await house.db.query<{ ends_at: Date }>(
      // A member has an earlier session too, which the confirmed code began.
      `SELECT max(ends_at) AS ends_at FROM session WHERE account_id = $1`,
      [account!.id],
    );
    expect(expiresAt).toEqual(rows[0]!.ends_at);
    expect(expiresAt!.getTime() - begun).toBeLessThan(
      (400 - Number(times) * Number.parseInt(rest) + 1) * 86_400_000,
    );
    await timePasses(house, rest);
    expect(await works(busy)).toBe(false);
  },
);

test('the cookie of a session is due once a day, and one of many parallel requests renews it', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const renew = () => house.identity.authenticate({ token, renewCookie: true });
  expect(await renew()).toMatchObject({ cookieDue: false });
  await timePasses(house, '24 hours');
  // A check for a socket has no response that could carry a cookie: the cookie stays due.
  expect(await house.identity.authenticate({ token })).toMatchObject({ cookieDue: true });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => house.replicas[i % 2]!.authenticate({ token, renewCookie: true })),
  );
  expect(answers.filter(({ cookieDue }) => cookieDue)).toHaveLength(1);
  const [first] = answers;
  expect(first!.expiresAt!.getTime()).toBeGreaterThan(session!.expiresAt!.getTime() - 60_000);
  expect(await house.identity.authenticate({ token })).toMatchObject({ cookieDue: false });
});

test('being asked who somebody is writes at most once a minute', async () => {
  const { token, session } = await house.identity.createGuest({ origin: somewhere() });
  const version = async (): Promise<unknown> =>
    (await house.owner.query(`SELECT xmin::text FROM session WHERE account_id = $1`, [session!.account!.id]))
      .rows;
  const before = await version();
  for (let i = 0; i < 10; i += 1) await house.replicas[i % 2]!.authenticate({ token });
  expect(await version()).toEqual(before);
  await timePasses(house, '61 seconds');
  await Promise.all(Array.from({ length: 10 }, (_, i) => house.replicas[i % 2]!.authenticate({ token })));
  const after = await version();
  expect(after).not.toEqual(before);
  await house.identity.authenticate({ token });
  expect(await version()).toEqual(after);
});

test('a guest who is seen stays, and a session that ends takes the account of no member', async () => {
  const guest = await house.identity.createGuest({ origin: somewhere() });
  await timePasses(house, '2 minutes');
  await house.identity.authenticate({ token: guest.token });
  const { rows } = await house.db.query(
    `SELECT seen_at > now() - interval '1 minute' AS seen FROM account WHERE id = $1`,
    [guest.session!.account!.id],
  );
  expect(rows).toEqual([{ seen: true }]);
  const person = await member(house);
  const { grant } = await login(house, person.email, person.password);
  await house.identity.logout({ token: grant!.token });
  expect((await login(house, person.email, person.password)).grant).toBeDefined();
});
