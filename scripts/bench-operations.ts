import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLog, Lifecycle, openDatabase, openNats } from '@fifteen/runtime';
import { startServers } from '@fifteen/testkit/stack';
import { cpuOf } from './bench/cpu.ts';
import {
  createTables,
  openCall,
  openEvent,
  openPush,
  openStatement,
  openTransaction,
  type Operation,
} from './bench/operations.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { machine } from './bench/site.ts';

const HELP = `Measures the processor time of the operations that a game consists of: a call between services, a statement, a
transaction, an event and a push. With their numbers in a game (npm run bench:play prints them), they say what a game
costs at least.

  npm run bench:operations
    --seconds 5         duration of a round

It starts a Postgres and a NATS of its own, and stops them.`;

/** Operations a second of the slow round, in which each wakes every process that takes part, as on a quiet evening. */
const SLOW_RATE = 100;
/** Operations at once of the busy round. */
const AT_ONCE = 256;
/** Seconds before a round that do not count. */
const WARM_UP_S = 2;

/** Processor microseconds of one operation. */
interface Cost {
  readonly node: number;
  readonly postgres: number;
  readonly nats: number;
}

const log = createLog('bench', 'silent');
const lifecycle = new Lifecycle(log);
const context = { log, lifecycle };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '5' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(HELP);
  const seconds = Number(values.seconds) || 5;
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-bench-'));
  const servers = await startServers(['postgres', 'nats'], { dir, own: true });
  const pids = {
    postgres: servers.postgres.processes[0]?.pid ?? 0,
    nats: servers.nats.processes[0]?.pid ?? 0,
  };
  try {
    await createTables(servers.postgres.url, join(dir, 'schema'));
    console.log(`${machine}; both ends of each are in one process\n`);
    console.log(
      `µs of processor time, at ${SLOW_RATE} a second      Node  Postgres    NATS     all   full load`,
    );
    for (const [name, open] of await operationsOf(servers.postgres.url, servers.nats.url)) {
      const operation = await open();
      // First, because it has Node compile the code, which a hundred operations a second would take minutes for.
      const busy = await measure(pids, seconds, (until) => atOnce(until, operation));
      const slow = await measure(pids, seconds, (until) => atRate(until, operation));
      const cells = [slow.node, slow.postgres, slow.nats, total(slow), total(busy)];
      console.log(`  ${name.padEnd(36)}${cells.map((us) => us.toFixed(0).padStart(9)).join('')}`);
    }
  } finally {
    await lifecycle.stop();
    await Promise.all([servers.postgres.stop(), servers.nats.stop()]);
    rmSync(dir, { recursive: true, force: true });
  }
}

const total = ({ node, postgres, nats }: Cost): number => node + postgres + nats;

/** Returns what opens the operations, by name; the first does nothing. */
async function operationsOf(
  postgresUrl: string,
  natsUrl: string,
): Promise<[string, () => Promise<Operation>][]> {
  const db = openDatabase({ service: 'bench', url: postgresUrl, pool: 8 }, context);
  const nats = await openNats({ service: 'bench', url: natsUrl, namespace: '' }, context);
  return [
    ['nothing, for comparison', async () => async () => undefined],
    ['a call between two services', () => openCall(context)],
    ['a statement', () => openStatement(db)],
    ['a transaction that inserts a row', async () => openTransaction(db)],
    ['a push to a gateway', () => openPush(natsUrl, nats, context)],
    // Last, because its publisher and consumer also work when there is nothing to do.
    ['an event, from its cause to its effect', async () => openEvent(db, nats, context)],
  ];
}

/** Returns what one operation cost in a quiet round. */
async function measure(
  pids: Readonly<Record<string, number>>,
  seconds: number,
  run: (untilMs: number) => Promise<number>,
): Promise<Cost> {
  await run(performance.now() + WARM_UP_S * 1_000);
  const { rounds } = await measureQuietRounds(1, async () => {
    const own = process.cpuUsage();
    const before = cpuOf(pids);
    const times = await run(performance.now() + seconds * 1_000);
    const after = cpuOf(pids);
    const { user, system } = process.cpuUsage(own);
    const of = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1e6) / times;
    return { node: (user + system) / times, postgres: of('postgres'), nats: of('nats') };
  });
  return rounds[0] ?? { node: 0, postgres: 0, nats: 0 };
}

/** Begins operations at a fixed rate. Returns how many. */
async function atRate(untilMs: number, operation: Operation): Promise<number> {
  const running: Promise<unknown>[] = [];
  for (let due = performance.now(); due < untilMs; due += 1_000 / SLOW_RATE) {
    await sleep(Math.max(0, due - performance.now()));
    running.push(operation());
  }
  await Promise.all(running);
  return running.length;
}

/** Performs operations as fast as they end, some at once. Returns how many. */
async function atOnce(untilMs: number, operation: Operation): Promise<number> {
  let times = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < untilMs) {
      await operation();
      times += 1;
      // An operation that does nothing would otherwise never let the other workers run.
      if (times % 1_000 === 0) await sleep(0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return times;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
