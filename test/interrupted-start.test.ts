import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const runCommand = new URL('../scripts/lib/run-command.ts', import.meta.url).href;
const dir = mkdtempSync(join(tmpdir(), 'fifteen-start-'));
afterAll(() => rmSync(dir, { recursive: true }));

/** A file that exists while the build runs. */
const building = join(dir, 'building');
const build = `trap 'rm ${building}; exit' TERM; touch ${building}; sleep 600 & wait`;

/** Aborts on a signal, as the start of the product does, while a shell runs the build. */
const start = `
  import { runCommand } from ${JSON.stringify(runCommand)};
  process.on('SIGTERM', () => process.exit(130));
  await runCommand('sh', '-c', ${JSON.stringify(`sh -c "${build}"; true`)});
`;

test('a start that is interrupted during the build ends at once, and so does the build', async () => {
  const starting = spawn(process.execPath, ['--input-type=module', '--eval', start]);
  await expect.poll(() => existsSync(building), { timeout: 50_000 }).toBe(true);
  const ended = once(starting, 'exit');
  starting.kill('SIGTERM');
  const outcome = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000, 'late'))]);
  starting.kill('SIGKILL');
  expect(outcome).toEqual([130, null]);
  await expect.poll(() => existsSync(building)).toBe(false);
}, 120_000);
