import { simulation as mutants } from '../../scripts/mutants/simulation.ts';
import { activate } from './mutant.ts';
import type { Result, Run } from './simulation.ts';

/** What a worker runs: every `step`th seed from `from` to `until`, or some runs. */
export interface Job {
  from: number;
  until: number;
  step: number;
  /** Runs that failed once. */
  kept: readonly Run[];
  /** A rule to break, by its name. Then the first failure ends the job. */
  mutant?: string;
}

/** What a worker sends at its end. */
export interface Report {
  runs: number;
  failures: { run: Required<Run>; defects: readonly string[]; faults: Result['faults'] }[];
  events: Record<string, number>;
  /** The longest time from the last fault of a run until all services agreed. */
  convergedMs: number;
}

const job = JSON.parse(process.argv[2] ?? '') as Job;
const broken = mutants.find(({ breaks }) => breaks === job.mutant);
if (broken) activate(broken);
// Imported late: a mutant changes what is imported.
const { Simulation } = await import('./simulation.ts');
const { shrink } = await import('./shrink.ts');

const simulation = await Simulation.start();
const report: Report = { runs: 0, failures: [], events: {}, convergedMs: 0 };
let first: { run: Required<Run>; hash: string } | undefined;
const runs = function* (): Generator<Run> {
  yield* job.kept;
  for (let seed = job.from; seed < job.until; seed += job.step) yield { seed };
};
for (const { seed, without = [] } of runs()) {
  const result = await simulation.run({ seed, without });
  report.runs += 1;
  report.convergedMs = Math.max(report.convergedMs, result.convergedMs);
  first ??= { run: { seed, without }, hash: result.hash };
  for (const [event, count] of result.events) report.events[event] = (report.events[event] ?? 0) + count;
  if (result.defects.length === 0) continue;
  // One failure is shrunk; others have often the same cause.
  const found = { run: { seed, without }, result };
  const { run, result: least } =
    broken || report.failures.length > 0 ? found : await shrink(simulation, found);
  report.failures.push({ run, defects: least.defects, faults: least.faults });
  if (broken) break;
}
// A run that depended on those before it could not be repeated from its seed.
if (first && !broken) {
  const repeated = await simulation.run(first.run);
  if (repeated.hash !== first.hash)
    report.failures.push({
      run: first.run,
      defects: ['another result at the second time'],
      faults: repeated.faults,
    });
}
// The databases keep the process alive.
process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
