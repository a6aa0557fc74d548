import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOf } from './bench/cpu.ts';
import { Crowds } from './bench/crowds.ts';
import { quantile } from './bench/quantiles.ts';
import { quietest } from './bench/quiet.ts';
import { LINE, Seat } from './bench/seat.ts';
import { machine, siteToMeasure, type Site } from './bench/site.ts';
import { Table, type Times } from './bench/table.ts';

const HELP = `Measures what spectators cost the players: games in rooms without and with people who watch, in turns, against the
running product. Those who watch live in a process of their own.

  npm run bench:watched
    --watchers 50   people who watch a game
    --games 20      games of each kind in a round
    --rounds 8      rounds; one before them is not counted, and loud ones are played again

BASE_URL measures another site; without it, the one that runs here, with the CPU of its gateway.`;

/** Groups of spectators, which alternate because a user may join at most ten rooms a minute. */
const CROWDS = 6;
/** Milliseconds between two moves of a game, so that each is measured alone. */
const PAUSE_MS = 20;
/** Milliseconds before a measurement after spectators have joined or left. */
const SETTLE_MS = 300;

/** Measurements of a set of games. */
interface Taken {
  /** Milliseconds from sending a move to receiving it, by the player and by the opponent. */
  readonly times: number[];
  /** CPU seconds of the gateway during the moves. */
  gateway: number;
  moves: number;
  /** Frames to spectators. */
  frames: number;
}

interface Round {
  alone: Taken;
  watched: Taken;
}

const nothing = (): Taken => ({ times: [], gateway: 0, moves: 0, frames: 0 });

/** Plays one game of two new players, with or without spectators. */
async function play(site: Site, crowds: Crowds | undefined, taken: Taken): Promise<void> {
  const [owner, other] = (await Promise.all([Seat.open(site.url), Seat.open(site.url)])) as [Seat, Seat];
  const { id, code } = await owner.openRoom();
  await other.enter(code);
  await crowds?.watch(code);
  const begun = Promise.all([owner.begun(), other.begun()]);
  await owner.start(id);
  await begun;
  await sleep(SETTLE_MS);
  const before = { gateway: gatewayOf(site), frames: (await crowds?.frames()) ?? 0 };
  const times: Times = { own: taken.times, opponent: taken.times };
  const table = new Table(owner, other, times);
  table.onReady = () => {
    if (table.ready) setTimeout(() => table.move(performance.now()), PAUSE_MS);
  };
  table.move(performance.now());
  await table.over;
  taken.gateway += gatewayOf(site) - before.gateway;
  taken.frames += ((await crowds?.frames()) ?? 0) - before.frames;
  taken.moves += LINE.length;
  await Promise.all([owner.leave(id), other.leave(id)]);
  await sleep(SETTLE_MS);
}

const gatewayOf = ({ pids }: Site): number => {
  const { gateway } = pids;
  return gateway ? (cpuOf({ gateway }).get('gateway') ?? 0) : 0;
};

/** Plays games of both kinds in turns, so that other load of the machine affects both alike. */
async function round(site: Site, crowds: Crowds, games: number): Promise<Round> {
  const taken = { alone: nothing(), watched: nothing() };
  for (let game = 0; game < games; game += 1) {
    await play(site, undefined, taken.alone);
    await play(site, crowds, taken.watched);
  }
  return taken;
}

const SHARES = [0.5, 0.95, 0.99] as const;

const median = (values: readonly number[]): number => quantile(values, 0.5);

function report(watchers: number, rounds: readonly Round[]): void {
  const all = { alone: rounds.map(({ alone }) => alone), watched: rounds.map(({ watched }) => watched) };
  const at = ({ times }: Taken) => SHARES.map((share) => quantile(times, share));
  const medians = (rows: readonly (readonly number[])[]) =>
    SHARES.map((_, share) => median(rows.map((row) => row[share] ?? NaN)));
  // Compares the rounds one by one, because a pause of the machine falls into one half of a round.
  const changes = rounds.map(({ alone, watched }) => {
    const without = at(alone);
    return at(watched).map((ms, share) => ms / (without[share] ?? ms) - 1);
  });
  const line = (title: string, cells: readonly string[]) =>
    console.log(title.padEnd(20) + cells.map((cell) => cell.padStart(8)).join(''));
  console.log('\nms from sending a move to a player’s screen, medians of the rounds');
  line('', ['p50', 'p95', 'p99']);
  line(
    '  nobody watches',
    medians(all.alone.map(at)).map((ms) => ms.toFixed(2)),
  );
  line(
    `  ${watchers} people watch`,
    medians(all.watched.map(at)).map((ms) => ms.toFixed(2)),
  );
  line(
    '  change',
    medians(changes).map((share) => `${(100 * share).toFixed(0)} %`),
  );

  const sum = (sets: readonly Taken[], of: 'gateway' | 'moves' | 'frames') =>
    sets.reduce((total, one) => total + one[of], 0);
  const [alone, watched] = [all.alone, all.watched].map(
    (sets) => sum(sets, 'gateway') / sum(sets, 'moves'),
  ) as [number, number];
  if (alone === 0) return;
  const frames = sum(all.watched, 'frames') / sum(all.watched, 'moves');
  console.log(`
CPU of the gateway: ${(alone * 1e3).toFixed(2)} ms for a move that nobody watches, ${(watched * 1e3).toFixed(2)} ms for one that is watched,
${(((watched - alone) / frames) * 1e6).toFixed(0)} µs for each frame to somebody who watches`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      watchers: { type: 'string', default: '50' },
      games: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '8' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const [watchers, games, rounds] = [values.watchers, values.games, values.rounds].map(Number) as [
    number,
    number,
    number,
  ];
  const site = siteToMeasure();
  console.log(`${site.url}, ${machine}`);
  const crowds = await Crowds.open(site.url, CROWDS, watchers);
  await round(site, crowds, games);
  const { rounds: counted, note } = await quietest(rounds, async () => {
    const taken = await round(site, crowds, games);
    const p99 = [taken.alone, taken.watched].map(({ times }) => quantile(times, 0.99).toFixed(1));
    console.log(`  a round: p99 ${p99.join(' ms without, ')} ms with ${watchers} people who watch`);
    return taken;
  });
  console.log(`\n${counted.length} rounds; ${note}`);
  report(watchers, counted);
  crowds.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
