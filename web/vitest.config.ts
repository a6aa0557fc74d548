import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  test: {
    name: 'web',
    environment: 'jsdom',
    // A page for each file, in one process for many of them: half the processor time of a process for each.
    pool: 'vmThreads',
    maxWorkers: availableParallelism() + 2,
    include: ['src/**/*.test.{ts,tsx}'],
    // Rendering whole screens in jsdom on a busy machine takes its time; a hang still ends.
    testTimeout: 60_000,
    setupFiles: ['src/test/setup.ts'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
