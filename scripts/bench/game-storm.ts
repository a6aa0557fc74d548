import { setTimeout as sleep } from 'node:timers/promises';
import { BenchPlayer, DRAWN_GAME } from './bench-player.ts';
import { ContinuousPlay } from './continuous-play.ts';
import { openPlayers } from './open-players.ts';
import type { PlayTimes } from './play-times.ts';
import { quantile } from './quantiles.ts';
import { gameStormFailures, RECOVERY_MS } from './storm-limits.ts';

/** Pairs who play alone, and pairs who are more than the product carries. */
const FEW_PAIRS = 5;
const MANY_PAIRS = 120;
const CAPACITY_SECONDS = 6;
/** Milliseconds in which the games of a storm must end. */
const END_MS = 30_000;
const WITHOUT_END = { rate: Infinity, coins: 0, rematches: 0, guests: 0 } as const;

/** Games of many pairs, each of which searches again as soon as its game is over. */
export interface GameStorm {
  readonly pairs: number;
  readonly seconds: number;
  readonly games: number;
  readonly times: PlayTimes;
  /** Rejected messages by code. */
  readonly rejected: ReadonlyMap<string, number>;
  /** Milliseconds from the last search until all games had ended; undefined when some did not. */
  readonly endedMs: number | undefined;
}

/** Storms of games. The players are opened once, as many as the largest storm needs. */
class GameStorms {
  readonly #url: string;
  readonly #players: BenchPlayer[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Returns how many games a second the product carries, and how many pairs: its games a second, times the duration of a
   * game that is alone.
   */
  async measureCapacity(): Promise<{ capacity: number; carried: number }> {
    const alone = await this.play(FEW_PAIRS, CAPACITY_SECONDS);
    const busy = await this.play(MANY_PAIRS, CAPACITY_SECONDS);
    const secondsOfGame = (FEW_PAIRS * alone.seconds) / alone.games;
    const capacity = busy.games / busy.seconds;
    return { capacity, carried: Math.max(1, Math.round(capacity * secondsOfGame)) };
  }

  async play(pairs: number, seconds: number): Promise<GameStorm> {
    const missing = 2 * pairs - this.#players.length;
    if (missing > 0) this.#players.push(...(await openPlayers(this.#url, missing)));
    const players = this.#players.slice(0, 2 * pairs);
    const rejected = new Map<string, number>();
    const count = (what: string): void => void rejected.set(what, (rejected.get(what) ?? 0) + 1);
    for (const player of players) {
      player.onError = count;
      player.onSearchRejected = () => count('search rejected');
    }
    const play = new ContinuousPlay(WITHOUT_END, players, () => BenchPlayer.open(this.#url));
    const began = performance.now();
    void play.run();
    await sleep(seconds * 1_000);
    play.stop();
    const stoppedAt = performance.now();
    while (!play.isIdle && performance.now() < stoppedAt + END_MS) await sleep(10);
    return {
      ...{ pairs, games: play.games, times: play.takeTimes(), rejected },
      seconds: (performance.now() - began) / 1_000,
      endedMs: play.isIdle ? performance.now() - stoppedAt : undefined,
    };
  }
}

/** Plays storms of so many times the pairs that the product carries, and prints them. Returns what does not hold. */
export async function stormGames(
  url: string,
  { factors, seconds }: { factors: readonly number[]; seconds: number },
): Promise<string[]> {
  const storms = new GameStorms(url);
  const { capacity, carried } = await storms.measureCapacity();
  const usual = quantile((await storms.play(FEW_PAIRS, CAPACITY_SECONDS)).times.own, 0.99);
  console.log(
    `\n| pairs | load | games/s | moves/s | move p50 ms | p99 | search to game p50 | p99 | last game ended s | back s | rejected |`,
  );
  console.log(`|${' --- |'.repeat(11)}`);
  const failures: string[] = [];
  for (const factor of factors) {
    const storm = await storms.play(carried * factor, seconds);
    const recoveredMs = await recover(storms, Math.max(100, 3 * usual));
    console.log(rowOf(storm, factor, recoveredMs));
    failures.push(...gameStormFailures({ factor, capacity, storm, recoveredMs }));
  }
  return failures;
}

/** Returns the milliseconds until few pairs play again as fast as `usualMs`. */
async function recover(storms: GameStorms, usualMs: number): Promise<number> {
  const began = performance.now();
  for (let since = began; since - began <= RECOVERY_MS; since = performance.now()) {
    const { times } = await storms.play(FEW_PAIRS, 1);
    if (times.own.length > 0 && quantile(times.own, 0.99) <= usualMs) return since - began;
  }
  return Infinity;
}

function rowOf(
  { pairs, games, seconds, times, rejected, endedMs = NaN }: GameStorm,
  factor: number,
  ms: number,
): string {
  const cells = [
    ...[
      pairs,
      `${factor}×`,
      (games / seconds).toFixed(0),
      ((games * DRAWN_GAME.length) / seconds).toFixed(0),
    ],
    ...[times.own, times.start].flatMap((values) =>
      [0.5, 0.99].map((share) => quantile(values, share).toFixed(0)),
    ),
    ...[(endedMs / 1_000).toFixed(1), (ms / 1_000).toFixed(1)],
    [...rejected].map(([what, count]) => `${count} × ${what}`).join(', ') || '0',
  ];
  return `| ${cells.join(' | ')} |`;
}
