import type { Run } from './simulation.ts';

/** Runs that failed once, and why: each commit runs them again. */
export const kept: readonly (Run & { why: string })[] = [];
