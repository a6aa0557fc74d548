import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.ts';

/** How a command ended, and what it printed. */
interface Ended {
  /** The exit code; null when a signal ended it. */
  status: number | null;
  output: string;
}

/**
 * Runs a command in the repository's root. It ends with this process, which can handle signals meanwhile: a process that
 * waited synchronously would ignore them, and keep its claim of the data.
 */
export async function runCommand(command: string, ...args: readonly string[]): Promise<Ended> {
  // A group of its own: npm starts a shell, which starts what has to end too.
  const child = spawn(command, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => child.pid && process.kill(-child.pid);
  process.once('exit', end);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  } finally {
    process.off('exit', end);
  }
}
