import { relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from '../lib/root.ts';

/** Modules that start servers. Test files that import one of them need servers. */
const SERVERS = ['packages/testkit/src/test-run.ts', 'packages/testkit/src/collector.ts'];

/** Returns the test files that need servers, or those that need none, by their imports. */
export async function filesThat(needs: 'servers' | 'nothing'): Promise<string[]> {
  const vitest = await createVitest('test', {
    root,
    watch: false,
    related: SERVERS,
    reporters: [],
    // The web app does not import the test kit.
    project: ['!web'],
  });
  try {
    const withServers = new Set(
      (await vitest.getRelevantTestSpecifications()).map(({ moduleId }) => moduleId),
    );
    const all = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId);
    return all
      .filter((file) => withServers.has(file) === (needs === 'servers'))
      .map((file) => relative(root, file));
  } finally {
    await vitest.close();
  }
}
