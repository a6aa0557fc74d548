import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainError } from './lib/explain-error.ts';
import { countOption, numberOption } from './lib/number-option.ts';
import type { Target } from './drill/target.ts';
import { checkout } from './drill/checkout.ts';
import { cluster } from './drill/cluster.ts';
import { Guest } from './drill/guest.ts';
import { type FaultContext, injectFault, rollingRestart, parseSignal } from './drill/faults.ts';

const HELP = `Injects faults while players play for coins, and checks that nothing was lost: in the product of this checkout
(make run), or in one on a cluster.

  npm run drill -- kill NAME...    signals these processes in turn
      --signal KILL                KILL, TERM, or STOP (suspended for 8 s)
      --times 3                    number of signals in all
  npm run drill -- rolling-restart [NAME...]
                                   replaces every process of these services, or of all, gracefully and one after the other;
                                   start with REPLICAS=2 make run, so that there is always another one
  npm run drill -- check           injects no fault: plays, and compares the ledger

      --games 4                    games at once; 0 where others play already (npm run k6)
      --bet 5000                   coins of a game: 0, 5000 or 1000000; with a bet, players who search meanwhile can win some
      --every 5                    seconds between two signals
      --namespace fifteen          on the cluster of kubectl's context, where the chart was installed in this namespace
      --url https://play.example   address for players of that cluster; all of them come from this machine, and count for
                                   RATE_LIMIT_SCALE

NAME is a service (all its processes), here also one process (game.2), postgres, redis or nats. KILL kills the processes in a
pod and leaves the pod, TERM deletes it.

Afterwards every announced game must have ended by the rules with every acknowledged move, every balance must match the
games, and the ledger must be consistent. Exit code: 0 if all of this holds.`;

/** Milliseconds of games before the first failure and after the last one. */
const PLAY_BEFORE_AND_AFTER_MS = 3_000;
/** Games that a player can afford to lose in a drill. */
const AFFORDABLE_GAMES = 1_000;
const report = (line: string) => console.log(`  ${line}`);

const options = {
  signal: { type: 'string', default: 'KILL' },
  times: { type: 'string', default: '3' },
  games: { type: 'string', default: '4' },
  bet: { type: 'string', default: '5000' },
  every: { type: 'string', default: '5' },
  namespace: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean' },
} as const;

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = '', ...names] = positionals;
  const everyMs = numberOption('every', values.every) * 1_000;
  const times = countOption('times', values.times, 1);
  const faults: Readonly<Record<string, (context: FaultContext) => Promise<void>>> = {
    kill: (context) => injectFault({ names, signal: parseSignal(values.signal), times }, context),
    'rolling-restart': (context) => rollingRestart(names, context),
    check: () => sleep(everyMs),
  };
  const fault = faults[command];
  if (values.help || !fault || (command === 'kill' && names.length === 0)) {
    console.log(HELP);
    return values.help === true;
  }
  const target = targetOf(values);
  try {
    const play = { games: countOption('games', values.games), bet: countOption('bet', values.bet) };
    return await drill(() => fault({ target, everyMs, report }), target, play);
  } finally {
    await target.close();
  }
}

function targetOf({ namespace, url }: { namespace?: string; url?: string }): Target {
  if (namespace === undefined && url === undefined) return checkout();
  if (namespace && url) return cluster(namespace, url);
  throw new Error('A cluster needs both --namespace and --url');
}

async function drill(
  fault: () => Promise<void>,
  target: Target,
  { games, bet }: { games: number; bet: number },
): Promise<boolean> {
  const guests = await signInGuests(games * 2, bet, target);
  const stopPlaying = new AbortController();
  const played = Promise.allSettled(guests.map((guest) => guest.play(stopPlaying.signal)));
  await sleep(PLAY_BEFORE_AND_AFTER_MS);
  await fault().finally(() => stopPlaying.abort());
  report('the last games are played to their end');
  const lost = (await played).flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const faults = [...lost, ...(await Promise.all(guests.map((guest) => guest.faults()))).flat()];
  for (const guest of guests) guest.player.close();
  return verdict(guests, faults, await target.auditLedger());
}

/** Signs the guests in, one after the other, each at the next gateway. */
async function signInGuests(count: number, bet: number, { urls, credit }: Target): Promise<Guest[]> {
  const bankroll = AFFORDABLE_GAMES * Math.max(1, bet);
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
  // Guests that played no game have shown nothing.
  const hasShown = guests.length === 0 || games > 0;
  const right = ledger && faults.length === 0 && hasShown;
  const summary = right ? 'Nothing was lost' : hasShown ? 'INCONSISTENT' : 'NO GAME ENDED';
  console.log(`${summary}: ${Math.ceil(games)} games of ${guests.length} guests, ${faults.length} faults.`);
  return right;
}

main().then(
  (right) => process.exit(right ? 0 : 1),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
