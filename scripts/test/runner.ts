import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParentDeathSignal } from '@fifteen/testkit/stack';
import { root } from '../lib/root.ts';

/**
 * With Node's compile cache, shared by the runners' workers: each test file loads the gRPC, Postgres and NATS clients
 * anew.
 */
const cached = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env };

const running = new Set<ChildProcess>();
let isInterrupted = false;

/** Forwards signals to what runs, and starts no other part after one. */
export function forwardSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      for (const child of running) child.kill(signal);
    });
  }
}

export const interrupted = (): boolean => isInterrupted;

/** Runs a test runner in the foreground, and returns its exit code. On Linux it ends whenever this process does. */
export const runner = (
  args: readonly string[],
  { cwd = root, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<number> =>
  exitOf(start([process.execPath, ...args], { cwd, stdio: 'inherit', env: { ...cached, ...env } }));

/** Runs a program of this repository with the processor time that others leave. Returns its exit code and output. */
export async function runInBackground(args: readonly string[]): Promise<{ code: number; output: string }> {
  const child = start(['nice', '-n', LOWEST, process.execPath, ...args], {
    cwd: root,
    env: cached,
    detached: true,
  });
  giveWay(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data: Buffer) => (output += data.toString()));
  return { code: await exitOf(child), output };
}

/** The lowest priority. */
const LOWEST = '19';

/**
 * Gives the session of a process the lowest priority, too. Linux shares processors out by session, and each service of a
 * test is one: the priority of a process alone counts only within its own.
 */
function giveWay({ pid }: ChildProcess): void {
  if (process.platform !== 'linux' || pid === undefined) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, LOWEST);
  } catch {
    // This kernel has no groups, or the process has ended.
  }
}

function start(command: readonly string[], options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = withParentDeathSignal('TERM', command);
  const child = spawn(program, args, options);
  running.add(child);
  return child;
}

async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return code ?? 1;
}
