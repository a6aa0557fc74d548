import { setTimeout as sleep } from 'node:timers/promises';
import { readNote } from '../lib/note.ts';

/** How long a process may take to stop in order and be there again. */
const BACK_MS = 90_000;
const LOOK_EVERY_MS = 100;

/** The processes that a name stands for: `game` is each of `game.1` and `game.2`, `game.2` is only itself. */
export function processesOf(name: string): string[] {
  const all = Object.keys(readNote().pids);
  const found = all.filter((one) => one === name || one.replace(/\.\d+$/, '') === name);
  if (found.length === 0) throw new Error(`There is no process "${name}": ${all.join(', ')}`);
  return found;
}

/** Sends a signal that ends the process; resolves when it has been started again, which is the product's own business. */
export async function end(name: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const before = pidOf(name);
  process.kill(before, signal);
  for (const until = Date.now() + BACK_MS; Date.now() < until; await sleep(LOOK_EVERY_MS)) {
    const now = readNote().pids[name];
    if (now !== undefined && now !== before) return;
  }
  throw new Error(`${name} has not come back`);
}

/** Halts a process for a while, as a machine does that is out of memory, and lets it go on. */
export async function halt(name: string, ms: number): Promise<void> {
  const pid = pidOf(name);
  process.kill(pid, 'SIGSTOP');
  try {
    await sleep(ms);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

function pidOf(name: string): number {
  const pid = readNote().pids[name];
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
}
