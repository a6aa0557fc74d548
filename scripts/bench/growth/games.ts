import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@fifteen/testkit/stack';
import { BenchGame, type Times } from '../bench-game.ts';
import type { BenchPlayer } from '../bench-player.ts';
import { cpuOf } from '../cpu.ts';
import { openPlayers } from '../open-players.ts';
import { costsOf, formatCpu, PROBE_RATE, quantilesOf, type Dimension } from './probe.ts';

/** Moves that are measured at each size. */
const MOVES = 1_000;
/** Moves of a game that are measured: its end is no part of it. */
const MEASURED_PLIES = 12;
/** Milliseconds in which the work that the starts have caused ends: at least, and for each game. */
const SETTLE_MS = 2_000;
const SETTLE_MS_EACH = 3;
/** Pairs that search, and games that end, at once: a burst of thousands would wait for itself, or be rejected. */
const PAIRS_AT_ONCE = 100;
/** Games whose players are connected. A process may open 20,000 files; the players of the other games are absent. */
const MOST_CONNECTED = 9_000;

/** The same number of moves a second over more and more open games. */
export const growGames: Dimension = async (stack, sizes) => {
  const players: BenchPlayer[] = [];
  for (const size of sizes) {
    const connected = Math.min(size, MOST_CONNECTED);
    await openAbsentGames(stack.url, size - connected);
    players.push(...(await openPlayers(stack.url, 2 * connected - players.length)));
    const times: Times = { own: [], opponent: [] };
    const cpu = new Map<string, number>();
    while (times.own.length < MOVES) await playSet(stack, players, times, cpu);
    console.log(
      `  ${size} open games: ${times.own.length} moves; p50 / p99 ms: mover ${quantilesOf(times.own)}, opponent ${quantilesOf(times.opponent)}`,
    );
    console.log(
      `    CPU s per 1,000 moves: ${formatCpu(new Map([...cpu].map(([name, seconds]) => [name, (seconds * 1_000) / times.own.length])))}`,
    );
  }
};

/** Begins games whose players do not go on: they close their connections. Only the largest size has them. */
async function openAbsentGames(url: string, count: number): Promise<void> {
  for (let begun = 0; begun < count; begun += PAIRS_AT_ONCE) {
    const pairs = Math.min(PAIRS_AT_ONCE, count - begun);
    const absent = await openPlayers(url, 2 * pairs);
    await Promise.all(absent.map((player) => player.findOpponent()));
    for (const player of absent) player.close();
  }
}

/** Plays one game of each pair: the first moves at the fixed rate, which are measured, and the rest as fast as it goes. */
async function playSet(
  stack: Stack,
  players: readonly BenchPlayer[],
  times: Times,
  cpu: Map<string, number>,
): Promise<void> {
  const set: Times = { own: [], opponent: [] };
  const games = await startGames(players, set);
  await sleep(SETTLE_MS + games.length * SETTLE_MS_EACH);
  const moves = Math.min(games.length * MEASURED_PLIES, MOVES);
  const before = cpuOf(stack.pids());
  await moveAtRate(games, moves);
  for (const [name, seconds] of costsOf(before, cpuOf(stack.pids()), 1_000))
    cpu.set(name, (cpu.get(name) ?? 0) + seconds);
  times.own.push(...set.own);
  times.opponent.push(...set.opponent);
  for (let first = 0; first < games.length; first += PAIRS_AT_ONCE)
    await Promise.all(games.slice(first, first + PAIRS_AT_ONCE).map(playToEnd));
}

function playToEnd(game: BenchGame): Promise<unknown> {
  game.onReceivedByBoth = () => game.canMove && game.move(performance.now());
  if (game.canMove) game.move(performance.now());
  return game.finished;
}

async function startGames(players: readonly BenchPlayer[], times: Times): Promise<BenchGame[]> {
  for (let first = 0; first < players.length; first += 2 * PAIRS_AT_ONCE)
    await Promise.all(players.slice(first, first + 2 * PAIRS_AT_ONCE).map((player) => player.findOpponent()));
  const pairs = Map.groupBy(players, ({ gameId }) => gameId);
  return [...pairs.values()].map(([a, b]) => {
    if (!a || !b) throw new Error('a player has no opponent');
    return new BenchGame(a, b, times);
  });
}

/** Sends moves of the games in turns. A game whose last move is late delays the next one, which counts. */
async function moveAtRate(games: readonly BenchGame[], moves: number): Promise<void> {
  const began = performance.now();
  for (let sent = 0; sent < moves; sent += 1) {
    const due = began + (sent * 1_000) / PROBE_RATE;
    const game = games[sent % games.length];
    while (performance.now() < due || !game?.canMove) await sleep(1);
    game.move(due);
  }
  while (!games.every((game) => game.canMove || game.areAllSent)) await sleep(1);
}
