import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainError } from './lib/explain-error.ts';
import type { Ground } from './drill/ground.ts';
import { checkout } from './drill/checkout.ts';
import { cluster } from './drill/cluster.ts';
import { Guest } from './drill/guest.ts';
import { hit, roll, signalOf, type Scene } from './drill/harm.ts';

const HELP = `Harms the product while people play for coins, and says what came of it: the product that runs in this checkout
(make run), or one on a cluster.

  npm run drill -- kill NAME...    hits these processes in turn
      --signal KILL                KILL, TERM, or STOP (halted for 8 s)
      --times 3                    how many hits in all
  npm run drill -- roll [NAME...]  replaces every process of these services, or of all, one after the other, in order;
                                   start with REPLICAS=2 make run, so that there is always another one
  npm run drill -- check           harms nothing: plays, and holds the books against it

      --tables 4                   games at once; 0 where others play already (npm run k6)
      --bet 5000                   coins of a game: 0, 5000 or 1000000
      --every 5                    seconds between two hits
      --namespace fifteen          on the cluster of kubectl's context, where the chart was installed in this namespace
      --url https://play.example   and where people come in there; all of the drill's come from this machine, and are
                                   held to RATE_LIMIT_SCALE

NAME is a service (all its processes), here also one process (game.2), postgres, redis or nats. KILL kills what runs in a pod
and leaves the pod, TERM deletes it.

Afterwards every game that was announced must have ended by the rules with every move that was told of, every purse must
hold what the games gave, and the ledger must be right. Exit code: 0 when all of it is so.`;

/** Milliseconds of games before the first failure and after the last one. */
const CALM_MS = 3_000;
/** Games that a player can afford to lose in a drill. */
const GAMES = 1_000;
const report = (line: string) => console.log(`  ${line}`);

const options = {
  signal: { type: 'string', default: 'KILL' },
  times: { type: 'string', default: '3' },
  tables: { type: 'string', default: '4' },
  bet: { type: 'string', default: '5000' },
  every: { type: 'string', default: '5' },
  namespace: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = '', ...names] = positionals;
  const everyMs = number('every', values.every) * 1_000;
  const harms: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
    kill: (scene) =>
      hit({ names, signal: signalOf(values.signal), times: number('times', values.times) }, scene),
    roll: (scene) => roll(names, scene),
    check: () => sleep(everyMs),
  };
  const harm = harms[command];
  if (values.help || !harm || (command === 'kill' && names.length === 0)) {
    console.log(HELP);
    return values.help === true;
  }
  const ground = groundOf(values);
  try {
    const play = { tables: number('tables', values.tables), bet: number('bet', values.bet) };
    return await drill(() => harm({ ground, everyMs, report }), ground, play);
  } finally {
    await ground.close();
  }
}

function groundOf({ namespace, url }: { namespace?: string; url?: string }): Ground {
  if (namespace === undefined && url === undefined) return checkout();
  if (namespace && url) return cluster(namespace, url);
  throw new Error('A cluster needs both --namespace and --url');
}

async function drill(
  harm: () => Promise<void>,
  ground: Ground,
  { tables, bet }: { tables: number; bet: number },
): Promise<boolean> {
  const guests = await enter(tables * 2, bet, ground);
  const over = new AbortController();
  const played = Promise.allSettled(guests.map((guest) => guest.play(over.signal)));
  await sleep(CALM_MS);
  await harm().finally(() => over.abort());
  report('the last games are played to their end');
  const lost = (await played).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const faults = [...lost, ...(await Promise.all(guests.map((guest) => guest.faults()))).flat()];
  for (const guest of guests) guest.player.close();
  return verdict(guests, faults, await ground.ledgerIsRight());
}

/** Signs the guests in, one after the other, each at the next gateway. */
async function enter(count: number, bet: number, { urls, credit }: Ground): Promise<Guest[]> {
  const bankroll = GAMES * Math.max(1, bet);
  const guests: Guest[] = [];
  while (guests.length < count)
    guests.push(
      await Guest.enter(urls[guests.length % urls.length] ?? '', bet, ({ user }) =>
        credit(user.id, bankroll),
      ),
    );
  return guests;
}

function verdict(guests: readonly Guest[], faults: readonly string[], ledger: boolean): boolean {
  const games = guests.reduce((sum, guest) => sum + guest.games, 0) / 2;
  for (const fault of faults) console.log(`  ${fault}`);
  const right = ledger && faults.length === 0;
  console.log(
    `${right ? 'Nothing was lost' : 'NOT RIGHT'}: ${Math.ceil(games)} games of ${guests.length} people, ${faults.length} faults.`,
  );
  return right;
}

function number(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${name} must be a number of 0 or more`);
}

main().then(
  (right) => process.exit(right ? 0 : 1),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
