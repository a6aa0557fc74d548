import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toGameId, toUserId, type UserId } from '@fifteen/domain';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { openStack } from '@fifteen/testkit/stack';
import { finishStake } from '../src/rpc/finish-stake.ts';
import { holdStake } from '../src/rpc/hold-stake.ts';
import { openWallet } from '../src/rpc/open-wallet.ts';
import { topUp } from '../src/rpc/top-up.ts';

/**
 * Measures how many stakes a second the ledger holds and finishes on a durable Postgres of its own, and the time of the
 * audit afterwards. `npm run bench -w services/economy`.
 */
const CLIENTS = 32;
const USERS = 2_000;
const SECONDS = 15;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const dir = mkdtempSync(join(tmpdir(), 'fifteen-bench-'));
const log = createLog('bench', 'silent');
const lifecycle = new Lifecycle(log);
const stack = await openStack(
  { dir, namespace: '', durable: true, report: print },
  { services: ['economy'], own: true },
);
try {
  const url = stack.databases.economy?.url ?? '';
  await measure(openDatabase({ service: 'bench', url, pool: CLIENTS }, { log, lifecycle }));
} finally {
  await lifecycle.stop();
  await stack.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function measure(db: Database): Promise<void> {
  const push = { toUser: () => undefined, toRoom: () => undefined };
  const context = { db, outbox: { wake: () => undefined }, push, log };
  const users = Array.from({ length: USERS }, () => toUserId(randomUUID()));
  const openFundedWallet = async (userId: UserId): Promise<void> => {
    await openWallet(context, { userId });
    await topUp(context, { userId, amount: 1_000_000_000, reference: userId });
  };
  for (let i = 0; i < USERS; i += CLIENTS)
    await Promise.all(users.slice(i, i + CLIENTS).map(openFundedWallet));

  const durationsMs: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const play = async (): Promise<void> => {
    while (performance.now() < end) {
      const x = Math.floor(Math.random() * USERS);
      const [xUserId, oUserId] = [users[x]!, users[(x + 1 + (durationsMs.length % 1_000)) % USERS]!];
      const gameId = toGameId(randomUUID());
      const start = performance.now();
      await holdStake(context, { gameId, xUserId, oUserId, bet: 5_000 });
      await finishStake(context, { gameId, winnerId: durationsMs.length % 5 ? xUserId : '' });
      durationsMs.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, play));
  durationsMs.sort((a, b) => a - b);
  const at = (share: number): string =>
    `${(durationsMs[Math.floor(durationsMs.length * share)] ?? 0).toFixed(1)} ms`;
  print(
    `hold + finish: ${Math.round(durationsMs.length / SECONDS)} games/s with ${CLIENTS} clients; one takes`,
  );
  print(`  p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);

  const before = performance.now();
  const { rows } = await db.query<{ violations: number }>('SELECT violations FROM audit');
  const violations = rows.reduce((sum, row) => sum + Math.abs(row.violations), 0);
  const transfers = await db.query<{ n: number }>('SELECT count(*) AS n FROM transfer');
  print(
    `audit: ${violations} violations over ${transfers.rows[0]?.n} transfers, in ${Math.round(performance.now() - before)} ms`,
  );
}
