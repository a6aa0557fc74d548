import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const PINNED = /^[a-z\d./-]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?@sha256:[0-9a-f]{64}$/;

/** Images without a digest, each with the reason. */
const UNPINNED: Readonly<Record<string, string>> = {
  'node:24-bookworm': 'Dependabot renews no images of jobs; these jobs have no secrets, and publish nothing',
  'mcr.microsoft.com/devcontainers/typescript-node:24-bookworm':
    'Dependabot renews no images of development containers',
};

/** Returns the images that a Dockerfile starts from, without its own stages. */
function basesIn(file: string): string[] {
  const lines = [...read(file).matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const stages = new Set(lines.map(([, , stage]) => stage));
  return lines.map(([, image = '']) => image).filter((image) => !stages.has(image));
}

/** Returns all values of `image` or `container` in a file of YAML or JSON. */
function imagesIn(file: string): string[] {
  const valuesOf = (value: unknown): string[] =>
    value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([key, inner]) =>
          typeof inner === 'string' && ['image', 'container'].includes(key) ? [inner] : valuesOf(inner),
        );
  return valuesOf(parse(read(file), { merge: true }));
}

/** Returns the images that commands of a workflow run. */
const runIn = (file: string): string[] =>
  [...read(file).matchAll(/\bdocker run (?:--?\S+ (?:"[^"]*" )?)*([^\s-]\S*)/g)].map(
    ([, image = '']) => image,
  );

const dockerfiles = globSync('{deploy,services,packages,web}/**/*Dockerfile*', {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const yaml = ['docker-compose.yml', 'charts/fifteen/values.yaml', '.devcontainer/devcontainer.json'];
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

/** Returns the third-party images that a file names. */
function imagesOf(file: string): string[] {
  if (dockerfiles.includes(file)) return basesIn(file);
  const commands = workflows.includes(file) ? runIn(file) : [];
  return [...imagesIn(file), ...commands].filter((image) => !image.startsWith('fifteen/'));
}

/** Returns the image with this name in a file. */
const imageNamed = (file: string, name: string): string | undefined =>
  imagesOf(file).find((image) => image.startsWith(`${name}:`));

describe.each(['deploy/Dockerfile', 'docker-compose.yml', 'charts/fifteen/values.yaml'])('%s', (file) => {
  it('pins every image by the digest of a full version', () => {
    expect(imagesOf(file).length).toBeGreaterThan(0);
    for (const image of imagesOf(file)) expect(image).toMatch(PINNED);
  });
});

test('every other image has a digest, or a reason why not', () => {
  const all = [...dockerfiles, ...yaml, ...workflows].flatMap(imagesOf);
  const unpinned = new Set(all.filter((image) => !PINNED.test(image)));
  expect([...unpinned].toSorted()).toEqual(Object.keys(UNPINNED).toSorted());
});

test('the chart and Docker Compose have the same servers', () => {
  for (const name of ['postgres', 'redis', 'nats'])
    expect(imageNamed('charts/fifteen/values.yaml', name), name).toBe(imageNamed('docker-compose.yml', name));
});

test('the images have a version of Node that package.json accepts', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { node: string } };
  const [, major = '', minor = ''] = /^\^(\d+)\.(\d+)\.\d+$/.exec(devDependencies.node) ?? [];
  const [, own, ownMinor] = /^node:(\d+)\.(\d+)\./.exec(imageNamed('deploy/Dockerfile', 'node') ?? '') ?? [];
  expect([own, read('.nvmrc').trim()]).toEqual([major, major]);
  expect(Number(ownMinor)).toBeGreaterThanOrEqual(Number(minor));
});

test('Dependabot renews the images of each file with digests in one pull request, and the actions', () => {
  interface Update {
    readonly 'package-ecosystem': string;
    readonly directory?: string;
    readonly directories?: readonly string[];
    readonly 'multi-ecosystem-group'?: string;
  }
  const { updates } = parse(read('.github/dependabot.yml')) as { updates: readonly Update[] };
  const foldersOf = (ecosystem: string, group?: string) =>
    updates
      .filter((one) => one['package-ecosystem'] === ecosystem && one['multi-ecosystem-group'] === group)
      .flatMap(({ directory = [], directories = [] }) => [directory, directories].flat());
  expect(foldersOf('docker', 'images')).toEqual(
    [...dockerfiles, 'charts/fifteen/values.yaml'].map((file) => `/${dirname(file)}`),
  );
  expect(foldersOf('docker-compose', 'images')).toEqual(['/']);
  expect(foldersOf('github-actions')).toEqual(['/']);
});
