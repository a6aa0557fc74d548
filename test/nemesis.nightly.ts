import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testSeed } from '@fifteen/testkit';
import { dataDir } from '../scripts/lib/data.ts';
import { root } from '../scripts/lib/root.ts';
import type { Summary } from '../scripts/nemesis/run.ts';

const MINUTES = 10;
/** What the players of a run do. */
const PLAY = [
  ...['friendly games', 'games for coins', 'seats in quick matches', 'rematches', 'left games'],
  ...['spectated rooms', 'gifts ok', 'purchases ok', 'awards ok', 'rewards', 'messages ok'],
  ...['pairs of newcomers', 'reconnects', 'sent twice', 'sent late'],
  ...['moves with number', 'moves without number'],
];
/** Only root mounts the file system that this fault fills. */
const FAULTS_OF_ROOT = ['disk full'];

test(
  `${MINUTES} minutes of faults lose no move, no coin and no game`,
  async () => {
    const options = ['--minutes', String(MINUTES), '--seed', String(testSeed()), '--keep'];
    const run = spawn(process.execPath, ['scripts/nemesis.ts', ...options], { cwd: root, stdio: 'inherit' });
    // A run that is too late would take the processors of the next tests.
    onTestFinished(() => void run.kill());
    const [code] = (await once(run, 'exit')) as [number];
    expect(code).toBe(0);
    const file = readFileSync(join(dataDir, 'nemesis', 'summary.json'), 'utf8');
    const { play, kills, missedFaults, missedFailpoints, convergence } = JSON.parse(file) as Summary;
    expect(convergence.ms).toBeLessThanOrEqual(convergence.limitMs);
    expect(play['games']).toBeGreaterThan(500);
    expect(PLAY.filter((kind) => !play[kind])).toEqual([]);
    expect(missedFaults).toEqual(process.getuid?.() === 0 ? [] : FAULTS_OF_ROOT);
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MINUTES * 15);
    const failpoints = Object.keys(kills).filter((name) => name !== 'random');
    expect(missedFailpoints.length).toBeLessThan(failpoints.length / 2);
  },
  (MINUTES + 10) * 60_000,
);
