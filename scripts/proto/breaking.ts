import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../lib/root.ts';

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
