import { ports, serviceNames } from '@fifteen/topology';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { imageOf } from '../src/images.ts';
import { runsInContainer } from '../src/servers/index.ts';
import { root } from '../src/repository.ts';

const read = (file: string) => readFileSync(root + file, 'utf8');

/** What docker-compose.yml says of one of its services. */
function composed(name: string): string {
  const [, its = ''] = read('docker-compose.yml').split(new RegExp(`^  ${name}:$`, 'm'));
  return its.split(/^ {2}\S/m)[0] ?? '';
}

test('docker compose brings up every service, each with its own settings', () => {
  for (const name of serviceNames) {
    const block = composed(name);
    expect(block, name).toContain('<<: *service');
    expect(block, name).toContain(`image: fifteen/${name}:`);
    expect(block, name).toContain(`target: ${name === 'gateway' ? 'gateway' : 'service'},`);
    expect(block, name).toContain(`SERVICE: ${name} `);
    expect(block, name).toContain(`--env-file=/config/${name}.env`);
  }
});

test('docker compose gives a process more time to stop than the process gives itself', () => {
  const [, limitMs = ''] =
    /STOP_LIMIT_MS = ([\d_]+);/.exec(read('packages/runtime/src/run-service.ts')) ?? [];
  const [, seconds = ''] =
    /^x-service:[^]*?^ {2}stop_grace_period: (\d+)s$/m.exec(read('docker-compose.yml')) ?? [];
  expect(Number(seconds) * 1_000).toBeGreaterThan(Number(limitMs.replaceAll('_', '')));
});

test('whether it is well can be asked of everything that docker compose brings up', () => {
  for (const name of ['postgres', 'redis', 'nats', 'mail'])
    expect(composed(name), name).toContain('healthcheck:');
  const [, service = '', gateway = ''] = read('deploy/Dockerfile').split(/^FROM .* AS (?:service|gateway)$/m);
  for (const stage of [service, gateway]) expect(stage).toContain('\nHEALTHCHECK ');
});

test('tests start the images of docker compose', () => {
  for (const server of ['postgres', 'redis', 'nats'] as const) {
    expect(imageOf(server)).toMatch(/@sha256:/);
    expect(composed(server)).toContain(`image: ${imageOf(server)}\n`);
  }
});

describe('IMAGES', () => {
  afterEach(() => void vi.unstubAllEnvs());

  test('local: tests start the images with the tags, without their digests', () => {
    const pinned = imageOf('nats');
    vi.stubEnv('IMAGES', 'local');
    expect(imageOf('nats')).toBe(pinned.split('@')[0]);
  });

  test('has no other value', () => {
    vi.stubEnv('IMAGES', 'latest');
    expect(() => imageOf('nats')).toThrow('IMAGES must be local or unset, not latest');
  });
});

test('the images are built from the manifests of every package and service', () => {
  const dockerfile = read('deploy/Dockerfile');
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { link?: boolean }> };
  const workspaces = Object.keys(lock.packages).filter((path) => path && !path.includes('node_modules/'));
  for (const path of workspaces) expect(dockerfile).toContain(`COPY ${path}/package.json ${path}/`);
  for (const name of serviceNames) expect(workspaces).toContain(`services/${name}`);
});

test('the images have their version in the one manifest that code reads', () => {
  const [, manifest = ''] = /^RUN sed .*\$VERSION.* \/app\/(\S+)$/m.exec(read('deploy/Dockerfile')) ?? [];
  const readers = globSync('{packages,services}/*/src/**/*.ts', { cwd: root }).flatMap((file) => {
    const [, path] = /from '([./]+\/package\.json)'/.exec(read(file)) ?? [];
    return path === undefined ? [] : [[file, join(dirname(file), path)]];
  });
  expect(readers).toEqual([['packages/runtime/src/version.ts', manifest]]);
});

test('the images expose the ports of the topology', () => {
  const exposed = [...read('deploy/Dockerfile').matchAll(/^EXPOSE (.*)$/gm)].map(([, list]) => list);
  expect(exposed).toEqual([`${ports.grpc} ${ports.metrics}`, `${ports.http}`]);
});

describe('servers run', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'fifteen-programs-'));
    vi.stubEnv('PATH', dir);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(dir, { recursive: true });
  });
  const install = (program: string, status: number) => {
    writeFileSync(join(dir, program), `#!/bin/sh\nexit ${status}\n`);
    chmodSync(join(dir, program), 0o700);
  };

  test.each([
    ['in containers where an engine answers', undefined, 0, true],
    ['as local programs where no engine answers', undefined, 1, false],
    ['as local programs where TEST_SERVERS says so', 'local', 0, false],
    ['in containers where TEST_SERVERS says so', 'containers', 1, true],
  ])('%s', (_, place, status, expected) => {
    vi.stubEnv('TEST_SERVERS', place);
    install('docker', status);
    expect(runsInContainer('redis', false)).toBe(expected);
  });

  test('as local programs without an engine', () => {
    vi.stubEnv('TEST_SERVERS', undefined);
    expect(runsInContainer('redis', false)).toBe(false);
  });

  test('where their durable data are, whatever TEST_SERVERS says', () => {
    vi.stubEnv('TEST_SERVERS', 'containers');
    install('docker', 0);
    install('redis-server', 0);
    expect(runsInContainer('redis', true)).toBe(false);
  });

  test('nowhere when TEST_SERVERS has another value', () => {
    vi.stubEnv('TEST_SERVERS', 'container');
    expect(() => runsInContainer('redis', false)).toThrow('must be containers or local');
  });
});
