import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from './test/browsers.ts';
import { type Tally, vitestTally } from './test/report.ts';
import { forwardSignals, interrupted, runner } from './test/runner.ts';

const HELP = `Runs a selection of tests many times and names each that failed at least once.

  make flaky SELECT="services/game/test/clocks.test.ts rooms.spec.ts" [TIMES=20]

Names with .spec select browser tests, all others files of Vitest.`;

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
const times = Number(values.times);
if (values.help || positionals.length === 0 || !(times > 0)) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

const specs = positionals.filter((name) => name.includes('.spec'));
const files = positionals.filter((name) => !name.includes('.spec'));
const reportsDir = mkdtempSync(join(tmpdir(), 'fifteen-flaky-'));

/** Runs all test files once. */
async function vitestOnce(): Promise<Tally> {
  const file = join(reportsDir, 'units.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files];
  const exitCode = await runner([...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  return vitestTally(exitCode, file);
}

/** Runs the selected tests several times. Returns how often each test failed. */
async function countFailures(once: () => Promise<Tally>): Promise<Map<string, number>> {
  const failed = new Map<string, number>();
  for (let round = 1; round <= times && !interrupted(); round += 1) {
    console.log(`round ${round} of ${times}`);
    for (const failure of (await once()).failures) failed.set(failure, (failed.get(failure) ?? 0) + 1);
  }
  return failed;
}

async function browsers(): Promise<Map<string, number>> {
  const product = await startProduct(reportsDir);
  return countFailures(() => product.run([...specs, '--reporter=dot,json'])).finally(product.stop);
}

forwardSignals();
const failed = new Map([
  ...(files.length > 0 ? await countFailures(vitestOnce) : []),
  ...(specs.length > 0 ? await browsers() : []),
]);
rmSync(reportsDir, { recursive: true, force: true });
for (const [test, count] of failed) console.error(`failed ${count} of ${times} times: ${test}`);
console.log(failed.size === 0 ? `${times} rounds, no failure` : `${failed.size} tests are not reliable`);
process.exit(failed.size === 0 ? 0 : 1);
