import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testSeed } from '@fifteen/testkit';
import { dataDir } from '../scripts/lib/data.ts';
import { runNemesis } from '../scripts/nemesis/run.ts';

const MINUTES = 10;

test(
  `${MINUTES} minutes of faults lose no move, no coin and no game`,
  async () => {
    const dir = join(dataDir, 'nemesis');
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
    const { violations, defects, play, kills } = await runNemesis({
      ...{ dir, minutes: MINUTES, seed: testSeed(), tables: 4, only: [] },
      report: () => undefined,
    });
    expect([...violations, ...defects]).toEqual([]);
    expect(play['games']).toBeGreaterThan(500);
    expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(MINUTES * 15);
  },
  (MINUTES + 10) * 60_000,
);
