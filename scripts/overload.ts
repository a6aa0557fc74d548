import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchPlayer } from './bench/bench-player.ts';
import { ContinuousPlay } from './bench/continuous-play.ts';
import { creditCoins } from './bench/credit-coins.ts';
import { readMemory } from './bench/memory.ts';
import { openPlayers } from './bench/open-players.ts';
import { quantile } from './bench/quantiles.ts';
import { machine, siteToMeasure } from './bench/site.ts';
import { holdSockets } from './bench/idle-sockets.ts';
import { guests, logins, searches } from './bench/storm-kinds.ts';
import { stormGames } from './bench/game-storm.ts';
import { measureCapacity, storm, type SendOne } from './bench/storm.ts';
import { RECOVERY_MS, requestStormFailures, type RequestStorm } from './bench/storm-limits.ts';
import { explainError } from './lib/explain-error.ts';
import { countOption, numberOption } from './lib/number-option.ts';

const HELP = `Sends more than the product carries: one, two and five times the rate at which it accepts new guests, logins and searches,
while others play, and as many times the pairs that it carries who play game after game. Fails when a rejection is not honest,
a response or a move takes too long, less than half of the capacity is accepted, a game does not end, or the product does not
recover.

  PLAYER_LIMIT_SCALE=1000 make run
  make overload
    --kinds guests,logins,searches,games
    --factors 1,2,5     times of the rate that is accepted
    --seconds 8         duration of each storm
    --moves 40          moves a second of those who play meanwhile
    --sockets 0         then this many open sockets (10000 need ulimit -n 25000)`;

const KINDS = ['guests', 'logins', 'searches', 'games'];
const PLAYERS = 20;
/** Milliseconds in which the last games of those who play meanwhile end. */
const END_MS = 5_000;

const ms = (values: readonly number[], share: number): string =>
  values.length === 0 ? '–' : quantile(values, share).toFixed(0);

/** Returns the milliseconds until requests of a kind are accepted again as fast as `usualMs`. */
async function recover(send: SendOne, usualMs: number): Promise<number> {
  const began = performance.now();
  for (let successes = 0; successes < 5; await sleep(100)) {
    const sentAt = performance.now();
    const response = await send();
    await response?.arrayBuffer();
    successes = response?.ok && performance.now() - sentAt < Math.max(100, 3 * usualMs) ? successes + 1 : 0;
    if (performance.now() - began > 3 * RECOVERY_MS) break;
  }
  return performance.now() - began;
}

function printRow({ kind, factor, result, moves, recoveredMs }: RequestStorm): void {
  const { offered, seconds, accepted, rejected, outcomes } = result;
  const cells = [
    ...[kind, `${factor}×`, offered.toFixed(0), (accepted.length / seconds).toFixed(0)],
    ...[ms(accepted, 0.5), ms(accepted, 0.99), ms(rejected, 0.99), ms(moves, 0.5), ms(moves, 0.99)],
    ...[
      (recoveredMs / 1_000).toFixed(1),
      [...outcomes].map(([what, count]) => `${what}: ${count}`).join(', '),
    ],
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

interface Load {
  /** Multiples of the capacity that are offered. */
  factors: readonly number[];
  /** Duration of each. */
  seconds: number;
  /** The games that go on meanwhile, whose moves are timed. */
  play: ContinuousPlay;
}

/** Offers each kind of request in multiples of its capacity, and prints a row for each; returns the limits that fail. */
async function stormRequests(url: string, kinds: readonly string[], load: Load): Promise<string[]> {
  const all = { guests: () => guests(url), logins: () => logins(url), searches: () => searches(url) };
  const failures: string[] = [];
  for (const kind of kinds.filter((kind): kind is keyof typeof all => kind in all)) {
    const send = await all[kind]();
    const capacity = await measureCapacity(send);
    const usual = await storm(send, Math.max(1, capacity / 4), 3);
    for (const factor of load.factors) {
      load.play.takeTimes();
      const result = await storm(send, capacity * factor, load.seconds);
      // A move that the storm still delays counts with its delay until now.
      const moves = [...load.play.takeTimes().own, ...load.play.moveWaits()];
      const recoveredMs = await recover(send, quantile(usual.accepted, 0.99));
      const row = { kind, factor, capacity, result, moves, recoveredMs };
      printRow(row);
      failures.push(...requestStormFailures(row));
    }
  }
  return failures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kinds: { type: 'string', default: KINDS.join() },
      factors: { type: 'string', default: '1,2,5' },
      seconds: { type: 'string', default: '8' },
      moves: { type: 'string', default: '40' },
      sockets: { type: 'string', default: '0' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const kinds = values.kinds.split(',');
  const mistyped = kinds.find((kind) => !KINDS.includes(kind));
  if (mistyped !== undefined) throw new Error(`--kinds names ${KINDS.join(', ')}, not ${mistyped}`);
  const factors = values.factors.split(',').map((factor) => numberOption('factors', factor));
  const seconds = numberOption('seconds', values.seconds, 1);
  const rate = numberOption('moves', values.moves);
  const sockets = countOption('sockets', values.sockets);
  const site = siteToMeasure();
  const { url, pids } = site;
  const players = await openPlayers(url, PLAYERS);
  let errors = 0;
  for (const player of players) player.onError = () => void (errors += 1);
  await creditCoins(players);
  // For coins, so that they do not meet those who search for friendly games.
  const mix = { rate, coins: 1, rematches: 0, guests: 0 };
  const play = new ContinuousPlay(mix, players, () => BenchPlayer.open(url));
  void play.run();
  console.log(`${url}, ${machine}; ${rate} moves/s meanwhile, ${seconds} s each\n`);
  console.log(
    '| kind | load | offered/s | accepted/s | p50 ms | p99 | rejected p99 | move p50 | p99 | back s | outcomes |',
  );
  console.log(`|${' --- |'.repeat(11)}`);
  const failures = await stormRequests(url, kinds, { factors, seconds, play });
  if (sockets > 0) failures.push(...(await holdSockets(site, sockets)));
  play.stop();
  // Players of two programs could meet in one queue.
  await sleep(END_MS);
  if (kinds.includes('games')) failures.push(...(await stormGames(url, { factors, seconds })));
  console.log(`\n${play.games} games ended meanwhile, ${errors} messages of players were rejected`);
  console.log(
    `memory: ${[...readMemory(pids)].map(([name, mib]) => `${name} ${mib.toFixed(0)}`).join(', ')} MiB`,
  );
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.length > 0) throw new Error(`${failures.length} limits do not hold`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
