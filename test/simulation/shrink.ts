import type { Result, Run, Simulation } from './simulation.ts';

/** A run that fails, and its result. */
export interface Failure {
  run: Required<Run>;
  result: Result;
}

/**
 * Leaves out faults while the run still fails: first half of them, then smaller parts. Returns the run that is left, in
 * which every fault is needed.
 */
export async function shrink(simulation: Simulation, failure: Failure): Promise<Failure> {
  let smallest = failure;
  let size = Math.ceil(failure.result.faults.length / 2);
  while (size >= 1) {
    let hasShrunk = false;
    for (let from = 0; from < smallest.result.faults.length;) {
      const part = smallest.result.faults.slice(from, from + size).map(({ number }) => number);
      const run = { seed: smallest.run.seed, without: [...smallest.run.without, ...part] };
      const result = await simulation.run(run);
      const fails = result.defects.length > 0 && result.faults.length < smallest.result.faults.length;
      if (fails) smallest = { run, result };
      else from += size;
      hasShrunk ||= fails;
    }
    if (size === 1 && !hasShrunk) return smallest;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return smallest;
}
