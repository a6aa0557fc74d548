import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorktree } from '../lib/worktree.ts';
import { type Tally, vitestTally } from '../test/report.ts';
import { runner } from '../test/runner.ts';
import { mutate, type Seed } from './seed.ts';

/** A checkout of the last commit, for files that are wrong for a while. */
export interface Copy {
  readonly dir: string;
  /** Runs a test file, or all in a folder, until a test fails. */
  test(path: string, env?: Record<string, string>): Promise<Tally>;
  /** Runs `work` while the copy contains the seed's mutant. */
  withMutant<T>(seed: Seed, work: () => Promise<T>): Promise<T>;
}

/** Makes a copy of the last commit, which is removed when this process exits. */
export function createCopy(): Copy {
  const dir = createWorktree('mutants', 'HEAD');
  return {
    dir,
    test: async (path, env = {}) => {
      const report = join(dir, 'report.json');
      rmSync(report, { force: true });
      const args = ['node_modules/vitest/vitest.mjs', 'run', `./${path}`, '--bail=1'];
      const code = await runner([...args, '--reporter=json', `--outputFile.json=${report}`], {
        cwd: dir,
        env: { NODE_COMPILE_CACHE: join(dir, 'node_modules/.cache/compiled'), ...env },
      });
      return vitestTally(code, report, dir);
    },
    withMutant: async (seed, work) => {
      const file = join(dir, seed.file);
      const source = readFileSync(file, 'utf8');
      writeFileSync(file, mutate(source, seed));
      return work().finally(() => writeFileSync(file, source));
    },
  };
}
