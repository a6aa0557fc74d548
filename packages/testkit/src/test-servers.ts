import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServers, type Kind } from './servers/index.ts';
import type { Server } from './servers/server.ts';
import { testRun, uniqueName } from './test-run.ts';

/** Servers of one test file. */
export type TestServers<K extends Kind> = Record<K, Server> & {
  /** A unique NAMESPACE, even where the environment names servers that several runs share. */
  readonly namespace: string;
  /** Stops the private servers and deletes their files. */
  stopAll(): Promise<void>;
};

/**
 * Returns private servers for one test file (Redis and NATS start in about 15 ms each), or the ones that the
 * environment names. `own` always starts private ones: for tests that kill, restart or wipe them.
 */
export async function testServers<K extends Kind>(
  kinds: readonly K[],
  { own = false }: { own?: boolean } = {},
): Promise<TestServers<K>> {
  const namespace = uniqueName();
  const dir = join(testRun().dir, namespace);
  const servers = await startServers(kinds, { dir, namespace, own });
  return {
    ...servers,
    namespace,
    stopAll: async () => {
      await Promise.all(kinds.map((kind) => servers[kind].stop()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
