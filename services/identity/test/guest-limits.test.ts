import { waitingTransactions } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AppError } from '@fifteen/runtime';
import type { AppContext } from '../src/context.ts';
import { RateLimits } from '../src/db/rate-limits.ts';
import { Codes } from '../src/domain/codes.ts';
import { overloaded } from '../src/domain/errors.ts';
import { createGuest } from '../src/rpc/create-guest.ts';
import { openHarness, errorCode, advanceTime, type Harness } from './harness.ts';

/** Machines that run tests may be loaded: the tests check results, not speed. */
vi.setConfig({ testTimeout: 300_000 });

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

test('allows five guests an hour and twenty a day per network; a rejection does not count', async () => {
  const visit = (ip: string): Promise<string> =>
    errorCode(harness.identity.createGuest({ origin: { ip, locale: '', device: '' } }));
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
      await advanceTime(harness, '61 minutes');
    }
    expect(admitted).toEqual([5, 5, 5, 5, 0, 0]);
  }
  expect(await visit('198.51.101.1')).toBe('ok');
});

test('threat 34: of guests who arrive at once in a new network five are admitted, and rejections write nothing', async () => {
  const counters = async (): Promise<unknown> =>
    (
      await harness.owner.query(
        `SELECT key, points, expire, xmin FROM request_count WHERE key LIKE 'guest:%:203.0.113.0/24' ORDER BY key`,
      )
    ).rows;
  const visit = (i: number): Promise<string> =>
    errorCode(
      harness.replicas[i % 2]!.createGuest({ origin: { ip: `203.0.113.${i}`, locale: '', device: '' } }),
    );
  const outcomes = await Promise.all(Array.from({ length: 30 }, (_, i) => visit(i)));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(5);
  const full = await counters();
  expect(full).toEqual([
    expect.objectContaining({ key: 'guest:area:203.0.113.0/24', points: 5 }),
    expect.objectContaining({ key: 'guest:day:203.0.113.0/24', points: 5 }),
    expect.objectContaining({ key: 'guest:hour:203.0.113.0/24', points: 5 }),
  ]);
  for (let i = 0; i < 3; i += 1) expect(await visit(i)).toBe('TOO_MANY_REQUESTS');
  expect(await counters()).toEqual(full);
});

test('beyond the limit of its network, a device with its cookie has three guests a day', async () => {
  const at = (device: string, deviceCarried: boolean) => ({
    ip: '192.0.2.7',
    locale: '',
    device,
    deviceCarried,
  });
  const visit = (device: string, carried = true) =>
    errorCode(harness.identity.createGuest({ origin: at(device, carried) }));
  for (let i = 0; i < 5; i += 1) expect(await visit(`fresh-${i}`, false)).toBe('ok');
  expect(await visit('fresh', false)).toBe('TOO_MANY_REQUESTS');
  // A school class behind one address.
  for (let i = 0; i < 30; i += 1) expect(await visit(`pupil-${i}`)).toBe('ok');
  for (let i = 0; i < 2; i += 1) expect(await visit('pupil-1')).toBe('ok');
  expect(await visit('pupil-1')).toBe('TOO_MANY_REQUESTS');
  await harness.owner.query(
    `UPDATE request_count SET points = 60 WHERE key = 'guest:devices:hour:192.0.2.0/24'`,
  );
  const rejected = await harness.identity
    .createGuest({ origin: at('pupil-31', true) })
    .catch((error: unknown) => error);
  const wait = (rejected as AppError).details['retryAfter'] as number;
  expect(wait).toBeGreaterThan(3_500);
  expect(wait).toBeLessThanOrEqual(3_600);
  await advanceTime(harness, `${wait} seconds`);
  expect(await visit('pupil-31')).toBe('ok');
});

test('a device beyond both allowances waits for the one that it gets back first', async () => {
  const at = (device: string) => ({ ip: '192.0.4.7', locale: '', device, deviceCarried: true });
  const visit = (device: string) => harness.identity.createGuest({ origin: at(device) });
  for (let i = 0; i < 5; i += 1) await visit(`pupil-${i}`);
  for (let i = 0; i < 3; i += 1) await visit('tablet');
  const rejected = await visit('tablet').catch((error: unknown) => error);
  const wait = (rejected as AppError).details['retryAfter'] as number;
  expect(wait).toBeLessThanOrEqual(3_600);
  await advanceTime(harness, `${wait} seconds`);
  await visit('tablet');
});

test('the wait after a rejection is that of the last exhausted limit', async () => {
  const ip = '192.0.3.7';
  const visit = async () =>
    (await harness.identity.createGuest({ origin: { ip, locale: '', device: '' } })).grant;
  for (let i = 0; i < 5; i += 1) await visit();
  await harness.owner.query(`UPDATE request_count SET points = 20 WHERE key = 'guest:day:192.0.3.0/24'`);
  const rejected = await visit().catch((error: unknown) => error);
  const wait = (rejected as AppError).details['retryAfter'] as number;
  expect(wait).toBeGreaterThan(3_600);
  await advanceTime(harness, `${wait} seconds`);
  await visit();
});

/** Returns the counts of guests of a network, by limit. */
async function countsOf(network: string): Promise<Record<string, number>> {
  const { rows } = await harness.owner.query<{ key: string; points: number }>(
    `SELECT key, points FROM request_count WHERE key LIKE 'guest:%:' || $1 ORDER BY key`,
    [network],
  );
  return Object.fromEntries(rows.map(({ key, points }) => [key.slice(0, -network.length - 1), points]));
}

test('a guest whom an overload prevents takes no place, neither of the network nor of the device', async () => {
  const { db, config } = harness;
  const context = {
    ...{ codes: new Codes(config.CODE_KEY), rateLimits: new RateLimits(db, 1) },
    db: { tx: async () => Promise.reject(overloaded()) },
  } as unknown as AppContext;
  const origin = { ip: '192.0.5.7', locale: '', device: 'tablet', deviceCarried: true };
  expect(await errorCode(createGuest(context, { origin }))).toBe('SERVICE_UNAVAILABLE');
  for (let i = 0; i < 5; i += 1) await harness.identity.createGuest({ origin });
  for (let i = 0; i < 4; i += 1)
    expect(await errorCode(createGuest(context, { origin }))).toBe('SERVICE_UNAVAILABLE');
  expect(await countsOf('192.0.5.0/24')).toEqual({
    ...{ 'guest:hour': 5, 'guest:day': 5, 'guest:area': 5 },
    ...{ 'guest:devices:hour': 0, 'guest:devices:day': 0 },
  });
  expect(await errorCode(harness.identity.createGuest({ origin }))).toBe('ok');
});

test('parallel repeats of a request take one place', async () => {
  const origin = { ip: '192.0.6.7', locale: '', device: 'phone', deviceCarried: true };
  const visits = await harness.owner.tx(async (sql) => {
    await sql.query(`LOCK TABLE guest_request IN EXCLUSIVE MODE`);
    const visits = harness.replicas.map((replica) =>
      replica.createGuest({ origin, idempotencyKey: 'one visit' }, { limitMs: 20_000 }),
    );
    await expect.poll(() => waitingTransactions(harness.db)).toBe(2);
    return visits;
  });
  const ids = (await Promise.all(visits)).map(({ grant }) => grant.session?.account?.id);
  expect(new Set(ids).size).toBe(1);
  expect(await countsOf('192.0.6.0/24')).toEqual({ 'guest:hour': 1, 'guest:day': 1, 'guest:area': 1 });
});
