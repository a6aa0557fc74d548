import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { topologyFiles } from '../scripts/topology/files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = 'proto/gen';
const filesIn = (place: string) => globSync('**/*.ts', { cwd: join(place, dir) }).sort();

test('the code generated from proto is up to date: npm run proto', { timeout: 120_000 }, () => {
  const anew = mkdtempSync(join(tmpdir(), 'fifteen-proto-'));
  try {
    execFileSync(join(root, 'node_modules/.bin/buf'), ['generate', '--output', anew], {
      cwd: root,
      stdio: 'pipe',
    });
    expect(filesIn(anew)).toEqual(filesIn(root));
    const textOf = (place: string, file: string) => readFileSync(join(place, dir, file), 'utf8');
    for (const file of filesIn(anew)) expect(textOf(root, file) === textOf(anew, file), file).toBe(true);
  } finally {
    rmSync(anew, { recursive: true });
  }
});

test('the files generated from packages/topology are up to date: npm run topology', async () => {
  for (const [file, text] of Object.entries(await topologyFiles()))
    expect(readFileSync(join(root, file), 'utf8') === text, `${file} is out of date: npm run topology`).toBe(
      true,
    );
});
