import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: {
    name: 'web',
    // Version 30: later ones draw frames by a timer that fake timers of one file would stop for all that follow.
    environment: 'jsdom',
    // One window for many files, which a fresh page makes anew: a window for each costs a third of the processor time.
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism() + 2,
    include: ['src/**/*.test.{ts,tsx}'],
    // Rendering whole screens in jsdom on a busy machine takes its time; a hang still ends.
    testTimeout: 60_000,
    // At night in another order than that of the file: a test that needs those before it fails then.
    sequence: { shuffle: { tests: process.env.TESTS === 'all' } },
    setupFiles: ['src/test/setup.ts', '../scripts/test/property-seed.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
