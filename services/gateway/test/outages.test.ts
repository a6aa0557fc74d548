import { toUserId } from '@fifteen/domain';
import { createLog, Lifecycle, unavailable } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { fastify, type FastifyBaseLogger } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { Outages } from '../src/clients/outages.ts';
import { sendError } from '../src/edge/errors.ts';
import { Idempotency } from '../src/edge/idempotency.ts';
import { overloadOptions } from '../src/edge/overload.ts';
import { BlockGuard } from '../src/players/block-guard.ts';
import { PresenceStore } from '../src/presence/presence-store.ts';

/** What every request of an outage would log is logged once. */
const [ann, bob] = [toUserId('ann'), toUserId('bob')];
const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const missing = openRedis({ url: 'redis://127.0.0.1:1', namespace: '' }, { log, lifecycle });
afterAll(() => lifecycle.stop());

/** Records the calls of a method of the log with this message. */
function recordLog(level: 'warn' | 'error', message: string) {
  const spy = vi.spyOn(log, level);
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.filter(([, text]) => (text as unknown) === message).length;
}

test('an outage is over after a minute without a failure', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const outages = new Outages();
  const begun = [0, 50_000, 50_000, 61_000].map((ms) => {
    vi.advanceTimersByTime(ms);
    return outages.begins('redis');
  });
  expect(begun).toEqual([true, false, false, true]);
  expect(outages.begins('social')).toBe(true);
});

test('an outage of Redis is logged once by presence, and by repeats', async () => {
  const [presence, repeats] = [new PresenceStore(missing, 'one', log), new Idempotency(missing, log)];
  const counts = ['presence', 'idempotency'].map((what) => recordLog('warn', `${what} request failed`));
  for (const userId of [ann, bob]) {
    await presence.onlineAmong([userId]);
    await repeats.begin(userId, 'k', 'r');
  }
  expect(counts.map((count) => count())).toEqual([1, 1]);
});

test('an outage of social is logged once, each defect as an error', async () => {
  const getRelations = vi.fn().mockRejectedValue(unavailable('social'));
  const guard = new BlockGuard({ clients: { social: { getRelations } } as never, log });
  const [warnings, errors] = (['warn', 'error'] as const).map((level) =>
    recordLog(level, 'loading blocks failed'),
  );
  for (const userId of [ann, bob]) await guard.withoutBlocks(userId, [toUserId('cat')]);
  getRelations.mockRejectedValue(new TypeError('a defect'));
  for (const userId of [ann, bob]) await guard.withoutBlocks(userId, [toUserId('cat')]);
  expect([warnings!(), errors!()]).toEqual([1, 2]);
});

test('requests in an outage are logged once for each upstream, those that an overload rejects not at all', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.spyOn(log, 'warn');
  const loggerInstance = log as FastifyBaseLogger;
  const app = fastify({ loggerInstance, childLoggerFactory: () => loggerInstance });
  onTestFinished(() => app.close());
  app.setErrorHandler(sendError);
  const { pressureHandler } = overloadOptions();
  app.get('/overload', async (request, reply) => {
    for (let ms = 0; ms <= 2_000; ms += 500) {
      vi.advanceTimersByTime(500);
      await pressureHandler?.call(app, request, reply, 'eventLoopDelay', 2_000);
    }
  });
  app.get<{ Params: { upstream: string } }>('/:upstream', ({ params }) => {
    throw unavailable(params.upstream);
  });
  for (const path of ['identity', 'identity', 'room', 'overload', 'overload'])
    expect((await app.inject(`/${path}`)).statusCode).toBe(503);
  const logged = warn.mock.calls.map(([fields]) => fields as unknown);
  expect(logged).toMatchObject(['identity', 'room'].map((upstream) => ({ err: { details: { upstream } } })));
  warn.mockRestore();
});
