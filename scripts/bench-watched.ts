import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cpuOf } from './bench/cpu.ts';
import { SpectatorGroups } from './bench/spectator-groups.ts';
import { median, quantile } from './bench/quantiles.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { DRAWN_GAME, BenchPlayer } from './bench/bench-player.ts';
import { machine, siteToMeasure, type Site } from './bench/site.ts';
import { BenchGame, type Times } from './bench/bench-game.ts';

const HELP = `Measures what spectators cost the players: games in rooms without and with spectators, in turns, against the
running product. The spectators live in a process of their own.

  npm run bench:watched
    --watchers 50   spectators of a game
    --games 20      games of each kind in a round
    --rounds 8      rounds; one before them is not counted, and noisy ones are repeated

BASE_URL measures another site; without it, the one that runs here, with the CPU of its gateway.`;

/** Groups of spectators, which alternate because a user may join at most ten rooms a minute. */
const SPECTATOR_GROUPS = 6;
/** Milliseconds between two moves of a game, so that each is measured alone. */
const BETWEEN_MOVES_MS = 20;
/** Milliseconds before a measurement after spectators have joined or left. */
const SETTLE_MS = 300;

/** Measurements of a set of games. */
interface Measurements {
  /** Milliseconds from sending a move to receiving it, by the player and by the opponent. */
  readonly times: number[];
  /** CPU seconds of the gateway during the moves. */
  gateway: number;
  moves: number;
  /** Frames to spectators. */
  frames: number;
}

interface RoundMeasurements {
  alone: Measurements;
  watched: Measurements;
}

const noMeasurements = (): Measurements => ({ times: [], gateway: 0, moves: 0, frames: 0 });

/** Plays one game of two new players, with or without spectators. */
async function play(site: Site, groups: SpectatorGroups | undefined, measured: Measurements): Promise<void> {
  const [owner, other] = (await Promise.all([BenchPlayer.open(site.url), BenchPlayer.open(site.url)])) as [
    BenchPlayer,
    BenchPlayer,
  ];
  const { id, code } = await owner.openRoom();
  await other.joinRoom(code);
  await groups?.watch(code);
  const started = Promise.all([owner.nextGameStarted(), other.nextGameStarted()]);
  await owner.startGame(id);
  await started;
  await sleep(SETTLE_MS);
  const before = { gateway: gatewayOf(site), frames: (await groups?.frames()) ?? 0 };
  const times: Times = { own: measured.times, opponent: measured.times };
  const game = new BenchGame(owner, other, times);
  game.onReceivedByBoth = () => {
    if (game.canMove) setTimeout(() => game.move(performance.now()), BETWEEN_MOVES_MS);
  };
  game.move(performance.now());
  await game.finished;
  measured.gateway += gatewayOf(site) - before.gateway;
  measured.frames += ((await groups?.frames()) ?? 0) - before.frames;
  measured.moves += DRAWN_GAME.length;
  await Promise.all([owner.leaveRoom(id), other.leaveRoom(id)]);
  for (const player of [owner, other]) player.close();
  await sleep(SETTLE_MS);
}

const gatewayOf = ({ pids }: Site): number => {
  const { gateway } = pids;
  return gateway ? (cpuOf({ gateway }).get('gateway') ?? 0) : 0;
};

/** Plays games of both kinds in turns, so that other load of the machine affects both alike. */
async function round(site: Site, groups: SpectatorGroups, games: number): Promise<RoundMeasurements> {
  const measured = { alone: noMeasurements(), watched: noMeasurements() };
  for (let game = 0; game < games; game += 1) {
    await play(site, undefined, measured.alone);
    await play(site, groups, measured.watched);
  }
  return measured;
}

const QUANTILES = [0.5, 0.95, 0.99] as const;

function report(watchers: number, rounds: readonly RoundMeasurements[]): void {
  const all = { alone: rounds.map(({ alone }) => alone), watched: rounds.map(({ watched }) => watched) };
  const at = ({ times }: Measurements) => QUANTILES.map((share) => quantile(times, share));
  const medians = (rows: readonly (readonly number[])[]) =>
    QUANTILES.map((_, share) => median(rows.map((row) => row[share] ?? NaN)));
  // Compares the rounds one by one, because a pause of the machine falls into one half of a round.
  const changes = rounds.map(({ alone, watched }) => {
    const without = at(alone);
    return at(watched).map((ms, share) => ms / (without[share] ?? ms) - 1);
  });
  const printRow = (title: string, cells: readonly string[]) =>
    console.log(title.padEnd(20) + cells.map((cell) => cell.padStart(8)).join(''));
  console.log('\nms from sending a move to a player’s screen, medians of the rounds');
  printRow('', ['p50', 'p95', 'p99']);
  printRow(
    '  without spectators',
    medians(all.alone.map(at)).map((ms) => ms.toFixed(2)),
  );
  printRow(
    `  with ${watchers} spectators`,
    medians(all.watched.map(at)).map((ms) => ms.toFixed(2)),
  );
  printRow(
    '  change',
    medians(changes).map((share) => `${(100 * share).toFixed(0)} %`),
  );

  const sum = (sets: readonly Measurements[], of: 'gateway' | 'moves' | 'frames') =>
    sets.reduce((total, one) => total + one[of], 0);
  const [alone, watched] = [all.alone, all.watched].map(
    (sets) => sum(sets, 'gateway') / sum(sets, 'moves'),
  ) as [number, number];
  if (alone === 0) return;
  const frames = sum(all.watched, 'frames') / sum(all.watched, 'moves');
  console.log(`
CPU of the gateway: ${(alone * 1e3).toFixed(2)} ms for a move without spectators, ${(watched * 1e3).toFixed(2)} ms with them,
${(((watched - alone) / frames) * 1e6).toFixed(0)} µs for each frame to a spectator`);
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
  const groups = await SpectatorGroups.open(site.url, SPECTATOR_GROUPS, watchers);
  await round(site, groups, games);
  const { rounds: counted, note } = await measureQuietRounds(rounds, async () => {
    const measured = await round(site, groups, games);
    const p99 = [measured.alone, measured.watched].map(({ times }) => quantile(times, 0.99).toFixed(1));
    console.log(`  a round: p99 ${p99.join(' ms without, ')} ms with ${watchers} spectators`);
    return measured;
  });
  console.log(`\n${counted.length} rounds; ${note}`);
  report(watchers, counted);
  groups.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
