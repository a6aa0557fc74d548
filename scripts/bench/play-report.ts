import { memoryOfServices } from './memory.ts';
import { PLAY_EVENTS, type PlayTimes } from './play-times.ts';
import { median, quantile } from './quantiles.ts';

/** Measurements of some seconds of play. */
export interface PlayRound {
  readonly seconds: number;
  readonly times: PlayTimes;
  /** CPU seconds by process. */
  readonly cpu: ReadonlyMap<string, number>;
  /** CPU seconds of the benchmark itself. */
  readonly generator: number;
  /**
   * Domain events that services applied, calls that they served (a move is one, in a stream), messages that players
   * received, and games that ended.
   */
  readonly events: number;
  readonly calls: number;
  readonly messages: number;
  readonly games: number;
}

const QUANTILES = [0.5, 0.95, 0.99] as const;

const movesOf = ({ times }: PlayRound): number => times.own.length;

/** Prints the medians of the rounds. */
export function reportPlay(rounds: readonly PlayRound[], memory: ReadonlyMap<string, number>): void {
  const perSecond = (of: (round: PlayRound) => number) =>
    median(rounds.map((round) => of(round) / round.seconds)).toFixed(0);
  const reached = rounds.map((round) => (movesOf(round) / round.seconds).toFixed(0)).join(', ');
  console.log(
    `  reached ${perSecond(movesOf)} moves/s (${reached}), ${perSecond(({ games }) => games)} games/s, ` +
      `${perSecond(({ messages }) => messages)} messages/s to players, ${perSecond(({ events }) => events)} events/s applied`,
  );
  const perGame = (of: (round: PlayRound) => number) =>
    median(rounds.map((round) => of(round) / round.games)).toFixed(1);
  console.log(
    `  a game: ${perGame(movesOf)} moves, ${perGame((round) => round.calls - movesOf(round))} other calls between ` +
      `services, ${perGame(({ events }) => events)} events applied, ${perGame(({ messages }) => messages)} messages`,
  );
  console.log(`\n  ms, medians of ${rounds.length} rounds           p50     p95     p99   a round`);
  for (const event of Object.keys(PLAY_EVENTS) as (keyof PlayTimes)[]) {
    const all = rounds.map(({ times }) => times[event]);
    const cells = QUANTILES.map((share) => median(all.map((times) => quantile(times, share))).toFixed(1));
    const count = median(all.map(({ length }) => length));
    const row = [...cells.map((cell) => cell.padStart(8)), String(count).padStart(10)];
    if (count > 0) console.log(`  ${PLAY_EVENTS[event].padEnd(30)}${row.join('')}`);
  }
  reportProcesses(rounds, memory);
}

function reportProcesses(rounds: readonly PlayRound[], memory: ReadonlyMap<string, number>): void {
  const costs = rounds.map(
    (round) => new Map([...round.cpu].map(([name, cpu]) => [name, (cpu / movesOf(round)) * 1_000])),
  );
  const totals = costs.map((cost) => [...cost.values()].reduce((sum, cpu) => sum + cpu, 0));
  const rows = [...memory].map(([name, mib]): [string, number, number] => [
    name,
    median(costs.map((cost) => cost.get(name) ?? 0)),
    mib,
  ]);
  rows.sort(([, a], [, b]) => b - a);
  console.log('\n                      CPU s per 1,000 moves   resident MiB');
  const print = (name: string, cpu: number, mib: number) =>
    console.log(`  ${name.padEnd(30)}${cpu.toFixed(3).padStart(8)}${mib.toFixed(0).padStart(15)}`);
  for (const row of rows) print(...row);
  print(
    'all of them',
    median(totals),
    [...memory.values()].reduce((sum, mib) => sum + mib, 0),
  );
  const own = median(rounds.map((round) => (round.generator / movesOf(round)) * 1_000));
  print('this generator', own, process.memoryUsage.rss() / 2 ** 20);
  console.log(`  resident, all services: ${memoryOfServices(memory).toFixed(0)} MiB`);
  console.log(`  all of them, by round: ${totals.map((cpu) => cpu.toFixed(3)).join(', ')}`);
}
