import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { quantiles } from './bench/quantiles.ts';
import { Seat } from './bench/seat.ts';
import { machine, siteToMeasure } from './bench/site.ts';
import { Table, type Times } from './bench/table.ts';

const HELP = `Measures what spectators cost the players: games in rooms, watched and not, in turns, against the running product.

  npm run bench:watched
    --watchers 50   people who watch a game
    --games 30      games of each kind, the first two not counted

BASE_URL measures another site.`;

/** A person enters at most ten rooms a minute: the crowds take turns. */
const CROWDS = 3;
/** Between two moves of a game, so that each is measured alone. */
const PAUSE_MS = 20;
const WARM_UP = 2;

const people = (url: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => Seat.open(url)));

/** Plays one game between two new people, with these watching. */
async function play(url: string, watchers: readonly Seat[], times: Times): Promise<void> {
  const [owner, other] = (await people(url, 2)) as [Seat, Seat];
  const { id, code } = await owner.openRoom();
  await other.enter(code, 'player');
  await Promise.all(watchers.map((watcher) => watcher.enter(code, 'spectator')));
  const begun = Promise.all([owner.begun(), other.begun()]);
  await owner.start(id);
  await begun;
  const table = new Table(owner, other, times);
  table.onReady = () => {
    if (table.ready) setTimeout(() => table.move(performance.now()), PAUSE_MS);
  };
  table.move(performance.now());
  await table.over;
  owner.close();
  other.close();
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      watchers: { type: 'string', default: '50' },
      games: { type: 'string', default: '30' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const { url } = siteToMeasure();
  const crowds: Seat[][] = [];
  while (crowds.length < CROWDS) crowds.push(await people(url, Number(values.watchers)));
  const kinds = { alone: [] as number[], watched: [] as number[] };
  for (let game = 0; game < Number(values.games) + WARM_UP; game += 1) {
    const [alone, watched] = [emptyTimes(), emptyTimes()];
    await play(url, [], alone);
    await play(url, crowds[game % CROWDS] ?? [], watched);
    // Their rooms are left, and 30 entries of three crowds in a minute are not exceeded.
    await sleep(1_000);
    if (game < WARM_UP) continue;
    kinds.alone.push(...alone.own, ...alone.opponent);
    kinds.watched.push(...watched.own, ...watched.opponent);
  }
  console.log(`${url}, ${machine}`);
  console.log(`\nms from sending a move to a player’s screen   p50     p95     p99     max`);
  console.log(`  nobody watches                        ${quantiles(kinds.alone)}`);
  console.log(`  ${values.watchers} people watch`.padEnd(40) + quantiles(kinds.watched));
}

const emptyTimes = (): Times => ({ own: [], opponent: [] });

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
