import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { withParentDeathSignal } from '@fifteen/testkit/stack';
import { root } from '../lib/root.ts';

/**
 * Node's compile cache, shared by the runners' workers: each test file loads the gRPC, Postgres and NATS clients anew.
 */
const compileCache = join(root, 'node_modules/.cache/compiled');

let current: ChildProcess | undefined;
let isInterrupted = false;

/** Forwards signals to the current runner, and starts no other after one. */
export function forwardSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      current?.kill(signal);
    });
  }
}

export const interrupted = (): boolean => isInterrupted;

/** Runs a test runner in the foreground, and returns its exit code. On Linux it ends whenever this process does. */
export function runner(
  args: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const [program = '', ...rest] = withParentDeathSignal('TERM', [process.execPath, ...args]);
    const child = spawn(program, rest, {
      cwd,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    });
    current = child;
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
