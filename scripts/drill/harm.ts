import { setTimeout as sleep } from 'node:timers/promises';
import { serviceNames } from '@fifteen/testkit/stack';
import { end, halt, processesOf } from './processes.ts';

const SIGNALS = ['KILL', 'TERM', 'STOP'] as const;
export type Signal = (typeof SIGNALS)[number];

/** Reads a signal as people write it. */
export function signalOf(word: string): Signal {
  const signal = word.toUpperCase().replace(/^SIG/, '') as Signal;
  if (!SIGNALS.includes(signal)) throw new Error(`--signal is one of ${SIGNALS.join(', ')}`);
  return signal;
}

/** How long a halted process is left so: longer than calls wait, shorter than it takes to be given up. */
const HALT_MS = 8_000;

/** What is done to the processes, in the order in which it is done. */
export interface Harm {
  readonly names: readonly string[];
  readonly signal: Signal;
  readonly times: number;
  readonly everyMs: number;
}

/** Hits the processes in turn, so many times in all, whatever state the last one left things in. */
export async function hit(
  { names, signal, times, everyMs }: Harm,
  say: (line: string) => void,
): Promise<void> {
  const targets = names.flatMap(processesOf);
  for (let time = 0; time < times; time += 1) {
    const name = targets[time % targets.length] ?? '';
    const began = performance.now();
    if (signal === 'STOP') await halt(name, HALT_MS);
    else await end(name, `SIG${signal}`);
    say(`${name}: ${signal}, back after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    await sleep(everyMs);
  }
}

/** Replaces every process of these services, one after the other, each in order: what an upgrade does. */
export async function roll(
  names: readonly string[],
  everyMs: number,
  say: (line: string) => void,
): Promise<void> {
  const targets = (names.length > 0 ? names : serviceNames).flatMap(processesOf);
  await hit({ names: targets, signal: 'TERM', times: targets.length, everyMs }, say);
}
