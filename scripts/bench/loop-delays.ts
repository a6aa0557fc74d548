import { setTimeout as sleep } from 'node:timers/promises';
import { placeOf, servicesOf, type Profile } from './cpu-profile.ts';
import { withInspector } from './inspector.ts';

/** Seconds for which each service is watched. */
const WATCH_S = 10;
/** Milliseconds by which a timer is late that count as a delay of the event loop. */
const DELAY_MS = 5;
/** Microseconds from one sample to the next. */
const SAMPLE_US = 500;

/** Something that took time of a process, in microseconds of the monotonic clock. */
interface Interval {
  readonly from: number;
  readonly until: number;
}

/** An interval in which no timer ran. */
interface Delay extends Interval {
  /** Processor time that the thread got meanwhile, in microseconds. */
  readonly cpu: number;
}

interface Watched {
  readonly delays: readonly Delay[];
  readonly collections: readonly Interval[];
}

/** Why the event loop stood still: the collection of garbage, no processor for the thread, or this function. */
type Cause = string;

/** Watches the services one after the other, and prints how often and why their event loops were late. */
export async function reportLoopDelays(pids: Readonly<Record<string, number>>): Promise<void> {
  console.log(
    `\nevent loops late by ${DELAY_MS} ms and more, in ${WATCH_S} s each     times   longest     all, ms`,
  );
  for (const [name, pid] of servicesOf(pids)) {
    const { watched, profile } = await watch(pid);
    const byCause = Map.groupBy(watched.delays, (delay) => causeOf(delay, watched.collections, profile));
    print(name, watched.delays);
    const causes = [...byCause].sort(([, a], [, b]) => msOf(b) - msOf(a));
    for (const [cause, delays] of causes) print(`  ${cause}`, delays);
  }
}

function print(name: string, delays: readonly Delay[]): void {
  const longest = Math.max(0, ...delays.map((delay) => msOf([delay])));
  const cells = [String(delays.length), longest.toFixed(1), msOf(delays).toFixed(0)];
  console.log(`  ${name.slice(0, 58).padEnd(58)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}

const msOf = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, until }) => sum + until - from, 0) / 1_000;

const watch = (pid: number): Promise<{ watched: Watched; profile: Profile }> =>
  withInspector(pid, async (inspect) => {
    const evaluate = async (expression: string): Promise<string> => {
      const { result } = await inspect<{ result: { value?: string } }>('Runtime.evaluate', { expression });
      return result.value ?? '';
    };
    await inspect('Profiler.enable');
    await inspect('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await inspect('Profiler.start');
    await evaluate(`globalThis.loopWatch = (${watchLoop.toString()})(${DELAY_MS * 1_000})`);
    await sleep(WATCH_S * 1_000);
    const watched = JSON.parse(await evaluate('JSON.stringify(loopWatch())')) as Watched;
    const { profile } = await inspect<{ profile: Profile }>('Profiler.stop');
    return { watched, profile };
  });

/**
 * Runs in the service, as text. Notes when a timer of a millisecond is late, and each collection of garbage. Returns the
 * function that stops it and returns the notes.
 */
function watchLoop(delayUs: number): () => Watched {
  const hooks = process.getBuiltinModule('node:perf_hooks');
  const nowUs = () => Number(process.hrtime.bigint() / 1_000n);
  const cpuUs = () => {
    const { user, system } = process.threadCpuUsage();
    return user + system;
  };
  const collections: Interval[] = [];
  const delays: Delay[] = [];
  const observer = new hooks.PerformanceObserver((list) => {
    const offset = nowUs() - performance.now() * 1_000;
    for (const { startTime, duration } of list.getEntries()) {
      const from = offset + startTime * 1_000;
      collections.push({ from, until: from + duration * 1_000 });
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  let [from, cpu] = [nowUs(), cpuUs()];
  const timer = setInterval(() => {
    const [until, used] = [nowUs(), cpuUs()];
    if (until - from >= delayUs) delays.push({ from, until, cpu: used - cpu });
    [from, cpu] = [until, used];
  }, 1);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    return { delays, collections };
  };
}

function causeOf({ from, until, cpu }: Delay, collections: readonly Interval[], profile: Profile): Cause {
  const half = (until - from) / 2;
  const collected = collections.reduce(
    (sum, one) => sum + Math.max(0, Math.min(until, one.until) - Math.max(from, one.from)),
    0,
  );
  if (collected > half) return 'collection of garbage';
  if (cpu < half) return 'no processor for the thread';
  return functionDuring({ from, until }, profile) ?? 'unknown';
}

/** Returns the function with the most samples of an interval. */
function functionDuring({ from, until }: Interval, profile: Profile): string | undefined {
  const counts = new Map<number, number>();
  let at = profile.startTime;
  for (const [index, delta] of profile.timeDeltas.entries()) {
    at += delta;
    const node = profile.samples[index];
    if (node !== undefined && at >= from && at <= until) counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  const node = profile.nodes.find(({ id }) => id === most?.[0]);
  return node && placeOf(node.callFrame);
}
