import { processesOf } from './process-tree.ts';

/** Unit of the kernel's counters. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds used so far by each process and its ended children. */
export function cpuOf(pids: Readonly<Record<string, number>>): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const [name, tree] of processesOf(pids))
    seconds.set(name, tree.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND);
  return seconds;
}
