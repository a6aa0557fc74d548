import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { calls, User, UserProfile, type Call } from '@fifteen/contract';
import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { Player } from '@fifteen/testkit/player';
import { afterAll, describe, expect, test } from 'vitest';
import { safeParse, type $ZodType } from 'zod/v4/core';
import { ACTIONS } from '../src/edge/limits.ts';
import { expectError, guestPool, useOwnStack, send } from './harness.ts';

const SCRIPT = 'document.documentElement.lang = "en";';
const STYLE = 'html { background: #000 }';
const web = mkdtempSync(join(tmpdir(), 'web-'));
mkdirSync(join(web, 'assets'));
writeFileSync(
  join(web, 'index.html'),
  `<!doctype html><style>${STYLE}</style><script>${SCRIPT}</script><div id="root"></div>`,
);
writeFileSync(join(web, 'assets/app-1a2b.js'), 'export {};');
writeFileSync(join(web, 'assets/app-1a2b.js.br'), brotliCompressSync('export {};'));
afterAll(() => rmSync(web, { recursive: true }));

const stack = useOwnStack({ env: { gateway: { WEB_ROOT: web, SESSION_CHECK_SECONDS: '2' } } });
const url = () => stack().url;
const guest = guestPool(url);

const served = Object.entries(calls).flatMap(([group, its]) =>
  Object.entries<Call>(its).map(([name, call]) => ({ name: `${group}.${name}`, call })),
);
const pathOf = (path: string, id = 'nobody'): string => path.replaceAll(/:\w+/g, encodeURIComponent(id));

/** Invalid or hostile values for any field. */
const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -1,
  16,
  1e15,
  '',
  ' ',
  'x'.repeat(300),
  '8',
  '-5',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '{{7*7}}',
  '%00',
  '\u202Eevil',
  'a\u200Bb',
  '🧨'.repeat(40),
  '../../etc/passwd',
  'NaN',
  [],
  [1],
  {},
  { toString: 1 },
];

describe('invalid input gets an error of the contract from every call', () => {
  const withBody = served.filter(({ call }) => call.body);
  test.each(withBody)(
    '$name: bodies',
    async ({ call }) => {
      const fields = fieldsOf(call.body as $ZodType);
      const whole = [null, true, 7, 'text', [], [{}], {}];
      const single = fields.flatMap((field) =>
        HOSTILE.map((value) => ({ ...validBody(call), [field]: value })),
      );
      // Its limit counts invalid bodies as well.
      const nextGuest = call === calls.profile.update ? guestPool(url, ACTIONS.profile.times) : guest;
      for (const body of [...whole, ...single]) {
        if (safeParse(call.body as $ZodType, body).success) continue;
        const player = await nextGuest();
        const answer = await send(`${url()}${pathOf(call.path)}`, {
          method: call.method,
          body: JSON.stringify(body),
          headers: { cookie: player.cookie, 'content-type': 'application/json' },
        });
        expectError(answer, call.path.endsWith('/login') ? /400|401/ : 400);
      }
    },
    120_000,
  );

  /** Calls that succeed without effect where two users have nothing in common, or there is nothing to leave. */
  const OF_STRANGERS = ['rooms.leave', 'blocks.unblock', 'friends.remove', 'chat.read', 'chat.history'];
  const withParams = served.filter(({ call }) => call.params);
  const ids = [
    'nobody',
    '%',
    '%00',
    '..',
    "'",
    'x'.repeat(65),
    'x'.repeat(600),
    'ä',
    '\u202E',
    '<b>',
    '00000000-0000-0000-0000-000000000000',
  ];
  test.each(withParams)(
    '$name: ids',
    async ({ call, name }) => {
      for (const id of ids) {
        const player = await guest();
        const body = call.body ? validBody(call) : undefined;
        const path = call.path
          .replace(/:\w+/, /^%/.test(id) ? id : encodeURIComponent(id))
          .replaceAll(/:\w+/g, 'nobody');
        const answer = await send(`${url()}${path}`, {
          method: call.method,
          body,
          headers: { cookie: player.cookie },
        });
        // With two dots it is the path of another call.
        if (id === '..') {
          expect(answer.status).toBeLessThan(500);
          continue;
        }
        if (OF_STRANGERS.includes(name) && /^[\w-]{1,64}$/.test(id)) {
          expect(answer.status).toBeLessThan(300);
          continue;
        }
        expectError(answer, name === 'friends.headToHead' ? /400|403/ : /400|404/);
      }
    },
    60_000,
  );

  test('games.history: queries', async () => {
    const player = await guest();
    for (const query of [
      'userId=%00',
      'userId=a%20b',
      `cursor=${'x'.repeat(300)}`,
      'cursor=',
      'userId=a&userId=b',
      'cursor=%F0%9F',
    ]) {
      const answer = await send(`${url()}/api/games?${query}`, { headers: { cookie: player.cookie } });
      expectError(answer, 400, /INVALID/);
    }
    const known = await send(`${url()}/api/games?cursor=not-one-of-ours`, {
      headers: { cookie: player.cookie },
    });
    expect(known.status).toBeLessThan(500);
  });

  test.each([
    ['GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['POST', '/api/auth/user', 404, 'NOT_FOUND'],
    ['DELETE', '/api/auth/logout', 404, 'NOT_FOUND'],
    ['POST', '//', 404, 'NOT_FOUND'],
    ['POST', '//evil.example/api', 404, 'NOT_FOUND'],
    ['GET', '/api//', 400, 'INVALID_REQUEST'],
    ['GET', '/api/games/%zz', 400, 'INVALID_REQUEST'],
    ['POST', '/api/rooms/%/leave', 400, 'INVALID_REQUEST'],
    ['GET', '/%c0', 400, 'INVALID_REQUEST'],
  ])('an unknown method or path: %s %s', async (method, path, status, code) => {
    expectError(await send(`${url()}${path}`, { method }), status, code);
  });
});

test('a request that does not end is rejected with 408, and its connection closed', async () => {
  const { port, hostname } = new URL(url());
  const connection = connect(Number(port), hostname);
  let response = '';
  connection.on('error', () => undefined).on('data', (bytes) => (response += bytes.toString()));
  connection.write('POST /api/auth/guest HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const drip = setInterval(() => connection.write('x'), 1_000);
  try {
    await new Promise((resolve) => connection.once('close', resolve));
  } finally {
    clearInterval(drip);
  }
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

describe('permissions', () => {
  test.each(served.filter(({ call }) => call.session === true))(
    'without a session, none: $name',
    async ({ call }) => {
      const body = call.body ? validBody(call) : undefined;
      for (const cookie of ['', 'sid=', 'sid=AAAA', `sid=${'A'.repeat(43)}`, `sid=${'A'.repeat(4_000)}`]) {
        const answer = await send(`${url()}${pathOf(call.path)}`, {
          method: call.method,
          body,
          headers: { cookie },
        });
        expectError(answer, 401, 'UNAUTHORIZED');
      }
    },
  );

  test.each(served.filter(({ call }) => call.method === 'POST'))(
    'for a foreign page, none: $name',
    async ({ call }) => {
      const { cookie } = await guest();
      for (const headers of [
        { origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ]) {
        const answer = await send(`${url()}${pathOf(call.path)}`, {
          method: 'POST',
          body: '{}',
          headers: { cookie, 'content-type': 'text/plain', ...headers },
        });
        expectError(answer, 403, 'FOREIGN_ORIGIN');
      }
    },
  );

  test('the user of the cookie counts, not one that a header names', async () => {
    const [me, other] = await Promise.all([Player.guest(url()), Player.guest(url())]);
    const headers = { cookie: me.cookie, 'x-user-id': other.user.id, 'x-forwarded-for': '10.1.2.3' };
    expect((await send(`${url()}/api/auth/user`, { headers })).body).toMatchObject({ id: me.user.id });
  });

  test('e-mail addresses and coins of other users are hidden', async () => {
    const [me, other] = await Promise.all([Player.guest(url()), Player.guest(url())]);
    const seen = await me.api.users.get({ params: { id: other.user.id } });
    expect(UserProfile.strict().parse(seen)).toEqual(seen);
    expect(await me.api.users.stats({ params: { id: other.user.id } })).not.toHaveProperty('coins');
    expect(await me.api.users.ownStats()).toMatchObject({ coins: 1_000 });
  });

  test('a session gets 100 requests in 10 s, then an error with the time to retry', async () => {
    const { cookie } = await Player.guest(url());
    const many = Array.from({ length: 105 }, () =>
      send(`${url()}/api/heartbeat`, { method: 'POST', headers: { cookie } }),
    );
    const limited = (await Promise.all(many)).filter(({ status }) => status !== 200);
    expect(limited.length).toBe(5);
    for (const answer of limited) {
      expectError(answer, 429, 'TOO_MANY_REQUESTS');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('a session', () => {
  test('starts with a cookie that scripts and other sites cannot read', async () => {
    const { status, headers, body } = await send(`${url()}/api/auth/guest`, { method: 'POST' });
    expect(status).toBe(201);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('sid='));
    expect(cookie).toMatch(/^sid=[\w-]{43};/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(attribute);
    expect(JSON.stringify(body)).not.toContain(/^sid=([^;]+)/.exec(cookie ?? '')?.[1]);
    expect(User.parse(body)).toMatchObject({
      isGuest: true,
      isEmailVerified: true,
      coins: 1_000,
      email: null,
    });
  });

  test('ends at logout, for HTTP and for sockets', async () => {
    const player = await Player.guest(url());
    const { cookie } = player;
    await player.connect();
    await player.api.auth.logout();
    expect(await player.closed()).toBe(4401);
    expectError(await send(`${url()}/api/auth/user`, { headers: { cookie } }), 401, 'UNAUTHORIZED');
    expect((await send(`${url()}/api/auth/logout`, { method: 'POST', headers: { cookie } })).status).toBe(
      204,
    );
  });
});

describe('the session of an open socket', () => {
  const lifecycle = new Lifecycle(createLog('test', 'silent'));
  afterAll(() => lifecycle.stop());

  test('is extended without requests, and the socket closes when it ends for good', async () => {
    const database = { service: 'test', url: stack().databases.identity?.ownerUrl ?? '', pool: 1 };
    const identity = openDatabase(database, { log: createLog('test', 'silent'), lifecycle });
    const player = await Player.guest(url());
    const days = `extract(epoch FROM expires_at - now())::float8 / 86400 AS days`;
    /** Returns the days that were left then: the gateway may extend the session at once. */
    const moveClock = async (interval: string): Promise<number> => {
      const { rows } = await identity.query<{ days: number }>(
        `UPDATE session SET seen_at = seen_at - $2::interval, cookie_at = cookie_at - $2::interval,
           expires_at = expires_at - $2::interval, ends_at = ends_at - $2::interval WHERE account_id = $1
         RETURNING ${days}`,
        [player.user.id, interval],
      );
      return rows[0]!.days;
    };
    const daysLeft = async (): Promise<number> => {
      const { rows } = await identity.query<{ days: number }>(
        `SELECT ${days} FROM session WHERE account_id = $1`,
        [player.user.id],
      );
      return rows[0]!.days;
    };
    await player.connect();
    expect(await moveClock('80 days')).toBeLessThan(11);
    await expect.poll(daysLeft, { timeout: 20_000 }).toBeGreaterThan(89);

    // The clock advances with the socket open, until 80 of the session's 400 days are left.
    await identity.query(
      `UPDATE session SET expires_at = ends_at - '240 days'::interval, ends_at = ends_at - '240 days'::interval
       WHERE account_id = $1`,
      [player.user.id],
    );
    expect(await daysLeft()).toBeLessThan(81);
    expect(player.closeCode).toBeUndefined();
    await moveClock('81 days');
    expect(await player.closed(20_000)).toBe(4401);
  });
});

describe('a repeated request', () => {
  const award = (player: Player, key: string, reason = 'ai_win') =>
    send(`${url()}/api/coins/award`, {
      method: 'POST',
      body: { userId: player.user.id, amount: 100, reason },
      headers: { cookie: player.cookie, 'idempotency-key': key },
    });

  test('gets the first response and has no second effect', async () => {
    const player = await Player.guest(url());
    const first = await award(player, 'k1');
    expect(first).toMatchObject({ status: 200, body: { coins: 1_100 } });
    const second = await award(player, 'k1');
    expect(second).toMatchObject({ status: 200, body: { coins: 1_100 } });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expectError(await award(player, 'k1', 'another'), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await player.coins()).toBe(1_100);
  });

  test('gets the first response also while the first request is under way', async () => {
    const player = await Player.guest(url());
    const both = await Promise.all([award(player, 'k4'), award(player, 'k4')]);
    for (const answer of both) expect(answer).toMatchObject({ status: 200, body: { coins: 1_100 } });
    expect(both.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1);
  });

  test('moves no coins after its stored response is gone', async () => {
    const player = await Player.guest(url());
    expect((await award(player, 'k3')).status).toBe(200);
    const log = createLog('test', 'silent');
    const lifecycle = new Lifecycle(log);
    const redis = openRedis({ url: stack().servers.redis.url, namespace: '' }, { log, lifecycle });
    expect(await redis.del(await redis.keys(`*idempotency:${player.user.id}:*`))).toBe(1);
    await lifecycle.stop();
    const repeat = await award(player, 'k3');
    expect(repeat).toMatchObject({ status: 200, body: { coins: 1_100 } });
    expect(repeat.headers.has('idempotency-replayed')).toBe(false);
    expect(await player.coins()).toBe(1_100);
  });

  test('is carried out again by calls that are idempotent by nature', async () => {
    const { cookie } = await Player.guest(url());
    const headers = { cookie, 'idempotency-key': 'heartbeat' };
    for (let i = 0; i < 2; i += 1) {
      const answer = await send(`${url()}/api/heartbeat`, { method: 'POST', headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.has('idempotency-replayed')).toBe(false);
    }
  });

  test('is rejected when it names another user than that of its session', async () => {
    const [last, next] = await Promise.all([Player.guest(url()), Player.guest(url())]);
    const awardFor = (expected: Player) =>
      send(`${url()}/api/coins/award`, {
        method: 'POST',
        body: { userId: next.user.id, amount: 100, reason: 'ai_win' },
        headers: { cookie: next.cookie, 'idempotency-key': 'k4', 'x-expected-user': expected.user.id },
      });
    expectError(await awardFor(last), 401, 'UNAUTHORIZED');
    expect(await next.coins()).toBe(1_000);
    expect(await awardFor(next)).toMatchObject({ status: 200, body: { coins: 1_100 } });
  });

  test('shares no key with another user', async () => {
    const [me, other] = await Promise.all([Player.guest(url()), Player.guest(url())]);
    expect((await award(me, 'k2')).status).toBe(200);
    expect(await award(other, 'k2')).toMatchObject({ status: 200, body: { coins: 1_100 } });
  });

  test('needs a valid key', async () => {
    const player = await Player.guest(url());
    expectError(await award(player, 'with blank'), 400);
    expectError(await award(player, 'x'.repeat(129)), 400);
  });
});

describe('content beside the calls', () => {
  test('serves the web app for every path that it routes itself', async () => {
    for (const path of ['/', '/auth', '/shop', '/any/thing?x=1']) {
      const { status, headers, body } = await send(`${url()}${path}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/text\/html/);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(body).toContain('<div id="root">');
    }
    expectError(await send(`${url()}/assets/gone-0000.js`), 404);
    expectError(await send(`${url()}/..%2f..%2fpackage.json`), /400|403|404/);
  });

  test('serves its files compressed, cacheable for a year', async () => {
    const { headers, body } = await send(`${url()}/assets/app-1a2b.js`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('cache-control')).toMatch(/max-age=31536000, immutable/);
    expect(body).toBe('export {};');
  });

  test('sends headers that allow only its own scripts and styles', async () => {
    const { headers } = await send(url());
    const policy = headers.get('content-security-policy') ?? '';
    const hash = (text: string) => createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash(SCRIPT)}'`);
    expect(policy).toContain(`style-src 'self' 'sha256-${hash(STYLE)}'`);
    for (const directive of [
      "img-src 'self' data:;",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(directive);
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  test('lets no cache keep a response with data of a user, and rejects TRACE', async () => {
    const { cookie } = await Player.guest(url());
    const { headers } = await send(`${url()}/api/auth/user`, { headers: { cookie } });
    expect(headers.get('cache-control')).toBe('no-store');
    const traced = await new Promise<number | undefined>((resolve, reject) =>
      request(url(), { method: 'TRACE' }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end(),
    );
    expect(traced).toBeGreaterThanOrEqual(400);
  });

  test('serves the contract as OpenAPI, with a page to read it', async () => {
    const { body } = await send(`${url()}/api/openapi.json`);
    const { paths, openapi } = body as { openapi: string; paths: Record<string, Record<string, unknown>> };
    expect(openapi).toBe('3.1.0');
    for (const { call } of served) {
      expect(paths, call.path).toHaveProperty([
        call.path.replace(/:(\w+)/g, '{$1}'),
        call.method.toLowerCase(),
      ]);
    }
    expect((await send(`${url()}/api/docs/`)).status).toBe(200);
  });

  test('serves health without a session, and redirects to the login', async () => {
    expect(await send(`${url()}/api/health`)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await send(`${url()}/api/health`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    expect((await send(`${url()}/livez`)).status).toBe(200);
    expect((await send(`${url()}/readyz`)).status).toBe(200);
    const login = await send(`${url()}/api/login?next=https://evil.example`);
    expect(login.status).toBe(302);
    expect(login.headers.get('location')).toBe('/auth');
    expect((await send(`${url()}/metrics`)).body).not.toMatch(/process_|# HELP/);
  });
});

function fieldsOf(schema: $ZodType): string[] {
  const { def } = schema._zod as unknown as { def: { shape?: Record<string, unknown> } };
  return Object.keys(def.shape ?? {});
}

/** Returns a valid body, of which tests spoil one field. */
function validBody({ path }: Call): Record<string, unknown> {
  const account = { username: 'somebody', password: 'correct horse', email: 'somebody@example.org' };
  if (path.endsWith('/award')) return { userId: 'u1', amount: 100, reason: 'ai_win' };
  if (path.endsWith('/moves')) return { position: 1 };
  if (path.endsWith('/join')) return { betAmount: 0 };
  if (path.endsWith('/login')) return { username: account.username, password: account.password };
  if (path.endsWith('/verify-email')) return { token: '123456' };
  if (path.endsWith('/reset-password')) return { token: '123456', newPassword: account.password };
  if (path.endsWith('/register') || path.endsWith('/upgrade')) return account;
  return { email: account.email };
}
