import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOf } from './bench/cpu.ts';
import { DRAWN_GAME, type BenchPlayer } from './bench/bench-player.ts';
import { quantiles } from './bench/quantiles.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { machine, siteToMeasure, type Site } from './bench/site.ts';
import { openPlayers } from './bench/open-players.ts';
import { BenchGame, type Times } from './bench/bench-game.ts';

const HELP = `Measures moves over real sockets against the running product (make run).

  npm run bench:moves                     both of these, one after the other
  npm run bench:moves -- --games 100      closed loop: so many games, each moves as soon as both have seen the last move
  npm run bench:moves -- --rate 200       open loop: so many moves a second, independently of the responses
                         --rounds 6       how often a set of games is played (the first, for warming up, not counted), or more often when
                                          the host of the machine takes its processors away meanwhile

BASE_URL measures another site; without it, the one that runs here, with the CPU of its processes.
Games are found by quick match without a bet; finding them is not measured.`;

/** Two sets of players alternate, so that no player reaches the limits of one user. */
const PLAYER_SETS = 2;
const OPEN_LOOP_GAMES = 100;

/**
 * Milliseconds after the start of a set of games, which all start at once and load the product as players never would.
 */
const SETTLE_MS = 2_000;

/** Milliseconds after which a move or its response was lost. A set of games takes seconds. */
const ROUND_TIMEOUT_MS = 120_000;

/** Plays a set of games. Returns the duration in milliseconds. */
type PlayLoop = (games: readonly BenchGame[]) => Promise<number>;

/** Pairs each player with an opponent. */
async function pairPlayers(players: readonly BenchPlayer[], times: Times): Promise<BenchGame[]> {
  await Promise.all(players.map((player) => player.findOpponent()));
  const pairs = Map.groupBy(players, ({ gameId }) => gameId);
  return [...pairs.values()].map(([a, b]) => {
    if (!a || !b)
      throw new Error('a player of the benchmark met a player of the site; does anything else use it?');
    return new BenchGame(a, b, times);
  });
}

const closedLoop: PlayLoop = async (games) => {
  const began = performance.now();
  for (const game of games) {
    game.onReceivedByBoth = () => game.canMove && game.move(performance.now());
    game.move(performance.now());
  }
  await Promise.all(games.map(({ finished }) => finished));
  return performance.now() - began;
};

const openLoop =
  (rate: number): PlayLoop =>
  async (games) => {
    const began = performance.now();
    const moves = games.length * DRAWN_GAME.length;
    const late: { game: BenchGame; due: number }[] = [];
    for (const game of games) {
      game.onReceivedByBoth = () => {
        const at = late.findIndex((one) => one.game === game);
        if (at >= 0) for (const { due } of late.splice(at, 1)) game.move(due);
      };
    }
    for (let sent = 0; sent < moves;) {
      for (const now = performance.now(); sent < moves && began + (sent * 1_000) / rate <= now; sent += 1) {
        const game = games[sent % games.length] as BenchGame;
        const due = began + (sent * 1_000) / rate;
        if (game.canMove) game.move(due);
        else late.push({ game, due });
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(games.map(({ finished }) => finished));
    return performance.now() - began;
  };

/** Measurements of a set of games. */
interface Round {
  times: Times;
  elapsed: number;
  cpu: Map<string, number>;
}

async function measure(
  title: string,
  site: Site,
  games: number,
  rounds: number,
  loop: PlayLoop,
): Promise<void> {
  const sets: BenchPlayer[][] = [];
  while (sets.length < PLAYER_SETS) sets.push(await openPlayers(site.url, games * 2));
  let played = 0;
  const round = () => playRound(site, sets[(played += 1) % PLAYER_SETS] ?? [], loop);
  await round();
  const { rounds: counted, note } = await measureQuietRounds(rounds - 1, round);
  for (const player of sets.flat()) player.close();
  report(title, counted, note);
}

async function playRound(site: Site, players: readonly BenchPlayer[], loop: PlayLoop): Promise<Round> {
  const times: Times = { own: [], opponent: [] };
  const games = await pairPlayers(players, times);
  await sleep(SETTLE_MS);
  const [before, own] = [cpuOf(site.pids), process.cpuUsage()];
  const elapsed = await withTimeout(ROUND_TIMEOUT_MS, loop(games));
  const used = process.cpuUsage(own);
  const cpu = new Map([['this generator', (used.user + used.system) / 1e6]]);
  for (const [name, seconds] of cpuOf(site.pids)) cpu.set(name, seconds - (before.get(name) ?? 0));
  return { times, elapsed, cpu };
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error('a game did not end');
  });
  return Promise.race([work, late]);
}

function report(title: string, rounds: readonly Round[], note: string): void {
  const own = rounds.flatMap(({ times }) => times.own);
  const opponent = rounds.flatMap(({ times }) => times.opponent);
  const moves = own.length;
  const elapsed = rounds.reduce((sum, one) => sum + one.elapsed, 0);
  console.log(`\n${title}: ${moves} moves, ${((moves / elapsed) * 1_000).toFixed(0)} moves/s (${note})`);
  console.log('  ms from send to                   p50     p95     p99     max');
  console.log(`  the mover’s own confirmation  ${quantiles(own)}`);
  console.log(`  the opponent’s screen         ${quantiles(opponent)}`);
  const names = [...new Set(rounds.flatMap(({ cpu }) => [...cpu.keys()]))];
  const rows = names
    .map((name) => [name, rounds.reduce((sum, { cpu }) => sum + (cpu.get(name) ?? 0), 0)] as const)
    .filter(([, seconds]) => seconds > 0)
    .sort(([, a], [, b]) => b - a);
  const total = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
  console.log('  CPU seconds per 1,000 moves');
  for (const [name, seconds] of [...rows, ['all', total] as const]) {
    console.log(`    ${name.padEnd(28)}${((seconds / moves) * 1_000).toFixed(3).padStart(7)}`);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      games: { type: 'string' },
      rate: { type: 'string' },
      rounds: { type: 'string', default: '6' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const [games, rate, rounds] = [values.games, values.rate, values.rounds].map(Number);
  const site = siteToMeasure();
  console.log(`${site.url}, ${machine}`);
  const both = !values.games && !values.rate;
  if (both || values.games) {
    await measure(`closed loop, ${games || 100} games at once`, site, games || 100, rounds || 6, closedLoop);
  }
  if (both || values.rate) {
    const title = `open loop, ${rate || 200} moves/s requested`;
    await measure(title, site, games || OPEN_LOOP_GAMES, rounds || 6, openLoop(rate || 200));
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
