import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLog, Lifecycle, openNats, type Nats } from '@fifteen/runtime';
import pg from 'pg';
import { BenchPlayer } from './bench/bench-player.ts';
import { readConsumerLag } from './bench/consumer-lag.ts';
import { ContinuousPlay } from './bench/continuous-play.ts';
import { creditCoins } from './bench/credit-coins.ts';
import { readMemory } from './bench/memory.ts';
import { sumOfMetric } from './bench/metrics.ts';
import { openPlayers } from './bench/open-players.ts';
import { machine } from './bench/site.ts';
import { soakFailures } from './bench/soak-limits.ts';
import { LIVE, SoakSeries, type Judgement } from './bench/soak-series.ts';
import { explainError } from './lib/explain-error.ts';
import { numberOption } from './lib/number-option.ts';
import { readRunningProduct, type RunningProduct } from './lib/running-product.ts';

const HELP = `Plays at half of what the product carries for two hours, partly for coins, with guests who come and go, and watches
whether anything grows: live objects, memory, connections, tables that keep no history, rows that jobs delete, events that wait,
dead letters, games without payment. The slope of a line through the samples decides. Fails as well when a value is missing, a
process restarts, messages are rejected, and, from two hours on, when a slope is unclear: those of live heaps need that long.

  PLAYER_LIMIT_SCALE=1000 make run
  make soak
    --minutes 120
    --rate 100       moves a second
    --every 10       seconds between two samples`;

/** Share of the time that fills caches, and is not judged. */
const WARM_UP = 0.25;
/**
 * Tables that keep what happened: they grow by design, with games and accounts, because their rows stay for days at least
 * (docs/retention.md).
 */
const HISTORY =
  /^(game|move|round|room|outbox|inbox|journal_entry|transfer|account|stake|stake_.*|user.*|session.*|record.*|week.*|opponent.*|.*_game.*|player.*|reward|owned_item|fair_play_signal|audited_account|address.*|device.*|sighting|rematch_request|start_request)$/;
/** Tables whose rows a job deletes within minutes, by database. Their rows are counted, because a row takes few bytes. */
const QUEUES: Readonly<Record<string, readonly string[]>> = {
  economy: ['unaudited_entry'],
  identity: ['guest_request', 'missing_wallet'],
};

type Sample = Map<string, { value: number; unit: string }>;

/** Returns the size of each table without history, and the rows of the queues, by database. */
async function readTables(databases: Readonly<Record<string, pg.Client>>): Promise<Sample> {
  const sample: Sample = new Map();
  for (const [name, client] of Object.entries(databases)) {
    const { rows } = await client.query<{ name: string; kib: number }>(
      `SELECT relname AS name, pg_total_relation_size(oid)::float8 / 1024 AS kib
         FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    for (const table of rows)
      if (!HISTORY.test(table.name)) sample.set(`${name}.${table.name}`, { value: table.kib, unit: 'kB' });
    for (const queue of QUEUES[name] ?? []) {
      const count = await client.query<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${queue}`);
      sample.set(`rows of ${name}.${queue}`, { value: count.rows[0]?.rows ?? NaN, unit: 'rows' });
    }
  }
  return sample;
}

async function takeSample(
  { pids, metrics }: RunningProduct,
  databases: Readonly<Record<string, pg.Client>>,
  nats: Nats,
): Promise<Sample> {
  const sample = await readTables(databases);
  for (const [name, value] of await readConsumerLag(nats)) sample.set(name, { value, unit: 'events' });
  for (const [name, mib] of readMemory(pids)) sample.set(`memory of ${name}`, { value: mib, unit: 'MiB' });
  for (const [name, url] of Object.entries(metrics)) {
    const bytes = await sumOfMetric([url], 'fifteen_live_heap_bytes');
    sample.set(`live heap of ${name}`, { value: bytes / 2 ** 20, unit: LIVE });
  }
  const urls = Object.values(metrics);
  const gauges = {
    'connections to Postgres': ['fifteen_pg_pool_connections', 'connections'],
    sockets: ['fifteen_ws_connections', 'connections'],
    'events that are not published': ['fifteen_outbox_pending_events', 'events'],
    'games without payment': ['fifteen_games_unsettled', 'games'],
    'dead-lettered events': ['fifteen_events_dead_lettered', 'dead letters'],
  } as const;
  for (const [name, [metric, unit]] of Object.entries(gauges))
    sample.set(name, { value: await sumOfMetric(urls, metric), unit });
  return sample;
}

async function openDatabases(product: RunningProduct): Promise<Record<string, pg.Client>> {
  const databases: Record<string, pg.Client> = {};
  for (const [name, { url }] of Object.entries(product.databases)) {
    databases[name] = new pg.Client(url);
    await databases[name].connect();
  }
  return databases;
}

function openBroker({ natsUrl }: RunningProduct): Promise<Nats> {
  const log = createLog('soak', 'warn', process.stderr);
  return openNats(
    { service: 'soak', url: natsUrl, namespace: process.env.NAMESPACE ?? '' },
    { log, lifecycle: new Lifecycle(log) },
  );
}

/** Judges and prints each series. */
function judge(all: ReadonlyMap<string, SoakSeries>): Map<string, Judgement> {
  const judgements = new Map<string, Judgement>();
  console.log(
    '| series | unit | mean | an hour | ± | % an hour | missing samples | |\n| --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const [name, series] of all) {
    const judgement = series.judge();
    const { mean, slope, error, missing, verdict } = judgement;
    judgements.set(name, judgement);
    const cells = [mean, slope, error, mean > 0 ? (100 * slope) / mean : 0].map((value) => value.toFixed(1));
    console.log(`| ${[name, series.unit, ...cells, missing, verdict].join(' | ')} |`);
  }
  return judgements;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '120' },
      rate: { type: 'string', default: '100' },
      every: { type: 'string', default: '10' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const minutes = numberOption('minutes', values.minutes);
  const rate = numberOption('rate', values.rate, 1);
  const everyMs = numberOption('every', values.every) * 1_000;
  const product = readRunningProduct();
  const databases = await openDatabases(product);
  const nats = await openBroker(product);
  const mix = { rate, coins: 0.1, rematches: 0.1, guests: 0.05 };
  const players = await openPlayers(product.url, Math.max(20, Math.ceil(rate / 2)));
  await creditCoins(players);
  let errors = 0;
  // A search or game that fails costs two players, not the samples of two hours.
  process.on('unhandledRejection', (error) => {
    errors += 1;
    console.error(explainError(error));
  });
  const tolerate = (player: BenchPlayer): BenchPlayer => {
    player.onError = () => void (errors += 1);
    return player;
  };
  players.forEach(tolerate);
  const openGuest = (): Promise<BenchPlayer | undefined> =>
    BenchPlayer.open(product.url).then(tolerate, () => {
      errors += 1;
      return undefined;
    });
  const play = new ContinuousPlay(mix, players, openGuest);
  void play.run();
  console.log(`${product.url}, ${machine}; ${rate} moves/s for ${minutes} minutes\n`);
  const all = new Map<string, SoakSeries>();
  const length = minutes * 60;
  const began = performance.now();
  for (let at = 0; at < length; at = (performance.now() - began) / 1_000) {
    await sleep(everyMs);
    if (at < length * WARM_UP) continue;
    for (const [name, { value, unit }] of await takeSample(product, databases, nats)) {
      const series = all.get(name) ?? new SoakSeries(unit);
      series.add(at, value);
      all.set(name, series);
    }
  }
  play.stop();
  const judgements = judge(all);
  const { games } = play;
  console.log(`\n${games} games, ${errors} messages and guests rejected`);
  const failures = soakFailures({
    ...{ judgements, minutes, rate, games, rejected: errors },
    pids: { before: product.pids, after: readRunningProduct().pids },
  });
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
