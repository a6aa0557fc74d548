import { parseArgs } from 'node:util';
import { type Copy, createCopy } from './mutants/copy.ts';
import { type Project, projects } from './mutants/projects.ts';
import { forwardSignals, interrupted } from './test/runner.ts';

const HELP = `Breaks rules of the product one by one, and names each mutant that its own test file does not notice.

  make mutants [PROJECTS="${Object.keys(projects).join(' ')}"]

It tests a copy of the last commit. What the tests of a commit do not notice is tested again as at night.`;

/** The tests of a night include those of a commit, so only mutants that these do not notice need them. */
const NIGHTLY_ENV = { TESTS: 'all', TEST_SCALE: process.env.TEST_SCALE ?? '20' };

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean' } },
  allowPositionals: true,
});
const selected = positionals.length > 0 ? positionals : Object.keys(projects);
if (values.help || selected.some((name) => !projects[name])) {
  console.log(HELP);
  process.exit(values.help ? 0 : 1);
}

interface Score {
  readonly project: string;
  readonly byCommit: number;
  readonly byNight: number;
  /** The mutants that the named test files do not notice. */
  readonly unnoticed: readonly string[];
}

forwardSignals();
const copy = createCopy();

/**
 * Returns the first test that fails, undefined when all pass.
 * @throws Error when the tests did not run.
 */
async function firstFailure(...selection: Parameters<Copy['test']>): Promise<string | undefined> {
  const { failures } = await copy.test(...selection);
  // An interrupted run fails without a reason.
  if (interrupted()) process.exit(1);
  const [failure] = failures;
  if (failure && !failure.includes('.test.ts: ')) throw new Error(failure);
  return failure;
}

async function score(project: string, { tests, seeds }: Project): Promise<Score> {
  const broken = await firstFailure(tests);
  if (broken) throw new Error(`The tests of ${project} have to pass without a mutant: ${broken}`);
  let [byCommit, byNight] = [0, 0];
  const unnoticed: string[] = [];
  for (const seed of seeds) {
    const named = `${tests}/${seed.test}.test.ts`;
    await copy.withMutant(seed, async () => {
      const early = await firstFailure(named);
      const late = early ? undefined : await firstFailure(named, NIGHTLY_ENV);
      // Only one that its file does not notice needs the other files: they say which file to name, if there is any.
      const other = (early ?? late) ? undefined : await firstFailure(tests, NIGHTLY_ENV);
      const outcome = other ? `not by ${seed.test}, but by ${other}` : 'survived';
      if (early) byCommit += 1;
      else if (late) byNight += 1;
      else unnoticed.push(`${project}: ${seed.breaks}: ${outcome}`);
      console.log(`${project}: ${seed.breaks}: ${early ?? (late ? `at night: ${late}` : outcome)}`);
    });
  }
  return { project, byCommit, byNight, unnoticed };
}

const scores: Score[] = [];
for (const [name, project] of Object.entries(projects))
  if (selected.includes(name)) scores.push(await score(name, project));

console.log('| project | mutants | killed by the tests of a commit | killed by those of a night |');
for (const { project, byCommit, byNight, unnoticed } of scores) {
  const mutants = byCommit + byNight + unnoticed.length;
  console.log(`| ${project} | ${mutants} | ${byCommit} | ${byCommit + byNight} |`);
}
const unnoticed = scores.flatMap((one) => one.unnoticed);
for (const mutant of unnoticed) console.error(`not noticed: ${mutant}`);
process.exit(unnoticed.length === 0 ? 0 : 1);
