import fc from 'fast-check';
import { testSeed } from '../../packages/testkit/src/scale.ts';

/** Vitest's set-up of each test file: fast-check generates its cases from the seed of the run. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: testSeed() });
