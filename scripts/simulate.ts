import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { EXPECTED_EVENTS, RARE_EVENTS } from '../test/simulation/expected-events.ts';
import { kept } from '../test/simulation/kept.ts';
import type { Job, Report } from '../test/simulation/worker.ts';
import { countOption } from './lib/number-option.ts';
import { simulation as mutants } from './mutants/simulation.ts';

const HELP = `Searches and plays games for coins in a simulation of matchmaking, room, game and economy, with crashes and faults that follow from a seed.

  npm run simulate -- [--seeds 2000] [--from 0] [--workers 2] [--mutants [PART_OF_A_NAME …]]

  --workers  processes at a time, as many as cores by default
  --mutants  breaks one rule after the other instead, and names each that no seed notices

A failure is shrunk to the faults it needs and printed as a line for test/simulation/kept.ts. An event of
test/simulation/expected-events.ts that happens too rarely is a failure, too.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: String(availableParallelism()) },
    mutants: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const from = countOption('from', values.from);
const seeds = countOption('seeds', values.seeds, 1);
const workers = countOption('workers', values.workers, 1);
const WORKER = fileURLToPath(new URL('../test/simulation/worker.ts', import.meta.url));

/** A worker's memory grows with its runs, beyond 2 GiB: a night of 100,000 seeds needs more than one. */
const SEEDS_PER_WORKER = 2_000;

/** Runs a job in a process of its own: the simulation replaces the time of its process. */
function runWorker(job: Job): Promise<Report> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WORKER, JSON.stringify(job)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(output) as Report) : reject(new Error(`the worker ended with ${code}`)),
    );
  });
}

/** Runs every `step`th seed from the one at `index`, in one process after the other. */
async function runShare(index: number, step: number): Promise<Report[]> {
  const reports: Report[] = [];
  const last = from + seeds;
  for (let first = from + index; first < last; first += SEEDS_PER_WORKER * step) {
    const until = Math.min(first + SEEDS_PER_WORKER * step, last);
    reports.push(await runWorker({ from: first, until, step, kept: first === from ? kept : [] }));
  }
  return reports;
}

async function simulate(): Promise<boolean> {
  const began = performance.now();
  const shares = await Promise.all(Array.from({ length: workers }, (_, index) => runShare(index, workers)));
  const reports = shares.flat();
  const events = new Map<string, number>();
  for (const report of reports)
    for (const [event, count] of Object.entries(report.events))
      events.set(event, (events.get(event) ?? 0) + count);
  for (const [event, count] of [...events].sort((a, b) => b[1] - a[1])) console.log(`${count} ${event}`);
  const failures = reports.flatMap((report) => report.failures);
  for (const { run, defects, faults } of failures) {
    console.log(`\nseed ${run.seed} failed after ${faults.map(({ name }) => name).join(', ') || 'no fault'}`);
    console.log(defects.join('\n'));
    console.log(`  { seed: ${run.seed}, without: [${run.without.join(', ')}], why: '' },`);
  }
  const runs = reports.reduce((sum, report) => sum + report.runs, 0);
  const seconds = Math.round((performance.now() - began) / 1_000);
  const slowest = Math.round(Math.max(...reports.map(({ convergedMs }) => convergedMs)));
  console.log(`\n${runs} runs in ${seconds} s, ${failures.length} failed`);
  console.log(`all services agreed at most ${slowest} ms after the last fault of a run`);
  // Proportional, and at least once: few seeds vary more.
  const least = seeds >= 2_000 ? 50 * Math.floor(seeds / 2_000) : Math.ceil(seeds / 100);
  const rare = EXPECTED_EVENTS.filter((event) => (events.get(event) ?? 0) < least);
  const missed = seeds >= 2_000 ? RARE_EVENTS.filter((event) => !events.has(event)) : [];
  for (const event of [...rare, ...missed])
    console.log(
      `too rare: ${event}: ${events.get(event) ?? 0} times, expected ${missed.includes(event) ? 1 : least}`,
    );
  return failures.length === 0 && rare.length === 0 && missed.length === 0;
}

async function proveMutants(): Promise<boolean> {
  let survivors = 0;
  const mistyped = positionals.find((part) => !mutants.some(({ breaks }) => breaks.includes(part)));
  if (mistyped) throw new Error(`no mutant has "${mistyped}" in its name`);
  const isSelected = (name: string) =>
    positionals.length === 0 || positionals.some((part) => name.includes(part));
  for (const { breaks } of mutants.filter((mutant) => isSelected(mutant.breaks))) {
    const { runs, failures } = await runWorker({
      from,
      until: from + seeds,
      step: 1,
      kept: [],
      mutant: breaks,
    });
    const [failure] = failures;
    if (!failure) survivors += 1;
    console.log(
      `${breaks}: ${failure ? `seed ${failure.run.seed}: ${failure.defects[0]}` : `survived ${runs} seeds`}`,
    );
  }
  return survivors === 0;
}

process.exit((await (values.mutants ? proveMutants() : simulate())) ? 0 : 1);
