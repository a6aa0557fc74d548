import { defineConfig } from '@playwright/test';

/** The whole product: the one that BASE_URL names, or that runs here already, else one that is started for the tests. */
const baseURL = process.env.BASE_URL ?? 'http://localhost:8080';

/** Set by `make test`, which runs every spec against a product of its own. */
const isWholeSuite = process.env.WHOLE_SUITE === 'true';

/** Specs in which players search for each other. */
const quickMatch = ['again', 'learning', 'online-play', 'profile', 'shop'].map((name) => `${name}.spec.ts`);
/** Specs that restart the gateway. */
const restarts = ['comeback.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // On two cores a second browser makes each test slower and no suite faster.
  workers: 1,
  projects: [
    // One at a time: players of two tests who search at once would meet each other.
    { name: 'quick-match', testMatch: quickMatch, workers: 1 },
    { name: 'general', testIgnore: [...quickMatch, ...restarts] },
    // Last and one at a time: the gateway's restart disconnects the players of every test.
    {
      name: 'restarts',
      testMatch: restarts,
      workers: 1,
      dependencies: isWholeSuite ? ['quick-match', 'general'] : [],
    },
  ],
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  // Whole games between two browsers take most of a minute on two busy cores.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: process.env.BASE_URL
    ? undefined
    : {
        command: '../node_modules/.bin/node ../scripts/run.ts',
        url: `${baseURL}/readyz`,
        reuseExistingServer: true,
        timeout: 300_000,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      },
});
