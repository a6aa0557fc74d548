import { withImages } from '@fifteen/testkit/images';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from './lib/root.ts';
import { stageOf } from './topology/containers.ts';

const HELP = `Builds the image of each service and the one with the tools: fifteen/<name>:<version>.

  VERSION=1.2.3 make images     that version; "dev" when none is named
  IMAGES=local make images      on the local base image with the tag of the Dockerfile, without its digest

It ends with what each adds to its base image, and fails when that is too much.`;

const dockerfile = withImages(readFileSync(`${root}deploy/Dockerfile`, 'utf8'));
const [, baseImage = ''] = /^FROM (\S+) AS base$/m.exec(dockerfile) ?? [];
/** Most MB that an image may add to its base, because a node fetches them before a new replica can start. */
const LIMIT_MB = 60;

const version = process.env.VERSION || 'dev';

/** Fetches the base image if it is missing: BuildKit keeps what it builds upon in a cache of its own. */
function ensureBaseImage(): void {
  const { status } = spawnSync('docker', ['image', 'inspect', baseImage], { stdio: 'ignore' });
  if (status === 0) return;
  execFileSync('docker', ['pull', '--quiet', baseImage], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns the stage of the Dockerfile for an image. */
const targetOf = (name: ServiceName | 'tools'): string => (name === 'tools' ? name : stageOf(name));

function build(name: ServiceName | 'tools'): string {
  const tag = `fifteen/${name}:${version}`;
  const settings = [`SERVICE=${name}`, `VERSION=${version}`].flatMap((arg) => ['--build-arg', arg]);
  const args = ['--quiet', '--file', '-', '--target', targetOf(name), '--tag', tag, ...settings];
  execFileSync('docker', ['build', ...args, '.'], {
    cwd: root,
    input: dockerfile,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  return tag;
}

/** Returns the size of an image with all its layers, in MB. */
function sizeOf(tag: string): number {
  const bytes = execFileSync('docker', ['image', 'inspect', '--format', '{{.Size}}', tag], {
    encoding: 'utf8',
  });
  return Number(bytes) / 1e6;
}

if (process.argv.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
ensureBaseImage();
for (const name of [...serviceNames, 'tools' as const]) {
  const tag = build(name);
  const added = sizeOf(tag) - sizeOf(baseImage);
  console.log(`${tag.padEnd(28)} ${baseImage} + ${added.toFixed(1).padStart(5)} MB`);
  if (added > LIMIT_MB) {
    console.error(`${tag} adds more than ${LIMIT_MB} MB`);
    process.exitCode = 1;
  }
}
