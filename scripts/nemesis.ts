import { removeVolumes } from '@fifteen/testkit/stack';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDir } from './lib/data.ts';
import { explainError } from './lib/explain-error.ts';
import { countOption, numberOption } from './lib/number-option.ts';
import { writeFigures } from './nemesis/figures.ts';
import { removeDisks } from './nemesis/postgres.ts';
import { runNemesis } from './nemesis/run.ts';

const HELP = `Plays on a product with two replicas of each service while its processes, servers and networks fail, and compares what
the clients were promised with the databases afterwards.

  npm run nemesis

  --minutes 10        of faults
  --seed 1            of the faults and of the players' choices
  --tables 6          of three players each; as many pairs search for quick matches
  --only kill,suspend kinds of faults
  --document          writes the figures of the run to docs/measurements/nemesis.md
  --keep              keeps the files (.data/nemesis): history.jsonl, logs and summary.json

Exit code: 0 if nothing was lost, and each kind of --only happened.`;

const options = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: '1' },
  tables: { type: 'string', default: '6' },
  only: { type: 'string', default: '' },
  document: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(HELP);
    return true;
  }
  const amounts = {
    minutes: numberOption('minutes', values.minutes),
    seed: countOption('seed', values.seed),
    tables: countOption('tables', values.tables, 1),
  };
  const dir = join(dataDir, 'nemesis');
  removeDisks(dir);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // A run breaks its servers, so they are its own.
  process.env['TEST_SERVERS'] = 'local';
  delete process.env.REDIS_URL;
  delete process.env.NATS_URL;
  const began = performance.now();
  try {
    const summary = await runNemesis({
      dir,
      ...amounts,
      only: values.only.split(',').filter(Boolean),
      report: (line) =>
        console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(7)} s  ${line}`),
    });
    writeFileSync(join(dir, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    console.log(JSON.stringify(summary, null, 2));
    if (values.document) await writeFigures(summary);
    return summary.violations.length === 0 && summary.defects.length === 0;
  } finally {
    removeVolumes(dir);
    removeDisks(dir);
    if (!values.keep) rmSync(dir, { recursive: true, force: true });
  }
}

main().then(
  (right) => process.exit(right ? 0 : 1),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
