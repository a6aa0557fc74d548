import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { scaled } from '@fifteen/testkit';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs the simulation; returns what it printed, also when seeds fail. */
const simulate = (seeds: number): Promise<string> =>
  new Promise((resolve) => {
    const args = ['scripts/simulate.ts', '--seeds', String(seeds)];
    execFile(process.execPath, args, { cwd: root, maxBuffer: 10_000_000 }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

it(
  'keeps coins, games and rounds right through crashes, lost and late messages, and outages',
  async () => {
    const output = await simulate(scaled(400));
    expect(output).toMatch(/\d+ runs in \d+ s, 0 failed$/m);
    expect(output).not.toContain('too rare');
  },
  2 * 60 * 60_000,
);
