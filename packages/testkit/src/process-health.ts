import type { SharedStack } from './shared-stack.ts';

/**
 * Growth of a process that shows a leak. A process of 100 to 140 MiB that gets a commit's invalid input grows by at most 13,
 * and a gateway, which reads all of it, by 70: V8's young generation, and garbage that is not collected yet.
 */
const GROWTH_BYTES = 200 * 1024 * 1024;

interface Process {
  startedAt: number;
  memory: number;
}

const gaugeIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);

/** Returns start time and resident memory of each process of the product. */
export async function processes({ metrics }: Pick<SharedStack, 'metrics'>): Promise<Record<string, Process>> {
  const read = Object.entries(metrics).map(async ([name, url]) => {
    const text = await (await fetch(url)).text();
    const startedAt = gaugeIn(text, 'process_start_time_seconds');
    return [name, { startedAt, memory: gaugeIn(text, 'process_resident_memory_bytes') }] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Returns what is wrong with the processes now: that one is another, or has grown. */
export function changesBetween(before: Record<string, Process>, after: Record<string, Process>): string[] {
  return Object.entries(before).flatMap(([name, { startedAt, memory }]) => {
    const now = after[name];
    if (now?.startedAt !== startedAt) return [`${name} has restarted`];
    const growth = now.memory - memory;
    return growth < GROWTH_BYTES ? [] : [`${name} has grown by ${Math.round(growth / 2 ** 20)} MiB`];
  });
}
