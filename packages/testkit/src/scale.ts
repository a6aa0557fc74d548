import { randomInt } from 'node:crypto';

/** Returns the number of cases of a property test: `cases` for a commit, times `TEST_SCALE` (20 at night). */
export const scaled = (cases: number): number =>
  Math.max(1, Math.round(cases * Number(process.env.TEST_SCALE ?? 1)));

/** Seed of all commits, so that each is judged by the same cases. */
const COMMIT_SEED = 15;

/** Returns the seed of random cases: `TEST_SEED` to repeat a run, a new one at night. A failing test prints it. */
export const testSeed = (): number =>
  Number(process.env.TEST_SEED ?? (process.env.TESTS === 'all' ? randomInt(2 ** 31) : COMMIT_SEED));
