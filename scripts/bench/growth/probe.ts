import { setTimeout as sleep } from 'node:timers/promises';
import { databaseName, withClient, type Stack } from '@fifteen/testkit/stack';
import type { ServiceName } from '@fifteen/topology';
import { BenchPlayer } from '../bench-player.ts';
import { ContinuousPlay, type PlayMix } from '../continuous-play.ts';
import { cpuOf } from '../cpu.ts';
import { openPlayers } from '../open-players.ts';
import type { PlayTimes } from '../play-times.ts';
import { quantile } from '../quantiles.ts';

/** Measures one kind of growth. Prints a line for each size. */
export type Dimension = (stack: Stack, sizes: readonly number[]) => Promise<void>;

/** Moves a second of the play that is measured after each step: the same for all sizes. */
export const PROBE_RATE = 100;
const PROBE_GAMES = 20;
const PROBE_SECONDS = 15;
const WARM_UP_MS = 6_000;
/** Milliseconds in which the last games end, so that the players are free for the next size. */
const SETTLE_MS = 3_000;

/** Plays games that begin and end all the time, to measure the same load at each size. */
export class Probe {
  readonly players: readonly BenchPlayer[];
  readonly #stack: Stack;
  readonly #mix: PlayMix;
  #isWarm = false;

  private constructor(stack: Stack, mix: PlayMix, players: readonly BenchPlayer[]) {
    this.#stack = stack;
    this.#mix = mix;
    this.players = players;
  }

  /** @param coins share of games for coins */
  static async open(stack: Stack, coins = 0): Promise<Probe> {
    const mix = { rate: PROBE_RATE, coins, rematches: 0, guests: 0 };
    return new Probe(stack, mix, await openPlayers(stack.url, 2 * PROBE_GAMES));
  }

  /** Plays for some seconds and prints what a move costs. `events` are measured beside moves. */
  async measure(label: string, events: readonly (keyof PlayTimes)[]): Promise<void> {
    const play = new ContinuousPlay(this.#mix, this.players, () => BenchPlayer.open(this.#stack.url));
    const ended = play.run();
    await sleep(this.#isWarm ? WARM_UP_MS / 2 : 2 * WARM_UP_MS);
    this.#isWarm = true;
    play.takeTimes();
    const before = cpuOf(this.#stack.pids());
    await sleep(PROBE_SECONDS * 1_000);
    const after = cpuOf(this.#stack.pids());
    const times = play.takeTimes();
    play.stop();
    await ended;
    await sleep(SETTLE_MS);
    report(label, times, events, costsOf(before, after, times.own.length));
  }
}

/** Returns the CPU seconds per 1,000 moves by process. */
export const costsOf = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  moves: number,
): Map<string, number> =>
  new Map([...after].map(([name, seconds]) => [name, ((seconds - (before.get(name) ?? 0)) * 1_000) / moves]));

function report(
  label: string,
  times: PlayTimes,
  events: readonly (keyof PlayTimes)[],
  cpu: ReadonlyMap<string, number>,
): void {
  const moves = [...times.own, ...times.opponent];
  const shown = [
    `move ${quantilesOf(moves)}`,
    ...events.map((event) => `${event} ${quantilesOf(times[event])}`),
  ];
  console.log(`  ${label}: ${times.own.length} moves; p50 / p99 ms: ${shown.join(', ')}`);
  console.log(`    CPU s per 1,000 moves: ${formatCpu(cpu)}`);
}

export const quantilesOf = (values: readonly number[]): string =>
  [0.5, 0.99].map((share) => quantile(values, share).toFixed(1)).join(' / ');

/** Returns the sum, and the processes that take most of it. */
export function formatCpu(cpu: ReadonlyMap<string, number>): string {
  const rows = [...cpu].filter(([, seconds]) => seconds > 0).sort(([, a], [, b]) => b - a);
  const all = rows.reduce((sum, [, seconds]) => sum + seconds, 0);
  const largest = rows.slice(0, 5).map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`);
  return `${all.toFixed(2)} (${largest.join(', ')})`;
}

/** Statements that insert the rows of the numbers $1 to $2. */
export interface GeneratedRows {
  readonly service: ServiceName;
  readonly statements: readonly string[];
  /** Tables whose indexes are built after the rows: random keys in millions of rows take hours one by one. */
  readonly indexedAfterwards?: readonly string[];
}

/** Rows that one statement inserts. */
const ROWS_PER_STATEMENT = 50_000;

/**
 * Inserts generated rows without triggers and foreign keys, which would take longer than the measurement. The rows are
 * such as the triggers would have accepted. Prints the duration and the size of the database.
 */
export async function insertGenerated(
  stack: Stack,
  { service, statements, indexedAfterwards = [] }: GeneratedRows,
  from: number,
  to: number,
): Promise<void> {
  const began = performance.now();
  await asSuperuser(stack, service, async (query) => {
    await query(
      "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'",
    );
    // Postgres ignores an index that is not ready; REINDEX makes it ready again. The services' jobs go on meanwhile, and
    // find their rows by partial indexes.
    await query(
      `UPDATE pg_index SET indisready = false, indisvalid = false
       WHERE indrelid = ANY($1::text[]::regclass[]) AND indpred IS NULL`,
      [indexedAfterwards],
    );
    for (let first = from; first <= to; first += ROWS_PER_STATEMENT)
      for (const statement of statements)
        await query(statement, [first, Math.min(to, first + ROWS_PER_STATEMENT - 1)]);
    for (const table of indexedAfterwards) await query(`REINDEX TABLE ${table}`);
    await query('VACUUM ANALYZE');
    await query('CHECKPOINT');
    const [row] = await query<{ mib: number }>(
      'SELECT (pg_database_size(current_database()) / 1048576)::int AS mib',
    );
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    console.log(`  ${service}: filled to ${to} in ${seconds} s; the database has ${row?.mib} MiB`);
  });
}

type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Runs statements in a service's database as the superuser. */
export function asSuperuser<T>(
  stack: Stack,
  service: ServiceName,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const url = new URL(stack.servers.postgres.url);
  url.pathname = `/${databaseName('', service)}`;
  return withClient(url.toString(), (client) =>
    work(async <Row>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query(text, values.length > 0 ? [...values] : undefined);
      return rows as Row[];
    }),
  );
}
