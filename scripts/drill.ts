import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAppError } from '@fifteen/runtime';
import type { Player } from '@fifteen/testkit/player';
import { connect } from './admin/connect.ts';
import { checkLedger } from './admin/ledger.ts';
import { Guest } from './drill/guest.ts';
import { hit, roll, signalOf } from './drill/harm.ts';
import { readNote } from './lib/note.ts';

const HELP = `Harms the product that runs in this checkout (make run) while people play for coins, and says what came of it.

  npm run drill -- kill NAME...    hits these processes in turn
      --signal KILL                KILL, TERM, or STOP (halted for 8 s)
      --times 3                    how many hits in all
  npm run drill -- roll [NAME...]  replaces every process of these services, or of all, one after the other, in order;
                                   start with REPLICAS=2 make run, so that there is always another one
  npm run drill -- check           harms nothing: plays, and holds the books against it

      --tables 4                   games at once; 0 where others play already (npm run k6)
      --bet 5000                   coins of a game: 0, 5000 or 1000000
      --every 5                    seconds between two hits

NAME is a service (all its processes), one process (game.2), postgres, redis or nats.

Afterwards every game that was announced must have ended by the rules with every move that was told of, every purse must
hold what the games gave, and the ledger must be right. Exit code: 0 when all of it is so.`;

/** Before the first hit and after the last one games are under way. */
const CALM_MS = 3_000;
/** Games that a player can lose in a drill. */
const GAMES = 1_000;
const say = (line: string) => console.log(`  ${line}`);

const options = {
  signal: { type: 'string', default: 'KILL' },
  times: { type: 'string', default: '3' },
  tables: { type: 'string', default: '4' },
  bet: { type: 'string', default: '5000' },
  every: { type: 'string', default: '5' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = '', ...names] = positionals;
  const everyMs = number('every', values.every) * 1_000;
  const harms: Readonly<Record<string, () => Promise<void>>> = {
    kill: () =>
      hit({ names, signal: signalOf(values.signal), times: number('times', values.times), everyMs }, say),
    roll: () => roll(names, everyMs, say),
    check: () => sleep(everyMs),
  };
  const harm = harms[command];
  if (values.help || !harm || (command === 'kill' && names.length === 0)) {
    console.log(HELP);
    return values.help === true;
  }
  return drill(harm, number('tables', values.tables), number('bet', values.bet));
}

async function drill(harm: () => Promise<void>, tables: number, bet: number): Promise<boolean> {
  const { neighbours, close } = connect();
  try {
    const guests = await enter(tables * 2, bet, async ({ user: { id: userId } }) => {
      const amount = GAMES * Math.max(1, bet);
      await neighbours.economy.topUp({ userId, amount, reference: `drill-${userId}` });
    });
    const over = new AbortController();
    const played = Promise.allSettled(guests.map((guest) => guest.play(over.signal)));
    await sleep(CALM_MS);
    await harm().finally(() => over.abort());
    say('the last games are played to their end');
    const lost = (await played).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    const faults = [...lost, ...(await Promise.all(guests.map((guest) => guest.faults()))).flat()];
    for (const guest of guests) guest.player.close();
    const right = await checkLedger([])(neighbours);
    return verdict(guests, faults, right);
  } finally {
    await close();
  }
}

/** Lets them in one after the other; each goes to the next gateway. */
async function enter(count: number, bet: number, topUp: (player: Player) => Promise<void>): Promise<Guest[]> {
  const { urls } = readNote();
  const guests: Guest[] = [];
  while (guests.length < count)
    guests.push(await Guest.enter(urls[guests.length % urls.length] ?? '', bet, topUp));
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
    console.error(isAppError(error) ? `${error.code}: ${error.message}` : (error as Error).message);
    process.exit(1);
  },
);
