import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** The whole product: the one that BASE_URL names, or that runs here already, else one that is started for the tests. */
const baseURL = process.env.BASE_URL ?? 'http://localhost:8080';

/** Set by `make test`, which runs every spec against a product of its own. */
const isWholeSuite = process.env.WHOLE_SUITE === 'true';

/** Players of two tests who search at once would meet each other. */
const quickMatch = ['quick-match.spec.ts', 'reconnection.spec.ts'];
/** Specs that restart the gateway. */
const restarts = ['gateway-restart.spec.ts'];
/** Compares screens with the pictures in `e2e/pictures`. */
const pictures = ['pictures.spec.ts'];

/** Debian's headless Chromium; where it is not installed, Playwright starts its own. */
const debianChromium = '/usr/bin/chromium-headless-shell';
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  // Pages live for seconds: compiling their scripts to fast code takes more of a processor than it saves.
  '--js-flags=--no-opt,--no-maglev',
];
const launchOptions = {
  executablePath: process.env.CHROMIUM ?? (existsSync(debianChromium) ? debianChromium : undefined),
  args,
};

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Tests wait for servers and clocks, too: two more than there are cores.
  workers: availableParallelism() + 2,
  projects: [
    { name: 'quick-match', testMatch: quickMatch, workers: 1 },
    { name: 'general', testIgnore: [...quickMatch, ...restarts, ...pictures] },
    // Letters are drawn without the hints of a machine's fonts and settings.
    {
      name: 'pictures',
      testMatch: pictures,
      use: {
        launchOptions: { ...launchOptions, args: [...args, '--font-render-hinting=none'] },
        // Playwright adds the style sheet of the pictures as an element.
        bypassCSP: true,
      },
    },
    // Last and one at a time: the gateway's restart disconnects the players of every test.
    {
      name: 'restarts',
      testMatch: restarts,
      workers: 1,
      dependencies: isWholeSuite ? ['quick-match', 'general', 'pictures'] : [],
    },
  ],
  // Nightly runs (TESTS=all) take these as well; docs/testing.md says what each commit has in their place.
  ...(process.env.TESTS === 'all' ? {} : { grepInvert: /@nightly/ }),
  forbidOnly: Boolean(process.env.CI),
  // Limits are what a hang would take: on two busy cores, a whole game between two browsers takes over a minute, and a
  // reconnection, which takes a second on a quiet machine, has taken ten.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    toPass: { timeout: 30_000 },
    toHaveScreenshot: {
      pathTemplate: '{testDir}/pictures/{arg}{ext}',
      stylePath: 'e2e/pictures/still.css',
      // Less motion is asked for instead: an animation that ends at once closes what keeps time by it.
      animations: 'allow',
      maxDiffPixelRatio: 0.002,
    },
  },
  reporter: 'list',
  use: {
    baseURL,
    // Recording slows every test by a fifth; `--trace on` records what is looked into.
    trace: 'off',
    // Each new browser would fetch the whole app ahead; the tests of the installed app allow it.
    serviceWorkers: 'block',
    launchOptions,
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
