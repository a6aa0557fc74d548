import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchPlayer } from './bench/bench-player.ts';
import { ContinuousPlay, type PlayMix } from './bench/continuous-play.ts';
import { cpuOf } from './bench/cpu.ts';
import { profileProcesses } from './bench/cpu-profile.ts';
import { creditCoins } from './bench/credit-coins.ts';
import { reportLoopDelays } from './bench/loop-delays.ts';
import { sumOfMetric } from './bench/metrics.ts';
import { memoryOfServices, readMemory } from './bench/memory.ts';
import { openPlayers } from './bench/open-players.ts';
import { reportPlay, type PlayRound } from './bench/play-report.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { measureSearchBurst } from './bench/search-burst.ts';
import { machine, siteToMeasure, type Site } from './bench/site.ts';
import { explainError } from './lib/explain-error.ts';

const HELP = `Measures real play against the product that runs in this checkout: games that begin and end all the time, by quick
match, with 25 to 75 ms of thinking; some for coins, some with a rematch, some in a room with a spectator; guests arrive
meanwhile.

  PLAYER_LIMIT_SCALE=100 make run            a benchmark's players play faster than the limits of one user allow
  npm run bench:play
    --rate 200          requested moves a second, whatever the responses do
    --games RATE/5      games at once at most; beyond them, pairs wait for free players
    --rounds 5          rounds, of which the medians are reported; loud ones are measured again
    --seconds 10        duration of a round
    --coins 0.1         share of pairs that play for coins
    --rematches 0.1     share of games with a rematch
    --guests 0.05       new guests for each pair
    --watched 0.05      share of pairs that play in a room, with a spectator
    --searchers 0       before: so many players search at the same moment, and wait until all have a game
    --profile           then the functions that take the time of each service, 5 s for each
    --delays            then how often and why the event loop of each service was late, 10 s for each`;

/** Milliseconds of play before the first round: the first games start, and connections and caches fill. */
const WARM_UP_MS = 5_000;
const MOVES_PER_GAME_AT_ONCE = 5;
/** Enough for twice the usual share of watched games. */
const SPECTATORS_PER_GAME = 0.1;

/** Returns the number of domain events that services have applied, and of calls that they have served. */
async function readCounts({ metrics }: Site): Promise<{ events: number; calls: number }> {
  const [events, calls] = await Promise.all(
    ['fifteen_event_handling_duration_seconds_count', 'fifteen_rpc_server_duration_seconds_count'].map(
      (name) => sumOfMetric(Object.values(metrics), name),
    ),
  );
  return { events: events ?? 0, calls: calls ?? 0 };
}

/** Measures some seconds of the play. */
async function measureRound(site: Site, play: ContinuousPlay, seconds: number): Promise<PlayRound> {
  const countsBefore = await readCounts(site);
  play.takeTimes();
  const before = {
    cpu: cpuOf(site.pids),
    own: process.cpuUsage(),
    messages: play.messages,
    games: play.games,
  };
  const began = performance.now();
  await sleep(seconds * 1_000);
  const elapsed = (performance.now() - began) / 1_000;
  const cpu = new Map<string, number>();
  for (const [name, used] of cpuOf(site.pids)) cpu.set(name, used - (before.cpu.get(name) ?? 0));
  const own = process.cpuUsage(before.own);
  const times = play.takeTimes();
  const counts = await readCounts(site);
  return {
    ...{ seconds: elapsed, times, cpu, generator: (own.user + own.system) / 1e6 },
    events: counts.events - countsBefore.events,
    calls: counts.calls - countsBefore.calls,
    messages: play.messages - before.messages,
    games: play.games - before.games,
  };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '200' },
      games: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
      coins: { type: 'string', default: '0.1' },
      rematches: { type: 'string', default: '0.1' },
      guests: { type: 'string', default: '0.05' },
      watched: { type: 'string', default: '0.05' },
      searchers: { type: 'string', default: '0' },
      profile: { type: 'boolean', default: false },
      delays: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const site = siteToMeasure();
  const rate = Number(values.rate);
  const games = Number(values.games ?? Math.max(10, Math.ceil(rate / MOVES_PER_GAME_AT_ONCE)));
  const mix: PlayMix = {
    ...{ rate, coins: Number(values.coins), rematches: Number(values.rematches) },
    ...{ guests: Number(values.guests), watched: Number(values.watched) },
  };
  console.log(`${site.url}, ${machine}`);
  console.log(`resident before, all services: ${memoryOfServices(readMemory(site.pids)).toFixed(0)} MiB`);
  if (Number(values.searchers) > 0) await measureSearchBurst(site, Number(values.searchers));
  const players = await openPlayers(site.url, 2 * games);
  if (mix.coins > 0) await creditCoins(players);
  const spectators = await openPlayers(site.url, Math.ceil(SPECTATORS_PER_GAME * games));
  const play = new ContinuousPlay(mix, players, () => BenchPlayer.open(site.url), spectators);
  void play.run();
  await sleep(WARM_UP_MS);
  const { rounds, note } = await measureQuietRounds(Number(values.rounds), () =>
    measureRound(site, play, Number(values.seconds)),
  );
  console.log(`\nreal play, ${rate} moves/s requested, at most ${games} games at once (${note})`);
  reportPlay(rounds, readMemory(site.pids));
  if (values.profile) await profileProcesses(site.pids);
  if (values.delays) await reportLoopDelays(site.pids);
  play.stop();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
