import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Player } from '@fifteen/testkit/player';
import { openStack, type Stack } from '@fifteen/testkit/stack';
import { cpuOf } from './bench/cpu.ts';
import { idOf, CORRESPONDENT_ID, ROWS, seed } from './bench/lists-seed.ts';
import { sendAtRate, type RequestResults } from './bench/open-loop.ts';
import { quantile, quantiles } from './bench/quantiles.ts';
import { measureQuietRounds } from './bench/quiet-rounds.ts';
import { retryWhenBusy } from './lib/retry-when-busy.ts';
import { machine } from './bench/site.ts';

const HELP = `Measures every list call through the gateway, with ${ROWS} friends, messages, finished games and online users.

  npm run bench:lists                     100 calls a second for 5 s each
  npm run bench:lists -- --rate 50        so many calls a second
                         --seconds 20     for so long each
                         --only search    those with this in their names

It starts a product of its own on servers of its own and stops it. The first line, the health check, shows how
much of the times the machine itself takes.`;

/** Target in milliseconds for 95 of 100 calls. */
const TARGET_MS = 50;
/** Players who send requests at the same time. The limits of each are raised. */
const LIST_OWNERS = 20;
const SEARCHERS = 20;
/**
 * Seconds before the measurement, in which Node compiles the code of a call, as in a process that has run for minutes.
 */
const WARM_UP_S = 5;
/** Pages to the middle of a player's games. */
const PAGES_TO_MIDDLE = 50;

/** Settings that keep replicas from consuming the events of the seed, which writes games to the database directly. */
const BENCH_ENV = {
  leaderboard: { COMPARE_SECONDS: '3600', CLOSE_INTERVAL_SECONDS: '3600' },
  gateway: { PLAYER_LIMIT_SCALE: '1000' },
};

interface List {
  name: string;
  /** Path for the n-th caller. POST with a body. */
  path: string | ((n: number) => string);
  body?: (n: number) => object;
  by?: Player[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(HELP);
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-bench-'));
  const site = { dir, namespace: '', durable: false, report: console.log };
  const stack = await openStack(site, { own: true, env: BENCH_ENV });
  try {
    await measureAll(stack, Number(values.rate) || 100, Number(values.seconds) || 5, values.only);
  } finally {
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measureAll(stack: Stack, rate: number, seconds: number, only: string): Promise<void> {
  const owners = await openGuests(stack.url, LIST_OWNERS);
  console.log(`${machine}; filling the lists of ${LIST_OWNERS} players`);
  await seed(
    stack,
    owners.map(({ user }) => user.id),
  );
  const searchers = await openGuests(stack.url, SEARCHERS);
  const lists = (await listsOf(owners, searchers)).filter(({ name }) => name.includes(only));
  console.log(`\n${rate} calls/s for ${seconds} s each; ms      p50     p95     p99     max    KiB`);
  const slow: string[] = [];
  for (const list of lists) {
    const by = list.by ?? owners;
    let sent = 0;
    const send = () => request(list, by[(sent += 1) % by.length], sent);
    await sendAtRate(rate, WARM_UP_S, send);
    const { rounds, note } = await measureQuietRounds(1, async () => {
      const before = cpuOf(stack.pids());
      return { results: await sendAtRate(rate, seconds, send), before, after: cpuOf(stack.pids()) };
    });
    for (const { results, before, after } of rounds) {
      report(list.name, results, before, after, note);
      if (quantile(results.times, 0.95) > TARGET_MS || results.failed.size > 0) slow.push(list.name);
    }
  }
  console.log(`\nload of the machine: ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    slow.length === 0 ? `all within ${TARGET_MS} ms at p95` : `slower, or with errors: ${slow.join(', ')}`,
  );
}

async function openGuests(url: string, count: number): Promise<Player[]> {
  const all: Player[] = [];
  while (all.length < count) all.push(await retryWhenBusy(() => Player.guest(url)));
  return all;
}

async function listsOf(owners: Player[], searchers: Player[]): Promise<List[]> {
  const cursors = await Promise.all(owners.map(cursorsOf));
  const cursorsFor = (n: number) => cursors[n % cursors.length] ?? { message: '', game: '' };
  const search = (length: number) => (n: number) => ({ name: searchName(n).slice(0, length) });
  return [
    { name: 'health check', path: '/api/health' },
    { name: 'friends, first page', path: '/api/friends' },
    { name: 'friends, 50 of them', path: '/api/friends?limit=50' },
    { name: 'friends, in the middle', path: `/api/friends?cursor=r.${idOf(ROWS / 4)}` },
    { name: 'requests', path: '/api/friends/requests' },
    { name: 'blocked', path: '/api/users/blocked' },
    { name: 'messages, newest', path: `/api/chat/${CORRESPONDENT_ID}` },
    {
      name: 'messages, in the middle',
      path: (n) => `/api/chat/${CORRESPONDENT_ID}?before=${cursorsFor(n).message}`,
    },
    { name: 'games, newest', path: '/api/games' },
    { name: 'games, in the middle', path: (n) => `/api/games?cursor=${cursorsFor(n).game}` },
    { name: 'online', path: '/api/users/online' },
    {
      name: 'search, 4 letters',
      path: '/api/users/search',
      body: search(4),
      by: searchers.slice(0, SEARCHERS / 2),
    },
    {
      name: 'search, 2 letters',
      path: '/api/users/search',
      body: search(2),
      by: searchers.slice(SEARCHERS / 2),
    },
  ];
}

/** Returns a name with letters that many names have. */
const searchName = (n: number): string => ((n * 7919) % 65_536).toString(16).padStart(4, 'a');

/** Returns the cursors of the middle of a player's messages and games. */
async function cursorsOf({ api }: Player): Promise<{ message: string; game: string }> {
  const { messages } = await api.chat.history({ params: { userId: CORRESPONDENT_ID } });
  const { games } = await api.games.history({});
  const last = games.at(-1);
  const middle = new Date(Date.parse(last?.finishedAt ?? '') - PAGES_TO_MIDDLE * 20 * 60_000);
  return {
    message: String(Number(messages.at(-1)?.id) - ROWS / 2),
    game: Buffer.from(`${middle.toISOString()} ${last?.id}`).toString('base64url'),
  };
}

function request({ path, body }: List, by: Player | undefined, n: number): Promise<Response> {
  const url = new URL(typeof path === 'string' ? path : path(n), by?.url);
  const cookie = by?.cookie ?? '';
  if (!body) return fetch(url, { headers: { cookie } });
  return fetch(url, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body(n)),
  });
}

function report(
  name: string,
  results: RequestResults,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  note: string,
): void {
  const kib = (results.bytes / 1_024).toFixed(1).padStart(7);
  console.log(`  ${name.padEnd(28)}${quantiles(results.times)}${kib}`);
  const used = [...after].map(([unit, seconds]) => [unit, seconds - (before.get(unit) ?? 0)] as const);
  const cpu = used.filter(([, seconds]) => seconds >= 0.05).sort(([, a], [, b]) => b - a);
  console.log(
    `    CPU s: ${cpu.map(([unit, seconds]) => `${unit} ${seconds.toFixed(2)}`).join(', ') || 'none'}; ${note}`,
  );
  for (const [reason, times] of results.failed) console.log(`    ${times} failed: ${reason}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
