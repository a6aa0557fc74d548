import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openStack } from '@fifteen/testkit/stack';
import { growBoard } from './bench/growth/board.ts';
import { measureFootprint } from './bench/growth/footprint.ts';
import { growGames } from './bench/growth/games.ts';
import { growHistory } from './bench/growth/history.ts';
import type { Dimension } from './bench/growth/probe.ts';
import { growSockets } from './bench/growth/sockets.ts';
import { growWallets } from './bench/growth/wallets.ts';
import { machine } from './bench/site.ts';
import { explainError } from './lib/explain-error.ts';

const HELP = `Measures how the cost of a move grows with what there is already. Each dimension starts a product of its own on
servers of its own, fills it step by step and measures the same play after each step.

  npm run bench:growth -- games       open games at the same time: 10, 100, 1,000
  npm run bench:growth -- sockets     idle sockets: 100, 1,000, 10,000
  npm run bench:growth -- history     finished games in the databases: 10,000, 100,000, 1,000,000
  npm run bench:growth -- wallets     wallets in the ledger: 10,000, 100,000, 1,000,000
  npm run bench:growth -- board       players on the weekly board: 1,000, 10,000, 100,000
  npm run bench:growth -- footprint   what a move of real play writes: WAL, rows, messages (for the capacity model)
                          --most N    the largest size of the dimension (default: as above)`;

const DIMENSIONS: Readonly<Record<string, { run: Dimension; sizes: readonly number[] }>> = {
  games: { run: growGames, sizes: [10, 100, 1_000, 10_000] },
  sockets: { run: growSockets, sizes: [100, 1_000, 10_000] },
  history: { run: growHistory, sizes: [10_000, 100_000, 1_000_000, 10_000_000] },
  wallets: { run: growWallets, sizes: [10_000, 100_000, 1_000_000, 10_000_000] },
  board: { run: growBoard, sizes: [1_000, 10_000, 100_000, 1_000_000] },
  footprint: { run: measureFootprint, sizes: [100] },
};
/** The largest sizes that a dimension reaches within minutes on two cores. */
const USUAL_MOST: Readonly<Record<string, number>> = {
  games: 1_000,
  sockets: 10_000,
  board: 100_000,
  footprint: 100,
};
const DEFAULT_MAX_SIZE = 1_000_000;

/**
 * Settings that keep jobs from working on the generated rows, limits from stopping players who play too fast, and turns
 * from running out while the other games of a size begin.
 */
const ENV = {
  game: { TURN_SECONDS: '3600' },
  leaderboard: { COMPARE_SECONDS: '3600', CLOSE_INTERVAL_SECONDS: '3600' },
  gateway: { PLAYER_LIMIT_SCALE: '1000', RATE_LIMIT_SCALE: '100000' },
  identity: { RATE_LIMIT_SCALE: '100000' },
};

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { most: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [name = ''] = positionals;
  const dimension = DIMENSIONS[name];
  if (values.help || !dimension) return console.log(HELP);
  const most = Number(values.most ?? USUAL_MOST[name] ?? DEFAULT_MAX_SIZE);
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-growth-'));
  const site = { dir, namespace: '', durable: true, report: console.log };
  const stack = await openStack(site, { own: true, env: ENV });
  try {
    console.log(`${name}; ${machine}`);
    await dimension.run(stack, [...dimension.sizes.filter((size) => size < most), most]);
  } finally {
    await stack.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainError(error));
    process.exit(1);
  },
);
