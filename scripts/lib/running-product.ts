import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from '@fifteen/testkit/stack';
import { dataDir } from './data.ts';

/** Addresses and processes of a running product, for scripts that work on it. */
export interface RunningProduct extends Pick<
  Stack,
  'url' | 'urls' | 'mailUrl' | 'metrics' | 'databases' | 'adminEnv'
> {
  /** Process ids by name: `game`, or `game.1` where there are several, `postgres`, … */
  readonly pids: Readonly<Record<string, number>>;
  /** Address of the broker for its operator. */
  readonly natsUrl: string;
}

/** File with the addresses of the product that runs in this checkout. */
export const runningProductFile = join(dataDir, 'stack.json');

/** Writes the file, and again whenever a process gets another id. */
export function saveRunningProduct(stack: Stack, file: string): void {
  const note = () => {
    const { url, urls, mailUrl, metrics, databases, adminEnv } = stack;
    const content: RunningProduct = {
      ...{ url, urls, mailUrl, metrics, databases, adminEnv },
      ...{ pids: stack.pids(), natsUrl: stack.servers.nats.url },
    };
    writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
    // Atomic, so that a concurrent reader reads the complete old file.
    renameSync(`${file}.new`, file);
  };
  note();
  stack.supervise(note);
}

/**
 * Returns the product that runs in this checkout.
 * @throws Error that says how to start one
 */
export function readRunningProduct(): RunningProduct {
  try {
    return JSON.parse(readFileSync(runningProductFile, 'utf8')) as RunningProduct;
  } catch {
    throw new Error('Nothing runs here: start it with `make run`');
  }
}
