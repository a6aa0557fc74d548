import { mkdirSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { withLock } from './servers/databases.ts';
import type { Stack } from './stack/index.ts';
import { testRun } from './test-run.ts';

/** The part of a running product that test files share: its addresses, without control over its processes. */
export type SharedStack = Pick<
  Stack,
  'url' | 'urls' | 'mailUrl' | 'metrics' | 'databases' | 'adminEnv' | 'callerEnvs'
>;

const socketIn = (dir: string) => join(dir, 'stack.sock');

/**
 * Serves the run's product to its workers over a socket in the directory of the run. The product starts at the first
 * request of a test file, and runs until the returned function is called.
 */
export async function serveSharedStack(dir: string): Promise<() => Promise<void>> {
  let stack: Promise<Stack> | undefined;
  const server = createServer((_, response) => {
    stack ??= startShared();
    stack.then(
      ({ url, urls, mailUrl, metrics, databases, adminEnv, callerEnvs }) => {
        const shared: SharedStack = { url, urls, mailUrl, metrics, databases, adminEnv, callerEnvs };
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
    await stack?.then(
      (started) => started.stop(),
      () => undefined,
    );
  };
}

/** Imports the stack here, because many runs need none. */
async function startShared(): Promise<Stack> {
  const { startStack } = await import('./stack/index.ts');
  return startStack({ replicas: 2 });
}

/**
 * Returns the run's product, with two replicas of each service. Other test files use it at the same time, so a test
 * creates its own players and expects nothing of lists and totals of all players.
 */
export async function sharedStack(): Promise<SharedStack> {
  const call = request({ socketPath: socketIn(testRun().dir) }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return JSON.parse(body) as SharedStack;
}

/**
 * Runs `work` while no other test of the shared product searches for a quick match, because the searches would be
 * paired.
 */
export const withQuickMatchAlone = <T>(work: () => Promise<T>): Promise<T> =>
  withLock(testRun().postgres, 'quick match', work);
