import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** CPU seconds used so far, by the names of processes; what they started counts as theirs. */
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
    // The name, in brackets, may hold anything; the numbers come after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Its own time and that of its children who have ended, in user and in system mode.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [[pid, { parent: Number(fields[1]), ticks }]];
  } catch {
    // It ended while we looked.
    return [];
  }
}
