import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface Manifest {
  name: string;
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

const workspaces = globSync('{packages,services}/*/package.json', { cwd: root }).map((file) => dirname(file));

/** Returns the packages that the sources of a workspace import, without types, Node's modules and the workspace itself. */
function importedBy(workspace: string): string[] {
  const sources = globSync('src/**/*.ts', { cwd: join(root, workspace) }).map((file) =>
    read(join(workspace, file)),
  );
  const modules = sources.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) (?!type\b)(?:[^'";]* from )?'([^'.][^']*)';$/gm)].map(
      ([, module = '']) => module,
    ),
  );
  const names = modules.map((module) => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? '');
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('node:'));
}

test.each(workspaces)('%s: what its sources import is a dependency, not one of development', (workspace) => {
  const { name, dependencies = {} } = JSON.parse(read(join(workspace, 'package.json'))) as Manifest;
  const imported = importedBy(workspace).filter((one) => one !== name);
  expect(imported.filter((one) => !(one in dependencies))).toEqual([]);
});

test('imports of sources are found', () => {
  expect(importedBy('services/gateway')).toEqual(
    expect.arrayContaining(['@fifteen/domain', 'fastify', 'zod']),
  );
});
