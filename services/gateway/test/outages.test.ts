import { toUserId } from '@fifteen/domain';
import { AppError, createLog, Lifecycle, unavailable } from '@fifteen/runtime';
import { openRedis } from '@fifteen/runtime/redis';
import { fastify, type FastifyBaseLogger } from 'fastify';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { sendError } from '../src/edge/errors.ts';
import { Idempotency } from '../src/edge/idempotency.ts';
import { overloadOptions } from '../src/edge/overload.ts';
import { queueError } from '../src/matchmaking/search-responses.ts';
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

/** Returns a function that lets a guard's call of social fail with an error. */
function failingGuard() {
  const getRelations = vi.fn();
  const guard = new BlockGuard({ clients: { social: { getRelations } } as never, log });
  return (error: Error) => {
    getRelations.mockRejectedValue(error);
    return guard.withoutBlocks(ann, [bob]);
  };
}

test('an outage is over after a minute without a failure, and logged every hour until then', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const warnings = recordLog('warn', 'loading blocks failed');
  const fail = failingGuard();
  const logged: number[] = [];
  for (const ms of [0, 50_000, 50_000, 61_000]) {
    vi.advanceTimersByTime(ms);
    await fail(unavailable('social'));
    logged.push(warnings());
  }
  expect(logged).toEqual([1, 1, 1, 2]);
  for (let minutes = 0; minutes < 150; minutes += 1) {
    vi.advanceTimersByTime(60_000);
    await fail(unavailable('social'));
  }
  expect(warnings()).toBe(4);
});

test('each cause of an outage is logged', async () => {
  const warnings = recordLog('warn', 'loading blocks failed');
  const unreachable = (code: number) =>
    unavailable('social', Object.assign(new Error('no response'), { code }));
  const fail = failingGuard();
  for (const error of [unreachable(14), unreachable(4), unreachable(14), unavailable('postgres')])
    await fail(error);
  expect(warnings()).toBe(3);
});

test('an outage of Redis is logged once by presence, and by repeats', async () => {
  const [presence, repeats] = [new PresenceStore(missing, 'one', log), new Idempotency(missing, log)];
  // Only the first command waits for the connection: it fails for another cause.
  await missing.time().catch(() => undefined);
  const counts = ['presence', 'idempotency'].map((what) => recordLog('warn', `${what} request failed`));
  for (const userId of [ann, bob]) {
    await presence.onlineAmong([userId]);
    await repeats.begin(userId, 'k', 'r');
  }
  expect(counts.map((count) => count())).toEqual([1, 1]);
});

test('an outage of social is logged once, each defect as an error', async () => {
  const [warnings, errors] = (['warn', 'error'] as const).map((level) =>
    recordLog(level, 'loading blocks failed'),
  );
  const fail = failingGuard();
  const defects = [
    new TypeError('a defect'),
    new AppError('SERVICE_UNAVAILABLE', { upstream: 'social', isDefect: true }),
  ];
  const failures = [unavailable('social'), ...defects];
  for (const error of [...failures, ...failures]) await fail(error);
  expect([warnings!(), errors!()]).toEqual([1, 4]);
});

test('requests in an outage are logged once for each upstream, defects each time, those that an overload rejects not at all', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const [warn, error] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  onTestFinished(() => [warn, error].forEach((spy) => spy.mockRestore()));
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
  app.get<{ Params: { upstream: string } }>('/queue/:upstream', ({ params }) => {
    throw queueError(unavailable(params.upstream));
  });
  app.get('/defect', () => {
    throw new AppError('SERVICE_UNAVAILABLE', { upstream: 'identity', isDefect: true });
  });
  const rejected = ['identity', 'identity', 'room', 'overload', 'overload', 'queue/gateway', 'queue/game'];
  for (const path of [...rejected, 'defect', 'defect'])
    expect((await app.inject(`/${path}`)).statusCode).toBe(503);
  const logged = warn.mock.calls.map(([fields]) => fields as unknown);
  expect(logged).toMatchObject(
    ['identity', 'room', 'game'].map((upstream) => ({ err: { details: { upstream } } })),
  );
  expect(error).toHaveBeenCalledTimes(2);
});
