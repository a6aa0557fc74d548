import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel describes it. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** User and system time of the process and of its ended children, in kernel ticks. */
  readonly ticks: number;
}

/** Returns each named process with its running descendants. */
export function processesOf(pids: Readonly<Record<string, number>>): Map<string, Process[]> {
  const processes = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => readProcess(Number(entry)))
      .map((process) => [process.pid, process]),
  );
  const owner = (pid: number): string | undefined => {
    for (let at: number | undefined = pid; at && at > 1; at = processes.get(at)?.parent) {
      const name = Object.keys(pids).find((one) => pids[one] === at);
      if (name) return name;
    }
    return undefined;
  };
  const trees = new Map<string, Process[]>(Object.keys(pids).map((name) => [name, []]));
  for (const process of processes.values()) trees.get(owner(process.pid) ?? '')?.push(process);
  return trees;
}

function readProcess(pid: number): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain anything; the numbers follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return [{ pid, parent: Number(fields[1]), ticks }];
  } catch {
    // The process has ended meanwhile.
    return [];
  }
}
