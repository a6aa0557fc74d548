import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import startTestRun from '../packages/testkit/src/setup.ts';
import { createCopy } from './mutants/copy.ts';
import { deciders } from './mutants/deciders.ts';
import { root } from './lib/root.ts';

/** Percent of a project's mutants that its tests have to notice. */
const MINIMUM_SCORE = 85;

const HELP = `Has Stryker break each expression of a project's deciders, and reports how many of these mutants its tests notice.

  make stryker [PROJECTS="${Object.keys(deciders).join(' ')}"]

It tests a copy of the last commit, and fails below ${MINIMUM_SCORE} %. Reports are written to reports/mutation.`;

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean' } },
  allowPositionals: true,
});
const selected = positionals.length > 0 ? positionals : Object.keys(deciders);
if (values.help || selected.some((name) => !deciders[name])) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

// Links between workspaces lead to the copy, while a sandbox of Stryker's would test the original.
const { dir } = createCopy();
process.chdir(dir);
const endTestRun = await startTestRun();

try {
  for (const name of selected) {
    const { mutate = [], tests = [], static: mutatesConstants = false } = deciders[name] ?? {};
    process.env.MUTATED_TESTS = tests.join();
    const reports = join(root, 'reports/mutation');
    const mutants = await new Stryker({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      inPlace: true,
      vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
      mutate: [...mutate],
      coverageAnalysis: 'perTest',
      ignoreStatic: !mutatesConstants,
      disableTypeChecks: false,
      // Tests of a mutant mostly wait: for servers, clocks, and what a mutant never does.
      concurrency: 2 * availableParallelism(),
      timeoutMS: 30_000,
      reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
      clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
      htmlReporter: { fileName: join(reports, `${name}.html`) },
      jsonReporter: { fileName: join(reports, `${name}.json`) },
      thresholds: { high: 95, low: MINIMUM_SCORE, break: MINIMUM_SCORE },
    }).runMutationTest();
    // Stryker passes a score of none.
    if (mutants.every(({ status }) => status === 'Ignored'))
      throw new Error(`no file of ${name} was mutated: update scripts/mutants/deciders.ts`);
  }
} finally {
  await endTestRun();
}
