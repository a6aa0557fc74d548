import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, Lifecycle, openDatabase, type Database } from '@fifteen/runtime';
import { openStack } from '@fifteen/testkit/stack';
import { createLedger } from '../src/ledger.ts';
import { finish, hold } from '../src/stakes.ts';
import { signup, topUp } from '../src/wallets.ts';

/**
 * How many games for coins a second the ledger takes and pays, on a durable Postgres of its own, and what the audit
 * says and costs afterwards. `npm run bench -w services/economy`.
 */
const CLIENTS = 32;
const USERS = 2_000;
const SECONDS = 15;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const dir = mkdtempSync(join(tmpdir(), 'fifteen-bench-'));
const log = createLog('bench', 'silent');
const lifecycle = new Lifecycle(log);
const stack = await openStack(
  { dir, namespace: '', durable: true, say },
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
  const ledger = createLedger({ db, relay: { wake: () => undefined }, push, log });
  const users = Array.from({ length: USERS }, () => randomUUID());
  const enter = async (userId: string): Promise<void> => {
    await ledger.commit(signup(userId));
    await ledger.commit(topUp({ userId, amount: 1_000_000_000, reference: userId }));
  };
  for (let i = 0; i < USERS; i += CLIENTS) await Promise.all(users.slice(i, i + CLIENTS).map(enter));

  const took: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  const play = async (): Promise<void> => {
    while (performance.now() < end) {
      const x = Math.floor(Math.random() * USERS);
      const [xUserId = '', oUserId = ''] = [users[x], users[(x + 1 + (took.length % 1_000)) % USERS]];
      const gameId = randomUUID();
      const start = performance.now();
      await ledger.commit(hold({ gameId, xUserId, oUserId, bet: 5_000 }));
      await ledger.commit(finish({ gameId, winnerId: took.length % 5 ? xUserId : '' }));
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, play));
  took.sort((a, b) => a - b);
  const at = (share: number): string => `${(took[Math.floor(took.length * share)] ?? 0).toFixed(1)} ms`;
  say(`hold + finish: ${Math.round(took.length / SECONDS)} games/s with ${CLIENTS} clients; one takes`);
  say(`  p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`);

  const before = performance.now();
  const { rows } = await db.query<{ violations: number }>('SELECT violations FROM audit');
  const violations = rows.reduce((sum, row) => sum + Math.abs(row.violations), 0);
  const transfers = await db.query<{ n: number }>('SELECT count(*) AS n FROM transfer');
  say(
    `audit: ${violations} violations over ${transfers.rows[0]?.n} transfers, in ${Math.round(performance.now() - before)} ms`,
  );
}
