import { readFileSync } from 'node:fs';
import { processesOf } from './process-tree.ts';

/** Returns the resident MiB of each process with its children. What they share counts once. */
export function readMemory(pids: Readonly<Record<string, number>>): Map<string, number> {
  const memory = new Map<string, number>();
  for (const [name, tree] of processesOf(pids)) {
    const resident = tree.map(({ pid }) => residentOf(pid));
    const own = resident.reduce((sum, { own }) => sum + own, 0);
    memory.set(name, (own + Math.max(0, ...resident.map(({ shared }) => shared))) / 1_024);
  }
  return memory;
}

/** Processes of the product that are not its services. */
const SERVERS = ['postgres', 'redis', 'nats', 'mail'];

/** Returns the resident MiB of all services together. */
export const memoryOfServices = (memory: ReadonlyMap<string, number>): number =>
  [...memory].reduce((sum, [name, mib]) => (SERVERS.includes(name) ? sum : sum + mib), 0);

/** Returns the KiB of a process that are its own, and those that it may share with its relatives. */
function residentOf(pid: number): { own: number; shared: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kib = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return { own: kib('RssAnon'), shared: kib('RssFile') + kib('RssShmem') };
  } catch {
    // The process has ended meanwhile.
    return { own: 0, shared: 0 };
  }
}
