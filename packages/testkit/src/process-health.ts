import type { SharedStack } from './shared-stack.ts';

/**
 * Growth of a process, in MiB, that shows a leak: twice that of a run. It is V8's young generation, and garbage that is not
 * collected yet. Invalid input makes the gateway, which reads all of it, grow by 70 in a commit's run and by 150 at night,
 * and a process of another service by 45 at most.
 */
const GATEWAY_GROWTH = process.env['TESTS'] === 'all' ? 300 : 140;
const GROWTH = 90;

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
    const growth = Math.round((now.memory - memory) / 2 ** 20);
    const limit = name.startsWith('gateway') ? GATEWAY_GROWTH : GROWTH;
    return growth < limit ? [] : [`${name} has grown by ${growth} MiB`];
  });
}
