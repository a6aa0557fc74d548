import { execFile } from 'node:child_process';
import { root } from './repository.ts';

/** How a run of the operators' tool ended, and what it printed. */
export interface AdminOutput {
  /** Exit code. */
  code: number;
  out: string;
  err: string;
}

/** Runs the operators' tool (`npm run admin`) with the addresses and the token in `env`. */
export function runAdminTool(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<AdminOutput> {
  // Without the run's compile cache, a start takes twice the processor time.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/admin.ts', ...args],
      { cwd: root, env: { PATH, NODE_COMPILE_CACHE, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
