import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureWebApp } from './lib/web-app.ts';
import { startProduct } from './test/browsers.ts';
import { noneRan, type Tally, vitestTally } from './test/report.ts';
import { forwardSignals, interrupted, runner } from './test/runner.ts';
import { filesThat } from './test/selection.ts';
import { simulation } from './test/simulation.ts';
import { unexplained } from './test/skips.ts';

const HELP = `Runs the tests, and says at the end how long each part took.

  npm test                     everything that runs for each commit
  npm test -- --unit           only tests that need no servers
  npm test -- --integration    only tests that do, and the simulation
  npm test -- --browser        only tests in a browser
  npm test -- --changed REF    only what a change since REF can touch, by the imports
  npm test -- --all            everything, also what runs nightly`;

const { values: wanted } = parseArgs({
  options: {
    unit: { type: 'boolean' },
    integration: { type: 'boolean' },
    browser: { type: 'boolean' },
    changed: { type: 'string' },
    all: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (wanted.help) {
  console.log(HELP);
  process.exit(0);
}

const everyPart = !wanted.unit && !wanted.integration && !wanted.browser;
/** Factor for the number of random cases: nightly runs have twenty times as many. */
const scale = process.env.TEST_SCALE ?? (wanted.all ? '20' : '1');
/** Nightly runs include the long tests. */
const nightly: Record<string, string> = wanted.all ? { TESTS: 'all', TEST_SCALE: scale } : {};
const reports = mkdtempSync(join(tmpdir(), 'fifteen-report-'));

/** Runs the tests of packages, services and the web app's units, against real servers. */
async function vitest(selection: readonly string[] = [], env: Record<string, string> = {}): Promise<Tally> {
  const file = join(reports, 'units.json');
  const args = [
    ...['node_modules/vitest/vitest.mjs', 'run', ...selection],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    ...(wanted.changed ? ['--changed', wanted.changed, '--passWithNoTests'] : []),
  ];
  return vitestTally(await runner(args, { env: { ...nightly, ...env } }), file);
}

/** Workers of tests without servers, which wait less: each loads its libraries anew. */
const UNIT_WORKERS = availableParallelism() + 1;

/** Runs the tests that need no servers, without any. */
const units = async (): Promise<Tally> =>
  vitest(['web/src', ...(await filesThat('nothing')), `--maxWorkers=${UNIT_WORKERS}`], {
    TEST_SERVERS: 'none',
  });

/** Runs the browser tests against the whole product. */
async function browsers(): Promise<Tally> {
  await webApp;
  const product = await startProduct(reports);
  const args = [
    '--reporter=list,json',
    ...(wanted.changed ? [`--only-changed=${wanted.changed}`, '--pass-with-no-tests'] : []),
  ];
  return product.run(args, { ...nightly, WHOLE_SUITE: 'true' }).finally(product.stop);
}

const suites: readonly [name: string, isWanted: boolean, part: () => Promise<Tally>][] = [
  ['unit and integration tests', everyPart, () => vitest()],
  ['unit tests', wanted.unit === true, units],
  ['integration tests', wanted.integration === true, async () => vitest(await filesThat('servers'))],
  ['browser tests', everyPart || wanted.browser === true, browsers],
];

/** Runs one part. A part that cannot start counts as failed, with its reason. */
async function attempt(part: () => Promise<Tally>): Promise<Tally> {
  if (interrupted()) return noneRan('interrupted');
  return part().catch((error: unknown) => noneRan(error instanceof Error ? error.message : String(error)));
}

forwardSignals();
/** Built beside the tests before, which leave processor time, so that the browsers do not wait for it. */
const webApp = everyPart || wanted.browser ? ensureWebApp(console.log) : undefined;
// The browser tests report a failure.
webApp?.catch(() => undefined);
const tallies: Tally[] = [];
const times: string[] = [];
async function run(name: string, part: () => Promise<Tally>): Promise<void> {
  const began = Date.now();
  tallies.push(await attempt(part));
  times.push(`${name}: ${Math.round((Date.now() - began) / 1_000)} s`);
}
// Beside the others, with the processor time that they leave while they wait.
const background = (everyPart && wanted.changed === undefined) || wanted.integration === true;
const simulated = background ? run('simulation', () => simulation(Number(scale))) : undefined;
for (const [name, isWanted, part] of suites) if (isWanted) await run(name, part);
await simulated;
rmSync(reports, { recursive: true, force: true });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const skipped = tallies.flatMap((tally) => tally.skipped);
/** In CI, a skipped test that no rule explains counts as a failure. */
const hidden = process.env.CI ? unexplained(skipped) : [];
const failures = [
  ...tallies.flatMap((tally) => tally.failures),
  ...hidden.map((test) => `${test}: was skipped, and scripts/test/skips.ts does not say why`),
];
for (const failure of failures) console.error(`failed: ${failure}`);
console.log(`${times.join(', ')}\n${passed} passed, ${failures.length} failed, ${skipped.length} skipped`);
process.exit(failures.length === 0 && (passed > 0 || wanted.changed !== undefined) ? 0 : 1);
