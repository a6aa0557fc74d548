import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.ts';

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

/** Returns the changes of a contract since a commit that a running older version would not understand, a line each. */
export function breakingChangesSince(base: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-contract-'));
  try {
    // A commit before the first version of the contract has no such folder, so nothing has to stay compatible.
    const archive = spawnSync('git', ['archive', base, 'proto/fifteen'], { cwd: root });
    if (archive.status !== 0) return [];
    execFileSync('tar', ['-x', '-C', dir], { input: archive.stdout });
    return breakingChanges(root, dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns the changes from the contract in one folder to that in another which buf.yaml forbids, a line each. */
export function breakingChanges(current: string, earlier: string): string[] {
  cpSync(join(root, 'buf.yaml'), join(earlier, 'buf.yaml'));
  const buf = join(root, 'node_modules/.bin/buf');
  const { status, stdout, stderr } = spawnSync(buf, ['breaking', current, '--against', earlier], {
    cwd: current,
    encoding: 'utf8',
  });
  // 100 is the exit code of buf for findings.
  if (status !== 0 && status !== 100) throw new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}
