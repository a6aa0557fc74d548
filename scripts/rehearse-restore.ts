import { ensurePrograms, removeVolumes } from '@fifteen/testkit/stack';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { servicesThatUse, type ServiceName } from '@fifteen/topology';
import { dataDir } from './lib/data.ts';
import { explainError } from './lib/explain-error.ts';
import { countOption, numberOption } from './lib/number-option.ts';
import { rehearse } from './restore/rehearsal.ts';

const HELP = `Rehearses a restore of the databases from a base backup and the archived write-ahead log.

  npm run rehearse:restore

Starts a product, takes a base backup while people play for coins, buy and chat, and loses all servers with games open.
Restores the databases to a moment before that, and starts the product on them with an empty NATS and an empty Redis.
Then everything acknowledged before the moment must be there, open games must go on, the ledger's audit must be 0, and the
databases of all services must agree with each other. Prints the time to restore, and the lost time.

  --tables 4               games at once
  --seconds 12             play after the base backup, before the moment
  --early economy,room     restores the databases of these services to an earlier moment than the others
  --apart 2                seconds between the two moments
  --keep                   keeps the files (.data/restore)

Exit code: 0 if all of this holds.`;

const options = {
  tables: { type: 'string', default: '4' },
  seconds: { type: 'string', default: '12' },
  early: { type: 'string', default: '' },
  apart: { type: 'string', default: '2' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<boolean> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(HELP);
    return true;
  }
  const scope = {
    tables: countOption('tables', values.tables, 1),
    playMs: numberOption('seconds', values.seconds) * 1_000,
    early: servicesOf(values.early),
    apartMs: numberOption('apart', values.apart) * 1_000,
  };
  const dir = join(dataDir, 'restore');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  // A rehearsal loses its servers, so they are its own. Its Postgres is not in a container, because it copies the files.
  ensurePrograms(['postgres'], console.log);
  delete process.env.REDIS_URL;
  delete process.env.NATS_URL;
  try {
    const faults = await rehearse({
      dir,
      ...scope,
      report: (line) => console.log(`  ${line}`),
    });
    for (const fault of faults) console.log(`  ${fault}`);
    console.log(faults.length === 0 ? 'The restore is right.' : `NOT RIGHT: ${faults.length} faults.`);
    return faults.length === 0;
  } finally {
    removeVolumes(dir);
    if (!values.keep) rmSync(dir, { recursive: true, force: true });
  }
}

function servicesOf(list: string): ServiceName[] {
  const names = list.split(',').filter(Boolean);
  const known = servicesThatUse('postgres');
  return names.map((name) => {
    const service = known.find((one) => one === name);
    if (!service) throw new Error(`--early names services with a database: ${known.join(', ')}`);
    return service;
  });
}

main().then(
  (right) => process.exit(right ? 0 : 1),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
