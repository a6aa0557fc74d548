import { execFile } from 'node:child_process';
import { bundlesOfRun } from './bundles.ts';
import { root } from './repository.ts';

/** How a run of the operators' tool ended, and what it printed. */
export interface AdminOutput {
  /** Exit code. */
  code: number;
  out: string;
  err: string;
}

/** Runs the operators' tool (`npm run admin`) with the addresses and the token in `env`. */
export async function runAdminTool(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<AdminOutput> {
  const { programOf, compileCache: NODE_COMPILE_CACHE } = await bundlesOfRun();
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [programOf('admin'), ...args],
      { cwd: root, env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...env } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }),
    );
  });
}
