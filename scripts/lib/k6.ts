import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The release that the scenarios are run with. */
const MODULE = 'go.k6.io/k6/v2@latest';

/** Where k6 is: on the path, or where `go install` puts it. Undefined when nowhere. */
export function findK6(): string | undefined {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), join(goPath(), 'bin')];
  return dirs.map((dir) => join(dir, 'k6')).find((file) => existsSync(file));
}

/** Finds k6, or builds it where Go is there, which takes minutes; fails with one line that says how to get it. */
export function ensureK6(say: (line: string) => void): string {
  const found = findK6();
  if (found) return found;
  say(`building k6 (go install ${MODULE}); this takes a few minutes, once`);
  const { status, error } = spawnSync('go', ['install', MODULE], { stdio: 'inherit' });
  const built = findK6();
  if (!error && status === 0 && built) return built;
  throw new Error(`k6 is missing: get it from https://grafana.com/docs/k6, or with Go: go install ${MODULE}`);
}

/** What `go env GOPATH` says, where there is Go. */
function goPath(): string {
  const { stdout } = spawnSync('go', ['env', 'GOPATH'], { encoding: 'utf8' });
  return stdout?.trim() || join(homedir(), 'go');
}
