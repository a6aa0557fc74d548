import { toUserId } from '@fifteen/domain';
import { MatchmakingServiceDefinition, SearchStatus } from '@fifteen/proto/matchmaking';
import { connectRpc, createLog, Lifecycle, serveRpc, tokenHash } from '@fifteen/runtime';
import { serviceWithMethod } from '@fifteen/testkit';
import dns from 'node:dns';
import { afterEach, expect, test, vi } from 'vitest';

const log = createLog('test', 'silent');
const TOKEN = 'a secret of the gateway alone';
const waiting = { status: SearchStatus.WAITING };
const ann = { userId: toUserId('ann'), bet: 0 };

const lifecycles: Lifecycle[] = [];
const newLifecycle = (): Lifecycle => {
  const lifecycle = new Lifecycle(log);
  lifecycles.push(lifecycle);
  return lifecycle;
};
afterEach(async () => {
  for (const lifecycle of lifecycles.splice(0).reverse()) await lifecycle.stop();
  vi.restoreAllMocks();
});

/** A replica at an address of its own; all of them listen on the same port, as pods do. */
async function replica(host: string, port = 0): Promise<{ port: number; stop: () => Promise<void> }> {
  const lifecycle = newLifecycle();
  const bound = await serveRpc(
    {
      name: 'matchmaking',
      service: serviceWithMethod(MatchmakingServiceDefinition, 'join'),
      methods: { join: { callers: ['gateway'], handle: async () => waiting } },
      config: { GRPC_HOST: host, GRPC_PORT: port, RPC_CALLERS: `gateway=${tokenHash(TOKEN)}` },
    },
    { log, lifecycle },
  );
  return { port: bound, stop: () => lifecycle.stop() };
}

test('replicas that were all replaced within seconds are found at their new addresses', async () => {
  const lookup = vi.spyOn(dns.promises, 'lookup') as unknown as {
    mockImplementation(f: () => unknown): void;
  };
  const resolvesTo = (address: string): void =>
    lookup.mockImplementation(async () => [{ address, family: 4 }]);

  let current = await replica('127.0.0.11');
  const { port } = current;
  resolvesTo('127.0.0.11');
  const { calls } = connectRpc(
    {
      name: 'matchmaking',
      service: MatchmakingServiceDefinition,
      address: `dns:///matchmaking:${port}`,
      token: TOKEN,
    },
    { lifecycle: newLifecycle() },
  );
  expect(await calls.join(ann)).toEqual(waiting);

  for (const address of ['127.0.0.12', '127.0.0.13']) {
    const next = await replica(address, port);
    resolvesTo(address);
    await current.stop();
    current = next;
    await expect
      .poll(() => calls.join(ann).catch((error: unknown) => error), { timeout: 20_000, interval: 250 })
      .toEqual(waiting);
  }
}, 60_000);
