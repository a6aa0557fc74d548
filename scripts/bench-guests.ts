import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Player } from '@fifteen/testkit/player';
import { cpuOf } from './bench/cpu.ts';
import { readHeap } from './bench/heap.ts';
import { readMemory } from './bench/memory.ts';
import { median, quantile } from './bench/quantiles.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { machine, siteToMeasure, type Site } from './bench/site.ts';
import { retryWhenBusy } from './lib/retry-when-busy.ts';

const HELP = `Measures arrivals at the product that runs in this checkout (make run): new guests, the first socket of each session, and
sockets that reconnect; then what an idle socket takes of the gateway's memory.

  npm run bench:guests
    --guests 500      guests of a round
    --at-once 20      requests or sockets at the same time
    --rounds 3        rounds, of which the medians are reported; loud ones are measured again
    --heap            then the classes of objects that the gateway keeps for its idle sockets`;

/** Milliseconds until work that a step has caused ends, which belongs to its CPU. */
const SETTLE_MS = 1_500;
/** Milliseconds in which new sockets come to rest. */
const IDLE_MS = 20_000;
/** Classes of objects to print. */
const CLASSES = 40;

/** Measurements of one step for all guests of a round. */
interface Step {
  readonly times: readonly number[];
  readonly perSecond: number;
  /** CPU milliseconds for each guest, by process. */
  readonly cpu: ReadonlyMap<string, number>;
}

interface Round {
  readonly steps: Readonly<Record<keyof typeof STEPS, Step>>;
  /** KiB of the gateway for each open socket. */
  readonly socketKib: number;
}

const STEPS = {
  guest: 'new guests',
  first: 'first sockets of their sessions',
  return: 'sockets that reconnect',
} as const;

/** Runs `work` for each number below `count`, `atOnce` at a time. */
async function measureStep(
  site: Site,
  { count, atOnce }: { count: number; atOnce: number },
  work: (index: number) => Promise<unknown>,
): Promise<Step> {
  const times: number[] = [];
  let next = 0;
  const before = cpuOf(site.pids);
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (next < count) {
      const startedAt = performance.now();
      await work((next += 1) - 1);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const perSecond = (count * 1_000) / (performance.now() - began);
  await sleep(SETTLE_MS);
  const cpu = [...cpuOf(site.pids)].map(
    ([name, seconds]) => [name, ((seconds - (before.get(name) ?? 0)) * 1_000) / count] as const,
  );
  return { times, perSecond, cpu: new Map(cpu) };
}

async function measureRound(site: Site, size: { count: number; atOnce: number }): Promise<Round> {
  const players: Player[] = [];
  const connect = async (index: number): Promise<void> => {
    const player = players[index];
    await player?.connect();
    if (player) player.received.length = 0;
  };
  const gatewayKib = () => (readMemory(site.pids).get('gateway') ?? 0) * 1_024;
  const guest = await measureStep(site, size, async () =>
    players.push(await retryWhenBusy(() => Player.guest(site.url))),
  );
  const before = gatewayKib();
  const first = await measureStep(site, size, connect);
  const socketKib = (gatewayKib() - before) / size.count;
  for (const player of players) player.drop();
  await sleep(SETTLE_MS);
  const returned = await measureStep(site, size, connect);
  for (const player of players) player.close();
  await sleep(SETTLE_MS);
  return { steps: { guest, first, return: returned }, socketKib };
}

function report(rounds: readonly Round[]): void {
  for (const step of Object.keys(STEPS) as (keyof typeof STEPS)[]) {
    const all = rounds.map(({ steps }) => steps[step]);
    const ms = [0.5, 0.99].map((share) => median(all.map(({ times }) => quantile(times, share))).toFixed(1));
    const perSecond = median(all.map((one) => one.perSecond)).toFixed(0);
    console.log(`\n  ${STEPS[step]}: ${perSecond}/s; p50 ${ms.join(', p99 ')} ms`);
    const names = [...(all[0]?.cpu.keys() ?? [])];
    const cpu = names.map((name) => [name, median(all.map((one) => one.cpu.get(name) ?? 0))] as const);
    const total = cpu.reduce((sum, [, each]) => sum + each, 0);
    const shown = cpu.filter(([, each]) => each >= 0.01).sort(([, a], [, b]) => b - a);
    console.log(
      `    CPU ms for each, ${total.toFixed(2)} in all: ${shown.map(([name, each]) => `${name} ${each.toFixed(2)}`).join(', ')}`,
    );
  }
  const socket = median(rounds.map(({ socketKib }) => socketKib)).toFixed(1);
  console.log(
    `\n  an idle socket: ${socket} KiB of the gateway (${rounds.map(({ socketKib }) => socketKib.toFixed(1)).join(', ')})`,
  );
}

/** Prints of which classes the objects are that the gateway keeps for idle sockets. */
async function reportHeap({ url, pids }: Site, count: number): Promise<void> {
  const { gateway } = pids;
  if (!gateway) throw new Error('the gateway does not run here');
  const before = await readHeap(gateway);
  const players: Player[] = [];
  while (players.length < count) {
    const player = await retryWhenBusy(() => Player.guest(url));
    await player.connect();
    players.push(player);
  }
  await sleep(IDLE_MS);
  const after = await readHeap(gateway);
  for (const player of players) player.close();
  const grown = [...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / count] as const);
  grown.sort(([, a], [, b]) => b - a);
  const total = grown.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`\n  live objects of an idle socket: ${(total / 1_024).toFixed(1)} KiB`);
  for (const [name, bytes] of grown.slice(0, CLASSES))
    console.log(`  ${bytes.toFixed(0).padStart(7)} bytes  ${name}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      guests: { type: 'string', default: '500' },
      'at-once': { type: 'string', default: '20' },
      rounds: { type: 'string', default: '3' },
      heap: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const site = siteToMeasure();
  const size = { count: Number(values.guests), atOnce: Number(values['at-once']) };
  console.log(`${site.url}, ${machine}; ${size.count} guests, ${size.atOnce} at once`);
  await measureRound(site, size);
  const { rounds, note } = await measureQuietRounds(Number(values.rounds), () => measureRound(site, size));
  console.log(`\n${rounds.length} rounds; ${note}`);
  report(rounds);
  if (values.heap) await reportHeap(site, size.count);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
