import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root, serviceNames } from '../src/services.ts';

const read = (file: string) => readFileSync(root + file, 'utf8');

test('docker compose brings up every service, each with its own settings', () => {
  const compose = read('docker-compose.yml');
  for (const name of serviceNames) {
    const [, its = ''] = compose.split(new RegExp(`^  ${name}:$`, 'm'));
    const block = its.split(/^ {2}\S/m)[0] ?? '';
    expect(block, name).toContain('<<: *service');
    expect(block, name).toContain(`SERVICE: ${name} `);
    expect(block, name).toContain(`--env-file=/config/${name}.env`);
  }
});

test('the images are built from the manifests of every package and service', () => {
  const dockerfile = read('deploy/Dockerfile');
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { link?: boolean }> };
  const workspaces = Object.keys(lock.packages).filter((path) => path && !path.startsWith('node_modules/'));
  const own = workspaces.filter((path) => !path.includes('/node_modules/'));
  for (const path of own) expect(dockerfile).toContain(`COPY ${path}/package.json ${path}/`);
  for (const name of serviceNames) expect(own).toContain(`services/${name}`);
});
