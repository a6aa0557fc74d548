import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStack } from '@fifteen/testkit/stack';
import type { Times } from './bench/bench-game.ts';
import { BenchPlayer } from './bench/bench-player.ts';
import { ContinuousPlay } from './bench/continuous-play.ts';
import { cpuOf } from './bench/cpu.ts';
import { readMemory } from './bench/memory.ts';
import { openPlayers } from './bench/open-players.ts';
import { install, PEERS, type Peer } from './bench/peers/install.ts';
import { PeerPlay } from './bench/peers/peer-play.ts';
import { median, quantile } from './bench/quantiles.ts';
import { machine } from './bench/site.ts';
import { explainError } from './lib/explain-error.ts';

const HELP = `Measures this product and two frameworks for games on the same load, in turns on one machine: friendly games of
fifteen moves that begin and end all the time, with 25 to 75 ms of thinking. The frameworks are installed on demand.

  npm run bench:peers
    --rate 2000     requested moves a second
    --games 100     games at once at most
    --rounds 3      rounds, of which the medians are reported
    --seconds 10    duration of a round`;

/** Milliseconds of play before each round, and before the first one, in which Node compiles what is busy. */
const WARM_UP_MS = 4_000;
const FIRST_WARM_UP_MS = 15_000;
/** Milliseconds in which the games of a round end. */
const SETTLE_MS = 3_000;

/** Something that plays, with its processes. */
interface Framework {
  readonly name: string;
  readonly pids: () => Readonly<Record<string, number>>;
  /** Starts to play. Returns what ends it, and removes and returns the durations since the last call. */
  readonly play: () => { stop: () => void; takeTimes: () => Times };
  readonly close: () => Promise<void>;
}

interface Round {
  readonly rate: number;
  readonly times: Times;
  /** CPU seconds per 1,000 moves. */
  readonly cpu: number;
  readonly mib: number;
}

/** Starts this product, with its data on the disk as in production. */
async function startProduct(rate: number, games: number): Promise<Framework> {
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-peers-'));
  const site = { dir, namespace: '', durable: true, report: console.log };
  const env = { gateway: { PLAYER_LIMIT_SCALE: '1000' } };
  const stack = await openStack(site, { own: true, env });
  const players = await openPlayers(stack.url, 2 * games);
  return {
    name: 'Fifteen',
    pids: () => stack.pids(),
    play: () => {
      const mix = { rate, coins: 0, rematches: 0, guests: 0 };
      const play = new ContinuousPlay(mix, players, () => BenchPlayer.open(stack.url));
      void play.run();
      return { stop: () => play.stop(), takeTimes: () => play.takeTimes() };
    },
    close: async () => {
      await stack.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function startPeer(peer: Peer, rate: number, games: number): Promise<Framework> {
  const { program, openPair } = await install(peer);
  const port = await freePort();
  const server = spawn(process.execPath, [program, String(port)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await waitUntilReady(server);
  const pairs = await Promise.all(Array.from({ length: games }, () => openPair(`http://localhost:${port}`)));
  return {
    name: peer.name,
    pids: () => ({ server: server.pid ?? 0 }),
    play: () => {
      const play = new PeerPlay(rate, pairs);
      void play.run();
      const takeTimes = () => ({ own: play.times.own.splice(0), opponent: play.times.opponent.splice(0) });
      return { stop: () => play.stop(), takeTimes };
    },
    close: async () => {
      const closed = once(server, 'close');
      server.kill('SIGKILL');
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function waitUntilReady({ stdout }: ChildProcess): Promise<void> {
  if (!stdout) return;
  for await (const chunk of stdout.iterator({ destroyOnReturn: false }))
    if (String(chunk).includes('ready')) break;
  stdout.resume();
}

async function measureRound({ pids, play }: Framework, seconds: number, warmUpMs: number): Promise<Round> {
  const { stop, takeTimes } = play();
  await sleep(warmUpMs);
  takeTimes();
  const before = sumOf(cpuOf(pids()));
  await sleep(seconds * 1_000);
  const cpu = sumOf(cpuOf(pids())) - before;
  const times = takeTimes();
  const mib = sumOf(readMemory(pids()));
  stop();
  await sleep(SETTLE_MS);
  return { times, mib, rate: times.own.length / seconds, cpu: (cpu * 1_000) / times.own.length };
}

const sumOf = (values: ReadonlyMap<string, number>): number =>
  [...values.values()].reduce((total, value) => total + value, 0);

function report(name: string, rounds: readonly Round[]): void {
  const medianOf = (of: (round: Round) => number) => median(rounds.map(of));
  const at = (share: number) => (round: Round) =>
    quantile([...round.times.own, ...round.times.opponent], share);
  const cells = [
    ...[medianOf(({ rate }) => rate).toFixed(0), medianOf(at(0.5)).toFixed(2), medianOf(at(0.99)).toFixed(1)],
    ...[medianOf(({ cpu }) => cpu).toFixed(2), medianOf(({ mib }) => mib).toFixed(0)],
  ];
  console.log(`  ${name.padEnd(16)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '2000' },
      games: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const [rate, games, count, seconds] = [values.rate, values.games, values.rounds, values.seconds].map(
    Number,
  ) as [number, number, number, number];
  const contestants: Framework[] = [];
  try {
    for (const peer of PEERS) contestants.push(await startPeer(peer, rate, games));
    contestants.push(await startProduct(rate, games));
    const rounds = new Map<Framework, Round[]>(contestants.map((one) => [one, []]));
    for (let round = 0; round < count; round += 1)
      for (const one of contestants)
        rounds.get(one)?.push(await measureRound(one, seconds, round === 0 ? FIRST_WARM_UP_MS : WARM_UP_MS));
    console.log(`${machine}; ${rate} moves/s requested, at most ${games} games at once, ${count} rounds\n`);
    const head = ['moves/s', 'p50 ms', 'p99 ms', 'CPU s/1,000', 'MiB'].map((cell) => cell.padStart(12));
    console.log(`  ${''.padEnd(16)}${head.join('')}`);
    for (const one of contestants) report(one.name, rounds.get(one) ?? []);
  } finally {
    for (const { close } of contestants) await close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
