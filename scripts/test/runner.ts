import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { withParentDeathSignal } from '@fifteen/testkit/stack';
import { root } from '../lib/root.ts';

/** Compiled packages, shared by the runners' workers: each test file loads gRPC, Postgres and NATS clients anew. */
const compileCache = join(root, 'node_modules/.cache/compiled');

let current: ChildProcess | undefined;
let isInterrupted = false;

/** A signal ends the runner of now, and no other starts. */
export function forwardSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      current?.kill(signal);
    });
  }
}

export const interrupted = (): boolean => isInterrupted;

/** Runs a test runner in the foreground; on Linux it ends when this process does, however that happens. Returns its exit code. */
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
