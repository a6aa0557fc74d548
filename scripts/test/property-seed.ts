import fc from 'fast-check';
import { testSeed } from '../../packages/testkit/src/scale.ts';

/**
 * Vitest's set-up of each test file: fast-check generates its cases from the seed of the run, and as long as their limits
 * allow. By default it generates no more than about ten elements, whatever the limit is.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: testSeed(),
  defaultSizeToMaxWhenMaxSpecified: true,
});
