import { serviceNames } from '@fifteen/topology';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './target.ts';

const SIGNALS = ['KILL', 'TERM', 'STOP'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Parses the name of a signal. */
export function parseSignal(word: string): Signal {
  const signal = word.toUpperCase().replace(/^SIG/, '') as Signal;
  if (!SIGNALS.includes(signal)) throw new Error(`--signal is one of ${SIGNALS.join(', ')}`);
  return signal;
}

/** Milliseconds of a pause: longer than timeouts of calls, shorter than liveness probes. */
const SUSPENDED_MS = 8_000;

/** Failures to inject, in order. */
export interface Fault {
  readonly names: readonly string[];
  readonly signal: Signal;
  readonly times: number;
}

/** Where failures are injected, at which interval, and where they are reported. */
export interface FaultContext {
  readonly target: Target;
  readonly everyMs: number;
  readonly report: (line: string) => void;
}

/** Injects failures into the processes in turn, whatever state the previous one has left. */
export async function injectFault({ names, signal, times }: Fault, context: FaultContext): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    // A replaced process may have another name.
    const processes = await processesOf(names, context);
    await signalProcess(processes[time % processes.length] ?? '', signal, context);
  }
}

/** Replaces every process of these services gracefully, one after the other, as an upgrade does. */
export async function rollingRestart(names: readonly string[], context: FaultContext): Promise<void> {
  const processes = await processesOf(names.length > 0 ? names : serviceNames, context);
  for (const name of processes) await signalProcess(name, 'TERM', context);
}

const processesOf = async (names: readonly string[], { target }: FaultContext): Promise<string[]> =>
  (await Promise.all(names.map((name) => target.processesOf(name)))).flat();

async function signalProcess(
  name: string,
  signal: Signal,
  { target, everyMs, report }: FaultContext,
): Promise<void> {
  const began = performance.now();
  if (signal === 'STOP') await target.suspend(name, SUSPENDED_MS);
  else await target.stop(name, signal);
  report(`${name}: ${signal}, back after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  await sleep(everyMs);
}
