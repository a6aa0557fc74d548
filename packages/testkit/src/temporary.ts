import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'fifteen-test-';

/** A directory for what tests write. Its name says whose it is, so that the next run can clean up after a killed one. */
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
