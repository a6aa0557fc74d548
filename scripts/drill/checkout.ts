import { setTimeout as sleep } from 'node:timers/promises';
import { toUserId } from '@fifteen/domain';
import { connect } from '../admin/connect.ts';
import { checkLedger } from '../admin/ledger.ts';
import { readRunningProduct } from '../lib/running-product.ts';
import { RESTART_MS, type Target } from './target.ts';

const POLL_INTERVAL_MS = 100;

/** Returns the product that runs in this checkout (make run). */
export function checkout(): Target {
  const { urls } = readRunningProduct();
  const { clients, close } = connect();
  return {
    urls,
    processesOf: (name) => Promise.resolve(processesOf(name)),
    stop,
    suspend,
    close,
    credit: async (userId, amount) => {
      await clients.economy.topUp({ userId: toUserId(userId), amount, reference: `drill-${userId}` });
    },
    auditLedger: () => checkLedger([])(clients),
  };
}

/** Returns the processes of a name: `game` stands for `game.1` and `game.2`, `game.2` only for itself. */
function processesOf(name: string): string[] {
  const all = Object.keys(readRunningProduct().pids);
  const found = all.filter((one) => one === name || one.replace(/\.\d+$/, '') === name);
  if (found.length === 0) throw new Error(`There is no process "${name}": ${all.join(', ')}`);
  return found;
}

async function stop(name: string, signal: 'KILL' | 'TERM'): Promise<void> {
  const before = pidOf(name);
  process.kill(before, `SIG${signal}`);
  for (const until = Date.now() + RESTART_MS; Date.now() < until; await sleep(POLL_INTERVAL_MS)) {
    const now = readRunningProduct().pids[name];
    if (now !== undefined && now !== before) return;
  }
  throw new Error(`${name} has not come back`);
}

async function suspend(name: string, ms: number): Promise<void> {
  const pid = pidOf(name);
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function pidOf(name: string): number {
  const pid = readRunningProduct().pids[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
}
