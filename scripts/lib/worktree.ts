import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir } from './data.ts';
import { root } from './root.ts';

/** What Vitest and Node cache there: written in place, so the worktree must not share it. */
const CACHES = ['.cache', '.vite', '.vite-temp', '.vitest-cache'];

/**
 * Makes a checkout of a commit with the installed packages of this one, and removes it when this process exits. It is in
 * the data directory, because hard links to the packages need the same file system. Links between workspaces are relative,
 * so they lead to the worktree. Returns its directory.
 */
export function createWorktree(name: string, commit: string): string {
  mkdirSync(dataDir, { recursive: true });
  const dir = mkdtempSync(join(dataDir, `${name}-`));
  git('add', '--detach', dir, commit);
  process.once('exit', () => removeWorktree(dir));
  const installed = ['node_modules', 'web/node_modules', '{packages,services}/*/node_modules'];
  for (const modules of globSync(installed, { cwd: root }))
    execFileSync('cp', ['-al', join(root, modules), join(dir, modules)]);
  for (const cache of CACHES) rmSync(join(dir, 'node_modules', cache), { recursive: true, force: true });
  return dir;
}

/** Removes a worktree, for processes that may be killed before they exit. */
export function removeWorktree(dir: string): void {
  if (existsSync(dir)) git('remove', '--force', dir);
}

const git = (...args: string[]) => execFileSync('git', ['worktree', ...args], { cwd: root, stdio: 'pipe' });
