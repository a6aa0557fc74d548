import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * The tests that Stryker runs, without the repository's projects and their global set-up: it would start servers anew for
 * each mutant.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: process.env.MUTATED_TESTS?.split(',') ?? [],
    setupFiles: ['scripts/test/property-seed.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    reporters: [],
  },
});
