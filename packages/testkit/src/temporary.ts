import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'fifteen-test-';

/**
 * Creates a directory for files of tests. Its name contains the process id, so that the next run can delete what a
 * killed one left.
 */
export function temporaryDirectory(name: string): string {
  removeLeftovers();
  const dir = join(tmpdir(), `${prefix}${process.pid}-${name}`);
  mkdirSync(dir, { recursive: true });
  return dir;
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [pid] = name.slice(prefix.length).split('-');
    if (!name.startsWith(prefix) || isRunning(Number(pid))) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
