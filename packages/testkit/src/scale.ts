import { randomInt } from 'node:crypto';

/** Cases of a property test: as many as a commit affords, times `TEST_SCALE` (20 at night). */
export const scaled = (cases: number): number =>
  Math.max(1, Math.round(cases * Number(process.env.TEST_SCALE ?? 1)));

/** Commits are judged by the same cases each time. */
const EVERY_COMMIT = 15;

/** The seed of random cases: `TEST_SEED` repeats a run; a night draws a new one, which a failure names. */
export const testSeed = (): number =>
  Number(process.env.TEST_SEED ?? (process.env.TESTS === 'all' ? randomInt(2 ** 31) : EVERY_COMMIT));
