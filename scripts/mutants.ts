import { parseArgs } from 'node:util';
import { type Copy, createCopy } from './mutants/copy.ts';
import { economy } from './mutants/economy.ts';
import { game } from './mutants/game.ts';
import { domain } from './mutants/domain.ts';
import type { Seed } from './mutants/seed.ts';
import { forwardSignals, interrupted } from './test/runner.ts';

const HELP = `Runs the tests of a project against mutants of it, and names each mutant that no test notices.

  make mutants [PROJECTS="domain economy game"]

It tests a copy of the last commit. Mutants that survive the tests of a commit are tested again as at night.`;

/** The mutants of a project, and the folder with its tests. */
interface Project {
  readonly tests: string;
  readonly seeds: readonly Seed[];
}
const projects: Readonly<Record<string, Project>> = {
  domain: { tests: 'packages/domain/test', seeds: domain },
  economy: { tests: 'services/economy/test', seeds: economy },
  game: { tests: 'services/game/test', seeds: game },
};
/** The tests of a night include those of a commit, so only survivors need them. */
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
  readonly survivors: readonly string[];
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
  const survivors: string[] = [];
  for (const seed of seeds) {
    await copy.withMutant(seed, async () => {
      const early = (await firstFailure(`${tests}/${seed.test}.test.ts`)) ?? (await firstFailure(tests));
      const late = early ? undefined : await firstFailure(tests, NIGHTLY_ENV);
      if (early) byCommit += 1;
      else if (late) byNight += 1;
      else survivors.push(seed.breaks);
      console.log(`${project}: ${seed.breaks}: ${early ?? (late ? `at night: ${late}` : 'survived')}`);
    });
  }
  return { project, byCommit, byNight, survivors };
}

const scores: Score[] = [];
for (const [name, project] of Object.entries(projects))
  if (selected.includes(name)) scores.push(await score(name, project));

console.log('| project | mutants | killed by the tests of a commit | killed by those of a night |');
for (const { project, byCommit, byNight, survivors } of scores) {
  const mutants = byCommit + byNight + survivors.length;
  console.log(`| ${project} | ${mutants} | ${byCommit} | ${byCommit + byNight} |`);
}
const survivors = scores.flatMap((one) => one.survivors.map((name) => `${one.project}: ${name}`));
for (const survivor of survivors) console.error(`survived: ${survivor}`);
process.exit(survivors.length === 0 ? 0 : 1);
