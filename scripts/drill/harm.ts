import { serviceNames } from '@fifteen/topology';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ground } from './ground.ts';

const SIGNALS = ['KILL', 'TERM', 'STOP'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Parses the name of a signal. */
export function signalOf(word: string): Signal {
  const signal = word.toUpperCase().replace(/^SIG/, '') as Signal;
  if (!SIGNALS.includes(signal)) throw new Error(`--signal is one of ${SIGNALS.join(', ')}`);
  return signal;
}

/** Milliseconds of a pause: longer than timeouts of calls, shorter than liveness probes. */
const HALT_MS = 8_000;

/** Failures to inject, in order. */
export interface Harm {
  readonly names: readonly string[];
  readonly signal: Signal;
  readonly times: number;
}

/** Where failures are injected, at which interval, and where they are reported. */
export interface Scene {
  readonly ground: Ground;
  readonly everyMs: number;
  readonly report: (line: string) => void;
}

/** Injects failures into the processes in turn, whatever state the previous one has left. */
export async function hit({ names, signal, times }: Harm, scene: Scene): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    // A replaced process may have another name.
    const targets = await processesOf(names, scene);
    await strike(targets[time % targets.length] ?? '', signal, scene);
  }
}

/** Replaces every process of these services gracefully, one after the other, as an upgrade does. */
export async function roll(names: readonly string[], scene: Scene): Promise<void> {
  const targets = await processesOf(names.length > 0 ? names : serviceNames, scene);
  for (const name of targets) await strike(name, 'TERM', scene);
}

const processesOf = async (names: readonly string[], { ground }: Scene): Promise<string[]> =>
  (await Promise.all(names.map((name) => ground.processesOf(name)))).flat();

async function strike(name: string, signal: Signal, { ground, everyMs, report }: Scene): Promise<void> {
  const began = performance.now();
  if (signal === 'STOP') await ground.halt(name, HALT_MS);
  else await ground.end(name, signal);
  report(`${name}: ${signal}, back after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  await sleep(everyMs);
}
