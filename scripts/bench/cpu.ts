import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the kernel's counters. */
const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds used so far by each process and its ended children. */
export function cpuOf(pids: Readonly<Record<string, number>>): Map<string, number> {
  const processes = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => statOf(Number(entry))),
  );
  const owner = (pid: number): string | undefined => {
    for (let at: number | undefined = pid; at && at > 1; at = processes.get(at)?.parent) {
      const name = Object.keys(pids).find((one) => pids[one] === at);
      if (name) return name;
    }
    return undefined;
  };
  const seconds = new Map(Object.keys(pids).map((name) => [name, 0]));
  for (const [pid, { ticks }] of processes) {
    const name = owner(pid);
    if (name) seconds.set(name, (seconds.get(name) ?? 0) + ticks / TICKS_PER_SECOND);
  }
  return seconds;
}

function statOf(pid: number): [number, { parent: number; ticks: number }][] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain anything; the numbers follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // User and system time of the process and of its ended children.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), ticks }]];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
