import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One runner for all; a project each, so that one can be run alone: `npx vitest run --project game`. */
const node = globSync(['packages/*', 'services/*'], { cwd: import.meta.dirname }).map((root) => ({
  extends: true as const,
  root,
  test: { name: basename(root), include: ['test/**/*.test.ts'] },
}));

/** More than a minute each, most of it waiting: begun last, they would go on alone while both cores rest. */
const LONGEST = ['test/rolling-restart.test.ts', 'test/faults/crashes.test.ts'].map((file) =>
  join(import.meta.dirname, file),
);

/**
 * Vitest's own order, but with the longest files first. The other files of whole products come last: each starts more
 * processes than there are cores.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number =>
      LONGEST.includes(moduleId) ? 0 : project.name === 'product' ? 2 : 1;
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Test files wait for processes and timers, too: two more than there are cores. Each has databases and a
    // namespace of its own.
    maxWorkers: availableParallelism() + 2,
    globalSetup: ['./packages/testkit/src/setup.ts'],
    // Tests start real servers and processes on machines that do other things too.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    // Files share their worker's modules: loading them anew for each file costs a sixth of the processor time.
    isolate: false,
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
          include: ['test/**/*.test.ts', ...(process.env.TESTS === 'all' ? ['test/**/*.nightly.ts'] : [])],
        },
      },
      'web',
    ],
  },
});
