import { noneRan, type Tally } from './report.ts';
import { runInBackground } from './runner.ts';

/** Seeds for a commit: 75 with all expected events, which those before them lack. */
const FIRST = 225;
const SEEDS = 75;

/**
 * Runs the simulation beside the other tests, and prints its report at its end. `scale` multiplies the seeds. One worker
 * is enough: it has all the time of the others, and each costs as much as 30 seeds to start.
 */
export async function simulation(scale: number): Promise<Tally> {
  const { code, output } = await runInBackground([
    ...['scripts/simulate.ts', '--from', String(FIRST)],
    ...['--seeds', String(SEEDS * scale), '--workers', '1'],
  ]);
  console.log(`\nSimulation\n${output}`);
  return code === 0
    ? { passed: 1, failures: [], skipped: [] }
    : noneRan('the simulation failed: see its report');
}
