import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { root } from '../scripts/lib/root.ts';

/** As long as the waits in a rehearsal: for moves, for the audits of stakes and payouts, and for two starts of a product. */
const TIMEOUT_MS = 600_000;

test.each<{ what: string; options: string[] }>([
  { what: 'all databases, to one moment', options: [] },
  { what: 'economy and leaderboard, to an earlier moment', options: ['--early', 'economy,leaderboard'] },
])(
  'a restore has everything acknowledged before its moment: $what',
  async ({ options }) => {
    const run = spawn(process.execPath, ['scripts/rehearse-restore.ts', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [report, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')]);
    expect(report).toMatch(/: [1-9]\d* acknowledged results before the moment/);
    expect(report).toMatch(/ [1-9]\d* games are open/);
    // The ledger's audit, and the differences between the databases, are 0.
    expect(report).toContain('every game has ended, and the services agree');
    expect(report).toContain('The restore is right.');
    expect(code).toBe(0);
  },
  TIMEOUT_MS,
);
