import { noneRan, type Tally } from './report.ts';
import { runInBackground } from './runner.ts';

/** Number of seeds for a commit. */
const SEEDS = 150;

/** Runs the simulation beside the other tests, and prints its report at its end. `scale` multiplies the seeds. */
export async function simulation(scale: number): Promise<Tally> {
  const { code, output } = await runInBackground(['scripts/simulate.ts', '--seeds', String(SEEDS * scale)]);
  console.log(`\nSimulation\n${output}`);
  return code === 0
    ? { passed: 1, failures: [], skipped: [] }
    : noneRan('the simulation failed: see its report');
}
