import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than a minute each, most of it waiting: begun last, they would go on alone while both cores rest. */
const LONGEST = ['services/gateway/test/replicas.test.ts', 'test/faults/crashes.test.ts'];

/**
 * Vitest's own order, but with the longest files first. The other files of whole products come last: each starts more
 * processes than there are cores.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const file = relative(import.meta.dirname, moduleId);
      return LONGEST.includes(file) ? 0 : file.startsWith('test/') ? 2 : 1;
    };
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
    // A worker starts anew for each project, which costs a second of processor time: all but the web app's are one.
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          setupFiles: ['./scripts/test/property-seed.ts'],
          include: [
            '{packages,services}/*/test/**/*.test.ts',
            '{charts/fifteen,deploy/observability}/test/**/*.test.ts',
            'test/**/*.test.ts',
            ...(process.env.TESTS === 'all' ? ['test/**/*.nightly.ts'] : []),
          ],
        },
      },
      'web',
    ],
  },
});
