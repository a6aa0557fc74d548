import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startServers, type Kind } from './servers/index.ts';
import type { Server } from './servers/server.ts';
import { testRun, uniqueName } from './test-run.ts';

/** Servers for one test file. */
export type TestServers<K extends Kind> = Record<K, Server> & {
  /** For NAMESPACE: nobody else uses it, even where the environment names servers that several share. */
  readonly namespace: string;
  /** Stops those that are ours and removes what they wrote. */
  stopAll(): Promise<void>;
};

/**
 * Private servers for one test file (Redis and NATS take about 15 ms each), or those the environment names.
 * `own` starts private ones in any case: for tests that kill, restart or wipe them.
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
