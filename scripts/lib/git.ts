import { spawnSync } from 'node:child_process';
import { root } from './root.ts';

/** Returns what `git` prints, or undefined where it fails: a shallow clone lacks commits, a new one tags. */
function tryGit(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * Returns the commits with whose contract this one has to be compatible: where the work left main (on main, the commit
 * before), and the latest release. Those that this clone does not have are left out.
 */
export function findBases(): string[] {
  const head = tryGit('rev-parse', 'HEAD');
  const main = tryGit('merge-base', 'HEAD', 'origin/main') ?? tryGit('merge-base', 'HEAD', 'main');
  const before = main === head ? tryGit('rev-parse', '--verify', 'HEAD~1') : main;
  const release = tryGit('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1');
  return [before, release].filter((base) => base !== undefined);
}

/** Returns the version that runs before an upgrade to this one: the latest release, or what was committed a day ago. */
export function findEarlierVersion(): string {
  const release = tryGit('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1');
  return release ?? (tryGit('rev-list', '-1', '--before=1 day ago', 'HEAD') || 'HEAD~1');
}

/** Returns a file as it was in a commit, undefined if the commit does not have it. */
export function fileAt(commit: string, path: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['show', `${commit}:${path}`], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  });
  return status === 0 ? stdout : undefined;
}
