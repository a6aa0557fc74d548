import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';

/** One runner for all; a project each, so that one can be run alone: `npx vitest run --project game`. */
const node = globSync(['packages/*', 'services/*'], { cwd: import.meta.dirname }).map((root) => ({
  extends: true as const,
  root,
  test: { name: basename(root), include: ['test/**/*.test.ts'] },
}));

export default defineConfig({
  test: {
    // Vitest leaves a core for itself, so that on two cores one file runs at a time. Files wait for processes and timers
    // for much of their time: one on each core, and never fewer than two. Each has databases and servers of its own.
    maxWorkers: Math.max(2, availableParallelism()),
    globalSetup: ['./packages/testkit/src/setup.ts'],
    // Tests start real servers and processes on machines that do other things too.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A second try where nobody watches: real processes on a busy machine are late now and then, but not twice.
    retry: process.env['CI'] ? 1 : 0,
    projects: [
      ...node,
      {
        extends: true,
        root: 'deploy/observability',
        test: { name: 'observability', include: ['test/**/*.test.ts'] },
      },
      { extends: true, root: 'charts/fifteen', test: { name: 'chart', include: ['test/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'product',
          include: ['test/**/*.test.ts'],
          // After the others and one file at a time: each runs whole products, one of them with 200 live games.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      'web',
    ],
  },
});
