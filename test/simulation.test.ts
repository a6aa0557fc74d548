import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scaled } from '@fifteen/testkit';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const simulate = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/simulate.ts', ...args], {
    cwd: root,
    maxBuffer: 10_000_000,
  });

it(
  'keeps coins, games and rounds right through crashes, lost and late messages, and outages',
  async () => {
    const { stdout } = await simulate('--seeds', String(scaled(400)));
    expect(stdout).toContain(' 0 failed');
  },
  60 * 60_000,
);
