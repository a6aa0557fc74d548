import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = 'proto/gen';
const filesIn = (place: string) => globSync('**/*.ts', { cwd: join(place, dir) }).sort();

test('what is generated from the protos is what they say: npm run proto', { timeout: 120_000 }, async () => {
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
