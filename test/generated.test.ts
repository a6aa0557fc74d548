import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { topologyFiles } from '../scripts/topology/files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = 'proto/gen';
const filesIn = (place: string) => globSync('**/*.ts', { cwd: join(place, dir) }).sort();

test('the code generated from proto is up to date: npm run proto', { timeout: 120_000 }, async () => {
  const anew = mkdtempSync(join(tmpdir(), 'fifteen-proto-'));
  try {
    execFileSync(join(root, 'node_modules/.bin/buf'), ['generate', '--output', anew], {
      cwd: root,
      stdio: 'pipe',
    });
    expect(filesIn(anew)).toEqual(filesIn(root));
    for (const file of filesIn(anew)) {
      const filepath = join(root, dir, file);
      const options = await resolveConfig(filepath);
      const text = await format(readFileSync(join(anew, dir, file), 'utf8'), { ...options, filepath });
      expect(readFileSync(filepath, 'utf8') === text, file).toBe(true);
    }
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
