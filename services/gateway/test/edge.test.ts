import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@fifteen/contract';
import { toUserId } from '@fifteen/domain';
import { AppError, createLog, Lifecycle, pause } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { testServers, type TestServers } from '@fifteen/testkit';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { cookieNames } from '../src/auth/cookies.ts';
import { BrowserCookies } from '../src/auth/browser-cookies.ts';
import { createApp } from '../src/edge/app.ts';
import { Idempotency } from '../src/edge/idempotency.ts';
import { ACTIONS, CODE_GUESSES, Limits, REQUESTS, type LimitedAction } from '../src/edge/limits.ts';
import { isSameSite } from '../src/edge/origin.ts';
import { registerAvatars } from '../src/account/avatars.ts';
import type { Sessions } from '../src/auth/sessions.ts';

const log = createLog('test', 'silent');
type Handlers = Parameters<typeof createApp>[0]['api']['handlers'];
const ONCE = { address: 1, player: 1 };

/** Serves HTTP, without sockets and upstream services. */
function appWith({
  limits,
  root,
  publicUrl = 'http://localhost:8080',
  hops = 0,
  registerExtra = () => undefined,
  handlers = {},
  sessions = {} as never,
}: {
  limits: Limits;
  root?: string;
  publicUrl?: string;
  hops?: number;
  registerExtra?: Parameters<typeof createApp>[0]['registerExtra'];
  handlers?: Handlers;
  sessions?: Sessions;
}) {
  const nothing = {} as never;
  return createApp({
    ...{ root, publicUrl, hops, registerExtra, log, drainMs: 0 },
    sockets: {
      options: {},
      register: (app) => app.get('/ws', async () => 'socket'),
      drain: async () => undefined,
    },
    api: {
      ...{ handlers, limits, publicOrigin: publicUrl, sessions, idempotency: nothing },
      browser: new BrowserCookies(cookieNames(publicUrl)),
    },
  });
}

describe('a process that stands still', () => {
  /** Lets nothing else of this process run. */
  const block = (ms: number): void => {
    for (const until = Date.now() + ms; Date.now() < until;);
  };
  const limits = { address: async () => undefined } as unknown as Limits;

  test('serves the calls that waited when it goes on', async () => {
    const statusesAfterPause = async (): Promise<number[]> => {
      const app = await appWith({ limits });
      block(2_500);
      const statuses: number[] = [];
      for (let calls = 0; calls < 8; calls += 1, await pause(100))
        statuses.push((await app.inject('/ws')).statusCode);
      await app.close();
      return statuses;
    };
    // A busy machine may stand still once more, which is overload.
    await expect.poll(statusesAfterPause, { timeout: 40_000 }).toEqual(Array(8).fill(200));
  }, 50_000);

  test('again and again rejects calls, until it does not any more', async () => {
    const app = await appWith({ limits });
    const call = () => app.inject('/ws');
    for (const ms of [1_500, 3_500]) {
      block(ms);
      await pause(10);
      await call();
    }
    expect(await call()).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
    await expect.poll(async () => (await call()).statusCode).toBe(200);
    await app.close();
  });
});

test('an idle connection outlives its time in the pool of a load balancer, 600 s at most', async () => {
  const app = await appWith({ limits: {} as Limits });
  expect(app.server.keepAliveTimeout).toBeGreaterThan(600_000);
  await app.close();
});

test('a request that the limit of its address rejects gets the security headers', async () => {
  const limits = {
    address: () => Promise.reject(new AppError('TOO_MANY_REQUESTS', { retryAfter: 1 })),
  } as unknown as Limits;
  const app = await appWith({ limits });
  const { statusCode, headers } = await app.inject('/api/health');
  expect(statusCode).toBe(429);
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  await app.close();
});

describe('the site on https', () => {
  const limits = { address: async () => undefined, files: () => undefined } as unknown as Limits;
  const health = async () => ({ status: 'ok', version: '1' });
  const publicUrl = 'https://fifteen.example';

  /** Serves a page, and a script in a folder. */
  async function siteWithScript() {
    const root = await mkdtemp(join(tmpdir(), 'site-'));
    onTestFinished(() => rm(root, { recursive: true }));
    await mkdir(join(root, 'assets'));
    await writeFile(join(root, 'index.html'), 'the page');
    await writeFile(join(root, 'assets/app.js'), '');
    const app = await appWith({ limits, root, publicUrl, handlers: { system: { health } } });
    onTestFinished(() => app.close());
    return app;
  }

  test('keeps browsers to https for a year with every response, and its paths from other sites', async () => {
    const app = await siteWithScript();
    for (const url of ['/', '/assets/app.js', '/api/health', '/api/nothing'])
      expect((await app.inject(url)).headers, url).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'referrer-policy': 'same-origin',
        'content-security-policy': expect.stringMatching(
          "connect-src 'self' wss://fifteen.example;.*;upgrade-insecure-requests",
        ),
      });
  });

  test('names the character set of each text', async () => {
    const app = await siteWithScript();
    for (const [url, type] of [
      ['/', 'text/html'],
      ['/assets/app.js', 'application/javascript'],
      ['/api/health', 'application/json'],
      ['/api/nothing', 'application/json'],
    ] as const)
      expect((await app.inject(url)).headers['content-type'], url).toBe(`${type}; charset=utf-8`);
  });

  test('lists no folder', async () => {
    const app = await siteWithScript();
    for (const url of ['/assets', '/assets/', '/assets/.', '/assets//'])
      expect((await app.inject(url)).body, url).not.toContain('app.js');
  });
});

describe('the origin check', () => {
  const site = 'https://fifteen.example';
  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: site }, true],
    [{}, true],
    [{ origin: 'http://localhost:5173', host: 'localhost:5173' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    [{ origin: 'https://evil.example', host: 'fifteen.example' }, false],
    [{ origin: 'https://fifteen.example.evil.example', host: 'fifteen.example' }, false],
    [{ origin: 'null', host: 'fifteen.example' }, false],
    [{ origin: '', host: 'fifteen.example' }, false],
  ])('%j: own origin is %s', (headers, isOwnOrigin) => {
    expect(isSameSite(headers, site)).toBe(isOwnOrigin);
  });
});

describe('the cookies', () => {
  test('are bound to host and path on https', () => {
    expect(cookieNames('https://fifteen.example')).toEqual({
      session: '__Host-sid',
      flow: '__Host-flow',
      device: '__Host-did',
      secure: true,
    });
    expect(cookieNames('http://localhost:8080')).toMatchObject({ session: 'sid', secure: false });
  });
});

describe('limits across gateways', () => {
  let servers: TestServers<'redis'>;
  const lifecycle = new Lifecycle(log);
  const redis = () => openRedis({ url: servers.redis.url, namespace: servers.namespace }, { log, lifecycle });
  beforeAll(async () => {
    servers = await testServers(['redis'], { own: true });
  });
  afterAll(async () => {
    await lifecycle.stop();
    await servers.stopAll();
  });

  const countRejected = async (times: number, once: () => Promise<void>) => {
    const outcomes = await Promise.allSettled(Array.from({ length: times }, once));
    return outcomes.filter(({ status }) => status === 'rejected').length;
  };

  test('allow a session 100 requests in 10 s, and an address 300 times the scale', async () => {
    const [one, other] = await gateways();
    expect(await countRejected(60, () => one.session('s1'))).toBe(0);
    expect(await countRejected(60, () => other.session('s1'))).toBe(20);
    expect(await countRejected(10, () => other.session('s2'))).toBe(0);
    expect(await countRejected(310, () => one.address('203.0.113.7'))).toBe(10);
    const [scaled] = await gateways({ address: 2, player: 1 });
    await expect(scaled.address('203.0.113.7')).resolves.toBeUndefined();
    await expect(one.session('s1')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfter: expect.any(Number) },
    });
  });

  /** The limits of two gateways that are connected to Redis. */
  const gateways = async (scales = ONCE): Promise<[Limits, Limits]> => {
    const stores = [redis(), redis()] as const;
    await Promise.all(stores.map((store) => store.ping()));
    return [new Limits(stores[0], scales), new Limits(stores[1], scales)];
  };

  /** Advances the clock of gateways and Redis, without waiting. */
  async function pass(seconds: number): Promise<void> {
    vi.setSystemTime(Date.now() + seconds * 1_000);
    const store = redis();
    const { keyPrefix: prefix = '' } = store.options;
    for (const key of await store.keys(`${prefix}limit:*`)) {
      const own = key.slice(prefix.length);
      const left = (await store.pttl(own)) - seconds * 1_000;
      if (left > 0) await store.pexpire(own, left);
      else await store.del(own);
    }
  }

  test.each<[string, number, (limits: Limits) => Promise<void>]>([
    ['requests of an address', REQUESTS.address.times, (limits) => limits.address('198.51.100.1')],
    ['files of an address', REQUESTS.files.times, (limits) => limits.files('198.51.100.1')],
    ['requests of a session', REQUESTS.session.times, (limits) => limits.session('retry')],
    [
      'codes of an address',
      CODE_GUESSES.times,
      (limits) => limits.joinRoom(toUserId(randomUUID()), '198.51.100.2'),
    ],
    [
      'codes of a player',
      ACTIONS.joinRoom.times,
      (limits) => limits.joinRoom(toUserId('retry'), '198.51.100.3'),
    ],
    ...Object.entries(ACTIONS).map(
      ([act, { times }]): [string, number, (limits: Limits) => Promise<void>] => [
        act,
        times,
        (limits) => limits.action(act as LimitedAction, toUserId('ann')),
      ],
    ),
  ])('%s: after `retryAfter` the first repeat succeeds', async (name, times, once) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [one, other] = await gateways();
    // Each gateway counts files alone.
    const alone = name === 'files of an address';
    // All at once: their window of real time begins with the first.
    const uses = Array.from({ length: times }, (_, n) => n);
    await Promise.all(uses.map((n) => once(alone || n % 2 ? one : other)));
    if (alone) await Promise.all(uses.map(() => once(other)));
    await pass(2);
    for (const limits of [one, other]) {
      const errors = [await once(limits).catch(String), await once(limits).catch((error: unknown) => error)];
      expect(errors[0]).toContain('TOO_MANY_REQUESTS');
      const { retryAfter } = (errors[1] as AppError).details as { retryAfter: number };
      expect(retryAfter).toBeGreaterThan(1);
      expect(errors[1]).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect((errors[1] as AppError).details).not.toHaveProperty('setting');
    }
    const { details } = (await once(one).catch((error: unknown) => error)) as AppError;
    await pass(Number(details['retryAfter']));
    for (const limits of [one, other]) await once(limits);
  });

  test.each([
    [0, '203.0.113.7', '10.0.0.1', '203.0.113.7'],
    [0, '::ffff:203.0.113.7', undefined, '::ffff:203.0.113.7'],
    [1, '10.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    [2, '10.0.0.1', '6.6.6.6, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    [1, '10.0.0.1', undefined, '10.0.0.1'],
    [3, '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ])(
    'behind %i proxies, count a request from %s that names %s for %s',
    async (hops, remoteAddress, names, ip) => {
      const [limits] = await gateways();
      let seen = '';
      const health = async (request: { ip: string }) => {
        seen = request.ip;
        return { status: 'ok', version: '1' };
      };
      const app = await appWith({ limits, hops, handlers: { system: { health } } });
      const headers = names === undefined ? {} : { 'x-forwarded-for': names };
      expect((await app.inject({ url: '/api/health', remoteAddress, headers })).statusCode).toBe(200);
      expect(seen).toBe(ip);
      await app.close();
    },
  );

  test('apply per address to the documentation and the site, but not to probes', async () => {
    // A tenth of the real limits: so many requests take less than their window of 10 s on a busy machine, too.
    const [limits] = await gateways({ address: 0.1, player: 1 });
    const app = await appWith({ limits });
    const statuses = async (url: string, times: number) => {
      const answers = await Promise.all(Array.from({ length: times }, () => app.inject(url)));
      for (const answer of answers)
        if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      return answers.map(({ statusCode }) => statusCode);
    };
    const countLimited = async (url: string, times: number) =>
      (await statuses(url, times)).filter((status) => status === 429).length;
    expect(await countLimited('/api/openapi.json', 10)).toBe(0);
    expect(await countLimited('/api/docs/static/index.html', 10)).toBe(0);
    expect(await countLimited('/api/nothing', 11)).toBe(1);
    expect(await countLimited('/', 101)).toBe(1);
    expect(new Set(await statuses('/livez', 50))).toEqual(new Set([200]));
    await app.close();
  });

  test('count calls and upgrades for their address however their URL is written, and pages as files', async () => {
    // Six calls and twenty files.
    const [limits] = await gateways({ address: 0.02, player: 1 });
    const root = await mkdtemp(join(tmpdir(), 'site-'));
    await writeFile(join(root, 'index.html'), '');
    const health = async () => ({ status: 'ok', version: '1' });
    const app = await appWith({ limits, root, hops: 1, handlers: { system: { health } } });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const statusOf = (method: string, path: string, ip: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ port, method, path, agent, headers: { 'x-forwarded-for': ip } }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end();
      });
    const calls = [
      'GET /api/health',
      'GET /%61pi/health?x=1',
      'GET http://fifteen.example/api/health',
      'GET /api/nothing',
      'GET /%61pi/nothing',
      'GET /api%2Fnothing',
      'POST http://fifteen.example/%61pi',
      'GET /ws',
      'GET /%77s',
    ];
    const files = ['GET /', 'GET /%61pis?/api/', 'GET http://fifteen.example/api-guide', 'POST /livez/'];
    const rejected: string[] = [];
    for (const [index, target] of [...calls, ...files].entries()) {
      const [method = '', path = ''] = target.split(' ');
      const once = () => statusOf(method, path, `198.51.100.${100 + index}`);
      const statuses = await Promise.all(Array.from({ length: 7 }, once));
      rejected.push(...statuses.flatMap((status) => (status === 429 ? [target] : [])));
    }
    expect(rejected).toEqual(calls);
    agent.destroy();
    await app.close();
    await rm(root, { recursive: true });
  });

  test('count pictures of players as files', async () => {
    // One call and four files.
    const [limits] = await gateways({ address: 0.004, player: 1 });
    const getPicture = () => Promise.resolve({ bytes: Buffer.from('webp') });
    const app = await appWith({ limits, registerExtra: (api) => registerAvatars(api, { getPicture }) });
    const statusOf = async (url: string) =>
      (await app.inject({ url, remoteAddress: '198.51.100.99' })).statusCode;
    const statuses = await Promise.all(Array.from({ length: 5 }, () => statusOf('/api/avatars/one')));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429]);
    expect(await statusOf('/api/avatars/one/nothing')).toBe(404);
    expect(await statusOf('/api/avatars/one/nothing')).toBe(429);
    await app.close();
  });

  test('count changes of a profile before their body is read', async () => {
    const [limits] = await gateways();
    const sessions = { find: async () => ({ userId: 'pic', sessionId: 'pic' }) } as unknown as Sessions;
    const app = await appWith({ limits, sessions, handlers: { profile: { update: () => undefined } } });
    const payload = '{';
    const headers = { 'content-type': 'application/json' };
    const update = () => app.inject({ method: 'PUT', url: '/api/auth/profile', payload, headers });
    const codes = [];
    for (let n = 0; n <= ACTIONS.profile.times; n += 1) codes.push((await update()).json<ErrorBody>().code);
    expect(codes).toEqual([
      ...Array<string>(ACTIONS.profile.times).fill('INVALID_REQUEST'),
      'TOO_MANY_REQUESTS',
    ]);
    await app.close();
  });

  test('return the longer `retryAfter` when both limits of a room code are reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [limits] = await gateways();
    const ip = '198.51.100.4';
    const other = () => limits.joinRoom(toUserId(randomUUID()), ip);
    await other();
    await pass(30);
    for (let done = 0; done < 10; done += 1) await limits.joinRoom(toUserId('both'), ip);
    for (let done = 0; done < 89; done += 1) await other();
    const waitOf = (rejected: Promise<void>): Promise<number> =>
      rejected.then(
        () => 0,
        (error: AppError) => Number(error.details['retryAfter']),
      );
    const [ofAddress, ofBoth] = [await waitOf(other()), await waitOf(limits.joinRoom(toUserId('both'), ip))];
    expect(ofAddress).toBeGreaterThan(0);
    expect(ofBoth).toBeGreaterThan(ofAddress);
    await pass(ofBoth);
    await limits.joinRoom(toUserId('both'), ip);
  });

  test('grow with PLAYER_LIMIT_SCALE, and errors name the setting that raises them', async () => {
    const [limits] = await gateways({ address: 1, player: 3 });
    expect(await countRejected(310, () => limits.session('scaled'))).toBe(10);
    expect(await countRejected(19, () => limits.action('quickMatch', toUserId('scaled')))).toBe(1);
    await expect(limits.action('quickMatch', toUserId('scaled'))).rejects.toMatchObject({
      details: { setting: 'PLAYER_LIMIT_SCALE' },
    });
    expect(await countRejected(301, () => limits.address('198.51.100.5'))).toBe(1);
    await expect(limits.address('198.51.100.5')).rejects.toMatchObject({
      details: { setting: 'RATE_LIMIT_SCALE' },
    });
  });

  test('calls end while Redis hangs, and later ones do not wait for it', async () => {
    const store = redis();
    const limits = new Limits(store, ONCE);
    const memory = new Idempotency(store, log);
    const pong = () => store.ping().catch(String);
    await expect.poll(pong).toBe('PONG');
    await limits.session('hang');
    const [replica] = servers.redis.processes;
    await replica!.pause();
    try {
      // The first calls detect it.
      expect(await countRejected(20, () => limits.session('hang'))).toBe(0);
      expect(await memory.begin(toUserId('ann'), 'hang', 'r')).toHaveProperty('store');
      expect(store.status).not.toBe('ready');
      // Calls from here on return before any connection could have responded.
      const turn = new Promise((resolve) => setImmediate(resolve)).then(() => 'later');
      const responses = Promise.all([
        limits.session('hang'),
        limits.action('emoji', toUserId('hang')),
        memory.begin(toUserId('ann'), 'h2', 'r'),
      ]);
      expect(await Promise.race([responses.then(() => 'at once'), turn])).toBe('at once');
    } finally {
      await replica!.resume();
    }
    await expect.poll(pong).toBe('PONG');
  });

  test('each gateway counts alone without Redis, and serves requests', async () => {
    const store = redis();
    await store.ping();
    const limits = new Limits(store, ONCE);
    const memory = new Idempotency(store, log);
    await limits.session('s9');
    await servers.redis.kill();
    expect(await countRejected(150, () => limits.session('s9'))).toBe(50);
    expect(await memory.begin(toUserId('ann'), 'key', 'r')).toHaveProperty('store');
    await servers.redis.restart();
  });
});
