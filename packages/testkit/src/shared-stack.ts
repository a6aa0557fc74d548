import { mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Stack } from './stack/index.ts';
import { testRun } from './test-run.ts';

/** The part of a running product that test files can share: its addresses, without control over its processes. */
export type SharedStack = Pick<Stack, 'url' | 'urls' | 'mailUrl' | 'metrics' | 'databases' | 'adminEnv'>;

const socketIn = (dir: string) => join(dir, 'stacks.sock');

/**
 * Serves shared products to the run's workers, in the directory of the run. A worker's product starts when one of its
 * test files first requests it, and runs until the returned function stops it. Each worker has its own, so that only one
 * test file at a time uses it.
 */
export async function serveSharedStacks(dir: string): Promise<() => Promise<void>> {
  const stacks = new Map<string, Promise<Stack>>();
  const stackOf = (worker: string): Promise<Stack> => {
    const stack = stacks.get(worker) ?? startShared();
    stacks.set(worker, stack);
    return stack;
  };
  const server = createServer((call, response) => {
    stackOf(call.url ?? '').then(
      ({ url, urls, mailUrl, metrics, databases, adminEnv }) => {
        const shared: SharedStack = { url, urls, mailUrl, metrics, databases, adminEnv };
        response.end(JSON.stringify(shared));
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  mkdirSync(dir, { recursive: true });
  server.listen(socketIn(dir));
  await once(server, 'listening');
  return async () => {
    server.close();
    const started = await Promise.allSettled(stacks.values());
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
  };
}

/** Loads the product's starter only where a run needs it. */
async function startShared(): Promise<Stack> {
  const { startStack } = await import('./stack/index.ts');
  return startStack({ replicas: 2 });
}

/**
 * Returns this worker's product, with two replicas of each service. It keeps the data of earlier test files: a test
 * creates players of its own, and expects nothing of lists and totals of all players.
 */
export async function sharedStack(): Promise<SharedStack> {
  const worker = `/${process.env.VITEST_POOL_ID ?? '1'}`;
  const call = request({ socketPath: socketIn(testRun().dir), path: worker }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return JSON.parse(body) as SharedStack;
}
