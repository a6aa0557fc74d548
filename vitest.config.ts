import { defineConfig } from 'vitest/config';

/** One runner for every package and service; a project each, so that one can be run alone: `npx vitest --project game`. */
export default defineConfig({
  test: {
    globalSetup: ['./packages/testkit/src/setup.ts'],
    projects: ['packages/*', 'services/*', 'web'],
  },
});
