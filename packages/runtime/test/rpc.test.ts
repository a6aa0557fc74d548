import { toGameId, toUserId } from '@fifteen/domain';
import { GameServiceDefinition, GameState, type GetGameResponse } from '@fifteen/proto/game';
import {
  MatchmakingServiceDefinition,
  SearchStatus,
  type JoinRequest,
  type JoinResponse,
} from '@fifteen/proto/matchmaking';
import {
  AppError,
  connectRpc,
  createLog,
  Lifecycle,
  pause,
  rootSpan,
  serveRpc,
  tokenHash,
  traceFields,
  withoutCall,
  type Call,
  type Calls,
} from '@fifteen/runtime';
import { freePort, serviceWithMethod } from '@fifteen/testkit';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openLink } from './link.ts';

const log = createLog('test', 'silent');
const TOKEN = 'a secret of the gateway alone';
const lifecycles: Lifecycle[] = [];
const newLifecycle = (): Lifecycle => {
  const lifecycle = new Lifecycle(log);
  lifecycles.push(lifecycle);
  return lifecycle;
};
afterEach(async () => {
  for (const lifecycle of lifecycles.splice(0).reverse()) await lifecycle.stop();
});

type Service = typeof MatchmakingServiceDefinition;
const waiting = { status: SearchStatus.WAITING };

async function serve(
  join: (request: JoinRequest, call: Call) => Promise<JoinResponse>,
  port = 0,
): Promise<{ port: number; lifecycle: Lifecycle }> {
  const lifecycle = newLifecycle();
  const bound = await serveRpc(
    {
      name: 'matchmaking',
      service: MatchmakingServiceDefinition,
      methods: {
        join: { callers: ['gateway'], handle: (_context, request, call) => join(request, call) },
        leave: { callers: ['admin'], handle: async () => ({ matched: false }) },
        keepAlive: {
          callers: ['gateway'],
          handle: async () => ({ absentUserIds: [], offeredUserIds: [], searches: [] }),
        },
      },
      config: { GRPC_HOST: '127.0.0.1', GRPC_PORT: port, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` },
    },
    { log, lifecycle },
  );
  return { port: bound, lifecycle };
}

const connect = (ports: number[], token = TOKEN, pings = true): Calls<Service> =>
  connectRpc(
    {
      name: 'matchmaking',
      service: MatchmakingServiceDefinition,
      address: `ipv4:${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
      token,
      pings,
    },
    { lifecycle: newLifecycle() },
  ).calls;

const ann = { userId: toUserId('ann'), bet: 0 };

/** The error of a call that fails each time. Its cause is for the log. */
const DEFECT_WITH_CAUSE = {
  code: 'SERVICE_UNAVAILABLE',
  details: { isDefect: true },
  cause: expect.any(Error) as Error,
};

test('a caller is identified by its token and may call what the table lists; other calls are logged', async () => {
  const warn = vi.spyOn(log, 'warn');
  onTestFinished(() => warn.mockRestore());
  const callers: string[] = [];
  const { port } = await serve(async (_, { caller }) => {
    callers.push(caller);
    return waiting;
  });
  expect(await connect([port]).join(ann)).toEqual(waiting);
  expect(callers).toEqual(['gateway']);
  await expect(connect([port], 'some other secret').join(ann)).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  });
  await expect(connect([port]).leave({ userId: toUserId('ann') })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const rejected = warn.mock.calls.filter(([, message]) => message === 'call not permitted');
  expect(rejected.map(([fields]) => fields)).toEqual([
    { method: '/fifteen.matchmaking.v1.MatchmakingService/Join', caller: undefined },
    { method: '/fifteen.matchmaking.v1.MatchmakingService/Leave', caller: 'gateway' },
  ]);
});

test('a failed call is logged in its trace, with the id that the client of the trace named', async () => {
  const logged: unknown[] = [];
  const error = vi.spyOn(log, 'error').mockImplementation(() => void logged.push(traceFields()));
  onTestFinished(() => error.mockRestore());
  const { port } = await serve(async () => {
    throw new Error('defect');
  });
  const clientTraceId = 'a'.repeat(32);
  const parent = { traceparent: `00-${clientTraceId}-${'b'.repeat(16)}-00`, baggage: 'other=value' };
  const failed = rootSpan('work', () => connect([port]).join(ann), { parent });
  await expect(failed).rejects.toMatchObject(DEFECT_WITH_CAUSE);
  // Nothing is recorded here, so that the trace has the client's id.
  expect(logged).toEqual([{ traceId: clientTraceId, clientTraceId }]);
});

test('an error arrives with its code and its details', async () => {
  const { port } = await serve(async () => {
    throw new AppError('TOO_MANY_REQUESTS', { retryAfter: 30 });
  });
  const failed = connect([port]).join(ann);
  await expect(failed).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfter: 30 },
  });
});

test('a defect says nothing of its cause', async () => {
  const { port } = await serve(async () => {
    throw new Error('password=hunter2 at line 3');
  });
  const failed = await connect([port])
    .join(ann)
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    details: { upstream: 'matchmaking', isDefect: true },
  });
  expect(JSON.stringify(failed) + String(failed)).not.toContain('hunter2');
});

test.each([
  ['a request that cannot be encoded', { ...ann, bet: 0.5 }, waiting],
  ['a request that is too large', { ...ann, userId: toUserId('a'.repeat(1024 * 1024)) }, waiting],
  ['a response that cannot be encoded', ann, { status: 0.5 }],
])('%s is a defect, which no repeat helps, and not an outage', async (_, request, response) => {
  const { port } = await serve(async () => response as JoinResponse);
  await expect(connect([port]).join(request)).rejects.toMatchObject(DEFECT_WITH_CAUSE);
});

test.each([
  ['lacks a field', {}],
  ['is too large', { game: GameState.fromPartial({ id: toGameId('g'.repeat(4 * 1024 * 1024)) }) }],
])('a response that %s is a defect, which no repeat helps, and not an outage', async (_, response) => {
  const service = serviceWithMethod(GameServiceDefinition, 'getGame');
  const getGame = { callers: ['gateway'], handle: async () => response as GetGameResponse };
  const config = { GRPC_HOST: '127.0.0.1', GRPC_PORT: 0, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` };
  const port = await serveRpc(
    { name: 'game', service, methods: { getGame }, config },
    { log, lifecycle: newLifecycle() },
  );
  const { calls } = connectRpc(
    { name: 'game', service, address: `ipv4:127.0.0.1:${port}`, token: TOKEN },
    { lifecycle: newLifecycle() },
  );
  await expect(calls.getGame({ gameId: toGameId('one') })).rejects.toMatchObject(DEFECT_WITH_CAUSE);
});

test('a call to a dead upstream fails quickly', async () => {
  const { port, lifecycle } = await serve(async () => waiting);
  await lifecycle.stop();
  const started = Date.now();
  await expect(connect([port]).join(ann)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    // For the log: which of many reasons it was.
    cause: { message: expect.stringContaining('ECONNREFUSED') as string },
  });
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('a call to an upstream that hangs fails at its deadline', async () => {
  const { port } = await serve(async () => {
    await pause(10_000);
    return waiting;
  });
  const started = Date.now();
  await expect(connect([port]).join(ann, { limitMs: 200 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(Date.now() - started).toBeLessThan(5_000);
});

test('the calls made while serving share the deadline of the call being served', async () => {
  const innerServer = await serve(async () => {
    await pause(10_000);
    return waiting;
  });
  const innerCalls = connect([innerServer.port]);
  let innerFailedAfter = 0;
  const outer = await serve(async (request) => {
    const started = Date.now();
    try {
      return await innerCalls.join(request, { limitMs: 8_000 });
    } finally {
      innerFailedAfter = Date.now() - started;
    }
  });
  await expect(connect([outer.port]).join(ann, { limitMs: 1_000 })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  await expect.poll(() => innerFailedAfter).toBeGreaterThan(100);
  expect(innerFailedAfter).toBeLessThan(7_000);
});

test('work that outlives the call that started it has deadlines of its own', async () => {
  const innerServer = await serve(async () => {
    await pause(1_000);
    return waiting;
  });
  const innerCalls = connect([innerServer.port]);
  const outlived = Promise.withResolvers<JoinResponse>();
  const outer = await serve(async (request) => {
    outlived.resolve(withoutCall(() => innerCalls.join(request, { limitMs: 20_000 })));
    return waiting;
  });
  await connect([outer.port]).join(ann, { limitMs: 900 });
  expect(await outlived.promise).toEqual(waiting);
});

test('calls go round all replicas, and go on when one dies and comes back', async () => {
  const served: string[] = [];
  const answer = (name: string) => async () => {
    served.push(name);
    return waiting;
  };
  const one = await serve(answer('one'), await freePort());
  const two = await serve(answer('two'));
  const calls = connect([one.port, two.port]);
  // The first calls go to the replica whose connection is open first.
  await expect.poll(() => calls.join(ann).then(() => new Set(served))).toEqual(new Set(['one', 'two']));
  await one.lifecycle.stop();
  for (let i = 0; i < 10; i += 1) await calls.join(ann);
  served.length = 0;
  await serve(answer('one again'), one.port);
  await expect
    .poll(
      async () => {
        await calls.join(ann);
        return served;
      },
      { timeout: 30_000 },
    )
    .toContain('one again');
});

test('a replica that has just restarted takes over the calls of one that stops', async () => {
  const one = await serve(async () => waiting, await freePort());
  const two = await serve(async () => waiting);
  const calls = connect([one.port, two.port]);
  await calls.join(ann);
  await one.lifecycle.stop();
  // As long as a start takes: the backoff of reconnections grows meanwhile.
  await pause(6_000);
  await serve(async () => waiting, one.port);
  await two.lifecycle.stop();
  expect(await calls.join(ann)).toEqual(waiting);
});

test('a call that is repeated, because its connection broke before the response, is marked as a repeat', async () => {
  const attempts: boolean[] = [];
  const begun = Promise.withResolvers<void>();
  const { port } = await serve(async (_, { isRepeat = false }) => {
    attempts.push(isRepeat);
    begun.resolve();
    if (!isRepeat) await pause(1_000);
    return waiting;
  });
  const link = await openLink(port);
  const response = connect([link.port]).join(ann, { limitMs: 20_000 });
  await begun.promise;
  expect(attempts).toEqual([false]);
  link.cut();
  link.join();
  expect(await response).toEqual(waiting);
  expect(attempts).toEqual([false, true]);
  link.close();
});

test('a stop lets calls under way end', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { port, lifecycle } = await serve(async () => {
    begun.resolve();
    await end.promise;
    return waiting;
  });
  const answer = connect([port]).join(ann);
  await begun.promise;
  const stopped = lifecycle.stop();
  await pause(100);
  end.resolve();
  expect(await answer).toEqual(waiting);
  await stopped;
});

test('a call that takes minutes survives the end of its connection, without a repeat', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let attempts = 0;
  const { port } = await serve(async () => {
    attempts += 1;
    begun.resolve();
    await end.promise;
    return waiting;
  });
  const response = connect([port], TOKEN, false).join(ann, { limitMs: 600_000 });
  await begun.promise;
  // In steps, so that the client receives what a timer of the server sends.
  for (let second = 0; second < 500; second += 1) {
    vi.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
  }
  end.resolve();
  expect(await response).toEqual(waiting);
  expect(attempts).toBe(1);
});
