import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const manifests = globSync(
  ['package.json', 'proto/package.json', '{packages,services}/*/package.json', 'web/package.json'],
  {
    cwd: root,
  },
);

test('docs/dependencies.md names every dependency and no other', () => {
  const used = manifests.flatMap((file) => {
    const { dependencies, devDependencies } = JSON.parse(read(file)) as Manifest;
    return Object.keys({ ...dependencies, ...devDependencies });
  });
  const others = [...new Set(used)].filter((name) => !name.startsWith('@fifteen/'));
  const rows = read('docs/dependencies.md').matchAll(/^\| (`.*?) +\|/gm);
  const named = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect([...new Set(named)].toSorted()).toEqual(others.toSorted());
});
