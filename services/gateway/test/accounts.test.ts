import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { calls, type Call } from '@fifteen/contract';
import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { runAdminTool } from '@fifteen/testkit';
import { mailedCode, mailsTo } from '@fifteen/testkit/mailbox';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { expectError, useSharedStack, send, upgrade, type Answer } from './harness.ts';

const stack = useSharedStack();
const url = () => stack().url;
const PASSWORD = 'a quiet harbour';

/** A browser that keeps its cookies, and nothing else. */
function browser() {
  const cookies = new Map<string, string>();
  const post = async (path: string, body?: object, key?: string): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, ...(key && { 'idempotency-key': key }) };
    const answer = await send(`${url()}/api/auth/${path}`, { method: 'POST', body, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return answer;
  };
  return { cookies, post };
}

let people = 0;
const newAccount = () => {
  people += 1;
  return { username: `somebody${people}`, password: PASSWORD, email: `somebody${people}@example.org` };
};

/** A browser and the account that was registered and verified in it. */
async function registered() {
  const account = newAccount();
  const it = browser();
  expect((await it.post('register', account)).status).toBe(201);
  expect(
    (await it.post('verify-email', { token: await mailedCode(stack().mailUrl, account.email) })).status,
  ).toBe(200);
  return { ...it, account };
}

/** Connects a player with the session of a browser. */
async function playerOf({ cookies }: { cookies: Map<string, string> }, id: string): Promise<Player> {
  const player = new Player(url());
  Object.defineProperty(player, 'cookie', { value: `sid=${cookies.get('sid')}` });
  Object.defineProperty(player, 'user', { value: { id } });
  await player.connect();
  return player;
}

describe('an account', () => {
  test('accepts a verification code only in the browser that requested it', async () => {
    const account = newAccount();
    const ownBrowser = browser();
    const answer = await ownBrowser.post('register', account);
    expect(answer).toMatchObject({ status: 201, body: { needsVerification: true, email: account.email } });
    expect(answer.headers.getSetCookie().join()).toMatch(/flow=[^;]+;.*HttpOnly/);
    const token = await mailedCode(stack().mailUrl, account.email);

    expectError(await browser().post('verify-email', { token }), 400, 'INVALID_CODE');
    const early = await ownBrowser.post('login', { username: account.username, password: PASSWORD });
    expectError(early, 403, 'NEEDS_VERIFICATION');
    expect(early.body).toMatchObject({ needsVerification: true, email: account.email });
    expect(ownBrowser.cookies.has('sid')).toBe(false);
    expect(answer.headers.getSetCookie().join()).toMatch(/did=[\w-]{22};.*HttpOnly/);
    const [device] = [
      ownBrowser.cookies.get('did'),
      await ownBrowser.post('guest'),
      await ownBrowser.post('logout'),
    ];
    expect(ownBrowser.cookies.get('did'), 'is the same for as long as the browser keeps it').toBe(device);
    expectError(await ownBrowser.post('login', { username: account.username, password: 'not this' }), 401);

    const fresh = await mailedCode(stack().mailUrl, account.email);
    const verified = await ownBrowser.post('verify-email', { token: fresh });
    expect(verified).toMatchObject({ status: 200, body: { user: { email: account.email, isGuest: false } } });
    const headers = { cookie: `sid=${ownBrowser.cookies.get('sid')}` };
    expect((await send(`${url()}/api/auth/user`, { headers })).body).toMatchObject({ email: account.email });
    const login = await ownBrowser.post('login', { username: account.email, password: PASSWORD });
    expect(login).toMatchObject({
      status: 200,
      body: { email: account.email, isGuest: false, coins: 1_000 },
    });
  });

  test.each([
    ['ar-EG,ar;q=0.9,en;q=0.8', 'رمز التحقق'],
    ['fr-FR,es;q=0.5', 'código de verificación'],
    ['fr', 'verification code'],
  ])('receives its code in the language of a browser that accepts %s', async (accepted, words) => {
    const account = newAccount();
    const headers = { 'accept-language': accepted };
    await send(`${url()}/api/auth/register`, { method: 'POST', body: account, headers });
    await mailedCode(stack().mailUrl, account.email);
    expect((await mailsTo(stack().mailUrl, account.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(words),
    ]);
  });

  test('can be verified by address instead of the cookie, without starting a session', async () => {
    const account = newAccount();
    await browser().post('register', account);
    const token = await mailedCode(stack().mailUrl, account.email);
    const answer = await browser().post('verify-email', { token, email: account.email });
    expect(answer.body).toEqual({ message: expect.any(String) });
    expect(answer.headers.getSetCookie().join()).not.toMatch(/sid=[^;]/);
  });

  test('gets the same forgot-password response as an unknown address', async () => {
    const { account } = await registered();
    const known = await browser().post('forgot-password', { email: account.email });
    const unknown = await browser().post('forgot-password', { email: 'nobody@example.org' });
    expect(known.status).toBe(unknown.status);
    expect(known.body).toEqual(unknown.body);
    expect(unknown.headers.getSetCookie().join()).toMatch(/flow=/);
  });

  test('gets a new session at login, which ends the guest session before and its sockets', async () => {
    const { account, post, cookies } = await registered();
    const guest = (await post('guest')).body as { id: string };
    const before = cookies.get('sid');
    const player = await playerOf({ cookies }, guest.id);
    expect((await post('login', { username: account.username, password: PASSWORD })).status).toBe(200);
    expect(cookies.get('sid')).not.toBe(before);
    expect(await player.closed()).toBe(4401);
    const headers = { cookie: `sid=${before}` };
    expectError(await send(`${url()}/api/auth/user`, { headers }), 401, 'UNAUTHORIZED');
  });

  test('loses all sessions and sockets when its password is reset', async () => {
    const { account, post, cookies } = await registered();
    const { body } = await post('login', { username: account.username, password: PASSWORD });
    const player = await playerOf({ cookies }, (body as { id: string }).id);
    const other = browser();
    const old = await mailedCode(stack().mailUrl, account.email);
    await other.post('forgot-password', { email: account.email });
    const token = await mailedCode(stack().mailUrl, account.email, new Set([old]));
    expect((await other.post('reset-password', { token, newPassword: 'another harbour' })).status).toBe(200);
    expect(await player.closed()).toBe(4401);
    expectError(await post('login', { username: account.username, password: PASSWORD }), 401);
    expect((await post('login', { username: account.username, password: 'another harbour' })).status).toBe(
      200,
    );
  });

  test('loses all sessions and sockets when it is banned, and can be used again when it is unbanned', async () => {
    const { account, post, cookies } = await registered();
    const credentials = { username: account.username, password: PASSWORD };
    const { body } = await post('login', credentials);
    const player = await playerOf({ cookies }, (body as { id: string }).id);
    const headers = { cookie: `sid=${cookies.get('sid')}` };
    const admin = (action: string) => runAdminTool(['user', action, account.username], stack().adminEnv);
    expect(await admin('ban')).toMatchObject({ code: 0 });
    expect(await player.closed()).toBe(4401);
    expect(await upgrade(url(), headers)).toEqual({ status: 401 });
    expectError(await send(`${url()}/api/users/online`, { headers }), 401, 'UNAUTHORIZED');
    expectError(await post('login', { ...credentials, password: 'not this' }), 401, 'INVALID_CREDENTIALS');
    expectError(await post('login', credentials), 403, 'ACCOUNT_BANNED');
    expect((await admin('show')).out).toMatch(/^banned since +\d{4}-\d\d-\d\dT/m);
    expect(await admin('unban')).toMatchObject({ code: 0 });
    expect(await post('login', credentials)).toMatchObject({ status: 200, body: { email: account.email } });
  });

  test('keeps the id and coins of the guest who upgrades to it', async () => {
    const account = newAccount();
    const it = browser();
    const guest = (await it.post('guest')).body as { id: string };
    expect((await it.post('upgrade', account)).status).toBe(201);
    expect(
      (await it.post('verify-email', { token: await mailedCode(stack().mailUrl, account.email) })).status,
    ).toBe(200);
    const { body } = await it.post('login', { username: account.username, password: PASSWORD });
    expect(body).toMatchObject({ id: guest.id, isGuest: false, username: account.username, coins: 1_000 });
  });

  test('gets the flow cookie of its upgrade again when the first response was lost', async () => {
    const account = newAccount();
    const it = browser();
    await it.post('guest');
    const lost = await it.post('upgrade', account, 'upgrade-1');
    const flow = it.cookies.get('flow');
    it.cookies.delete('flow');
    const repeat = await it.post('upgrade', account, 'upgrade-1');
    expect(repeat).toMatchObject({ status: 201, body: lost.body });
    expect(it.cookies.get('flow')).toBe(flow);
    expect(
      (await it.post('verify-email', { token: await mailedCode(stack().mailUrl, account.email) })).status,
    ).toBe(200);
    expect(await mailCount(account.email)).toBe(1);
  });

  test('gets the flow cookie of its reset again when the first response was lost, and one mail', async () => {
    const { account, ...it } = await registered();
    const { email } = account;
    const requestCode = () => it.post('forgot-password', { email }, 'forgot-1');
    await requestCode();
    const flow = it.cookies.get('flow');
    expect(flow).toBeTruthy();
    it.cookies.delete('flow');
    await requestCode();
    expect(it.cookies.get('flow')).toBe(flow);
    // The first was that of the registration.
    expect(await mailCount(email)).toBe(2);
  });
});

describe('a guest', () => {
  test('is the same for a repeated request of the browser, and another one for any other request', async () => {
    const it = browser();
    await send(`${url()}/api/auth/session`).then(({ headers }) => {
      const [, device = ''] = /did=([^;]+)/.exec(headers.getSetCookie().join()) ?? [];
      it.cookies.set('did', device);
    });
    const lost = await it.post('guest', undefined, 'guest-1');
    it.cookies.delete('sid');
    const repeat = await it.post('guest', undefined, 'guest-1');
    expect(repeat).toMatchObject({ status: 201, body: lost.body });
    const headers = { cookie: `sid=${it.cookies.get('sid')}` };
    expect((await send(`${url()}/api/auth/user`, { headers })).body).toEqual(lost.body);
    for (const other of [await it.post('guest', undefined, 'guest-2'), await it.post('guest')])
      expect(other.body).not.toMatchObject({ id: (lost.body as { id: string }).id });
  });

  test('is the same when the gateway repeats its call, as is a code, although the client sends no key', async () => {
    const identity = openIdentityDatabase();
    const { id } = (await browser().post('guest')).body as { id: string };
    const { rowCount: guests } = await identity.query(
      `SELECT FROM guest_request JOIN session USING (token_hash) WHERE account_id = $1`,
      [id],
    );
    const { email } = newAccount();
    await browser().post('forgot-password', { email });
    const { rowCount: codes } = await identity.query(
      `SELECT FROM code_flow WHERE email_key = $1 AND requested_by IS NOT NULL`,
      [email],
    );
    expect([guests, codes]).toEqual([1, 1]);
  });

  test('ends the session that its browser had before, and its sockets', async () => {
    const it = browser();
    const { id } = (await it.post('guest')).body as { id: string };
    const headers = { cookie: `sid=${it.cookies.get('sid')}` };
    const player = await playerOf(it, id);
    await it.post('guest');
    expect(await player.closed()).toBe(4401);
    expectError(await send(`${url()}/api/auth/user`, { headers }), 401, 'UNAUTHORIZED');
  });

  test('belongs to its browser: the key alone gives a stranger no session of it', async () => {
    const { body } = await browser().post('guest', undefined, 'guest-3');
    const stranger = await browser().post('guest', undefined, 'guest-3');
    expect(stranger.body).not.toMatchObject({ id: (body as { id: string }).id });
  });
});

/** Opens the database of identity. */
function openIdentityDatabase() {
  const log = createLog('test', 'silent');
  const lifecycle = new Lifecycle(log);
  onTestFinished(() => lifecycle.stop());
  const database = { service: 'test', url: stack().databases.identity?.ownerUrl ?? '', pool: 1 };
  return openDatabase(database, { log, lifecycle });
}

/** Returns the number of mails that identity has queued to an address, sent or not. */
async function mailCount(email: string): Promise<number | null> {
  return (await openIdentityDatabase().query(`SELECT FROM mail WHERE email = $1`, [email])).rowCount;
}

describe('a session', () => {
  const expiryOf = ({ headers }: Answer): number | undefined => {
    const set = headers.getSetCookie().find((one) => /^sid=[^;]/.test(one));
    return set === undefined ? undefined : Date.parse(/Expires=([^;]+)/.exec(set)?.[1] ?? '');
  };

  test('publishes a request or socket from another network at once', async () => {
    const identity = openIdentityDatabase();
    const { user, cookie } = await Player.guest(url());
    const networks = async (): Promise<number> => {
      const { rowCount } = await identity.query(
        `SELECT FROM outbox WHERE aggregate_id = $1 AND name = 'user_seen'`,
        [user.id],
      );
      return rowCount ?? 0;
    };
    const from = async (localAddress: string): Promise<void> => {
      const [response] = (await once(
        request(`${url()}/api/heartbeat`, { method: 'POST', localAddress, headers: { cookie } }).end(),
        'response',
      )) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBeLessThan(300);
    };
    await from('127.0.0.1');
    expect(await networks()).toBe(1);
    await from('127.0.0.2');
    await from('127.0.0.2');
    expect(await networks()).toBe(2);
    const socket = new WebSocket(url().replace('http', 'ws') + '/ws', {
      localAddress: '127.0.0.3',
      headers: { cookie },
    });
    await once(socket, 'open');
    socket.close();
    expect(await networks()).toBe(3);
  });

  test('is extended by each use, and its cookie once a day', async () => {
    const identity = openIdentityDatabase();
    const it = browser();
    const guest = await it.post('guest');
    const { id } = guest.body as { id: string };
    const day = 86_400_000;
    expect(expiryOf(guest)! - Date.now()).toBeGreaterThan(89 * day);
    const headers = { cookie: `sid=${it.cookies.get('sid')}` };
    const heartbeat = () => send(`${url()}/api/heartbeat`, { method: 'POST', headers });
    const moveClock = async (interval: string): Promise<void> => {
      await identity.query(
        `UPDATE session SET seen_at = seen_at - $2::interval, cookie_at = cookie_at - $2::interval,
           expires_at = expires_at - $2::interval, ends_at = ends_at - $2::interval WHERE account_id = $1`,
        [id, interval],
      );
      // The gateway takes a session from its cache for a minute; this call asks identity.
      await send(`${url()}/api/auth/user`, { headers });
    };
    expect(expiryOf(await heartbeat())).toBeUndefined();
    for (let month = 1; month <= 4; month += 1) {
      await moveClock('80 days');
      const answers = await Promise.all(Array.from({ length: 4 }, heartbeat));
      const renewed = answers.map(expiryOf).filter((expires) => expires !== undefined);
      expect(renewed).toHaveLength(1);
      expect(renewed[0]! - Date.now()).toBeGreaterThan((month < 4 ? 89 : 79) * day);
      expect(expiryOf(await heartbeat())).toBeUndefined();
    }
    await moveClock('81 days');
    expectError(await heartbeat(), 401, 'UNAUTHORIZED');
  });

  test('is null for a visitor, who gets a device cookie', async () => {
    const answer = await send(`${url()}/api/auth/session`);
    expect(answer).toMatchObject({ status: 200, body: { user: null } });
    expect(answer.headers.getSetCookie().join()).toMatch(/did=[\w-]{22};.*HttpOnly/);
    const it = browser();
    const { body } = await it.post('guest');
    const headers = { cookie: `sid=${it.cookies.get('sid')}` };
    expect((await send(`${url()}/api/auth/session`, { headers })).body).toEqual({ user: body });
    expectError(await send(`${url()}/api/auth/user`), 401, 'UNAUTHORIZED');
  });
});

describe('a change that names another user than that of its session', () => {
  test('is rejected also where it needs no session, and leaves the session', async () => {
    const [last, next] = await Promise.all([Player.guest(url()), Player.guest(url())]);
    await next.connect();
    const headers = { cookie: next.cookie, 'x-expected-user': last.user.id };
    for (const { method, path, session } of Object.values<Call>(calls.auth))
      if (method === 'POST' && !session)
        expectError(await send(`${url()}${path}`, { method, headers }), 401, 'UNAUTHORIZED');
    expect((await next.api.auth.user()).id).toBe(next.user.id);
    expect(next.connected).toBe(true);
    next.close();
  });

  test('is no logout of that user, who can log out, also once the session has ended', async () => {
    const { cookie, user } = await Player.guest(url());
    const logOut = () =>
      send(`${url()}${calls.auth.logout.path}`, {
        method: 'POST',
        headers: { cookie, 'x-expected-user': user.id },
      });
    expect((await logOut()).status).toBe(204);
    expect((await logOut()).status).toBe(204);
  });
});
