import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A third-party program, which Go builds where it is not installed. */
export interface GoProgram {
  readonly name: string;
  /** The arguments of `go install`. */
  readonly module: string;
  /** Download page, for users without Go. */
  readonly site: string;
}

/** Runs load scenarios. */
export const k6: GoProgram = {
  name: 'k6',
  module: 'go.k6.io/k6@v1.8.1',
  site: 'https://grafana.com/docs/k6',
};

/** Installs charts. */
export const helm: GoProgram = {
  name: 'helm',
  module: 'helm.sh/helm/v4/cmd/helm@v4.2.1',
  site: 'https://helm.sh/docs/intro/install',
};

/** Returns the path of a program: on PATH, or where `go install` puts it. Undefined when it is missing. */
export function findProgram({ name }: GoProgram): string | undefined {
  const dirs = [...(process.env['PATH'] ?? '').split(delimiter), join(goPath(), 'bin')];
  return dirs.map((dir) => join(dir, name)).find((file) => existsSync(file));
}

/**
 * Returns the path of a program, and builds it with Go (in minutes) if it is missing.
 * @throws Error that says how to install it
 */
export function ensureProgram(program: GoProgram, report: (line: string) => void): string {
  const { name, module, site } = program;
  const found = findProgram(program);
  if (found) return found;
  report(`building ${name} (go install ${module}); this takes a few minutes, once`);
  const { status, error } = spawnSync('go', ['install', module], { stdio: 'inherit' });
  const built = findProgram(program);
  if (!error && status === 0 && built) return built;
  throw new Error(`${name} is missing: get it from ${site}, or with Go: go install ${module}`);
}

/** Returns the output of `go env GOPATH`, undefined without Go. */
function goPath(): string {
  const { stdout } = spawnSync('go', ['env', 'GOPATH'], { encoding: 'utf8' });
  return stdout?.trim() || join(homedir(), 'go');
}
