import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startStack } from '@fifteen/testkit/stack';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { untilNextDrop } from '../deploy/k6/lib/drops.ts';
import { SLO_THRESHOLDS } from '../deploy/k6/lib/thresholds.ts';
import { findProgram, k6 as program } from '../scripts/lib/go-program.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const scenarios = globSync('*.ts', { cwd: `${root}deploy/k6` });
const k6 = findProgram(program);
const orSkipped = k6 ? '' : ' (skipped: there is no k6 on the path nor in Go’s bin folder)';

describe(`the load scenarios in k6 itself${orSkipped}`, () => {
  test.skipIf(!k6).each(scenarios)('%s can be run', (scenario) => {
    const { status, stdout, stderr } = spawnSync(k6 ?? '', ['inspect', `${root}deploy/k6/${scenario}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const { thresholds } = JSON.parse(stdout) as { thresholds: object };
    expect(Object.keys(thresholds)).toEqual(
      expect.arrayContaining(['games_lost', 'moves_lost', 'coin_drift']),
    );
  });

  test.skipIf(!k6)(
    'the smoke scenario plays in the running product',
    async () => {
      const stack = await startStack();
      try {
        const { code, output } = await smoke(stack.url);
        expect(code, output).toBe(0);
        expect(output).toMatch(/games_finished\.*: [1-9]/);
      } finally {
        await stack.stop();
      }
    },
    120_000,
  );
});

function smoke(url: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(k6 ?? '', ['run', `${root}deploy/k6/smoke.ts`], {
    env: { ...process.env, BASE_URL: url },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}

test('connections drop at the same moments, whenever their players signed in', () => {
  const start = 1_700_000_000_123;
  for (const signedInAfter of [0, 400, 9_900, 19_999, 20_000, 61_000]) {
    const drop = signedInAfter + untilNextDrop(start + signedInAfter, start, 20_000);
    expect([signedInAfter, drop % 20_000, drop > signedInAfter]).toEqual([signedInAfter, 0, true]);
  }
});

/** Returns the packages that a file imports, also by what it imports. k6 removes imports of types. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)\s[^;']*from '([^']+)';/gm);
  return [...imports].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(resolve(dirname(file), name), seen) : [name],
  );
}

test.each(scenarios)('%s imports no package, because k6 resolves none but its own', (scenario) => {
  const packages = packagesOf(`${root}deploy/k6/${scenario}`);
  expect(packages).toContain('k6/execution');
  expect(packages.filter((name) => !/^k6(?:\/|$)/.test(name))).toEqual([]);
});

interface SettingsModule {
  readSettings(defaults: Readonly<Record<string, string>>): { readonly thinkSeconds: number };
}

test('players who would think for longer than a game may take are rejected', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const { readSettings } = (await import(`${root}deploy/k6/lib/settings.ts`)) as SettingsModule;
  const thinkSeconds = (THINK: string) => {
    vi.stubGlobal('__ENV', { THINK });
    return readSettings({ PLAYERS: '2', DURATION: '10s', RATE: '2', BET: '0' }).thinkSeconds;
  };
  expect(thinkSeconds('5s')).toBe(5);
  expect(() => thinkSeconds('6s')).toThrow('THINK must be at most 5s: 6s');
});

/** The rows of the load test thresholds in docs/slo.md, with the k6 metric of each. */
const MEASURED: Readonly<Record<string, keyof typeof SLO_THRESHOLDS>> = {
  'response to a move': 'move_ack',
  'delivery of a move to the opponent': 'move_delivery',
  'search to match, with an opponent in the queue': 'time_to_match',
  'API request': 'http_req_duration',
  'error rate of requests and moves': 'errors',
};

describe('the thresholds of the load tests are those of docs/slo.md', () => {
  const rows = [
    ...readFileSync(`${root}docs/slo.md`, 'utf8')
      .replace(/^[^]*## Load test thresholds/, '')
      .matchAll(/^\| (?<what>[^|]*?) +\| (?<limits>[^|]*?) +\|$/gm),
  ].map(({ groups }) => ({ what: groups?.['what'] ?? '', limits: groups?.['limits'] ?? '' }));

  test.each(Object.entries(MEASURED))('%s', (what, metric) => {
    const { limits = '' } = rows.find((row) => row.what === what) ?? {};
    expect(SLO_THRESHOLDS[metric]).toEqual(limits.split(', ').map(asThreshold));
  });
});

/** `p95 < 5 s` as k6 writes it, which counts milliseconds. */
function asThreshold(limit: string): string {
  const [, quantile, value = '', replica = ''] = /^(?:p(\d+) )?< ([\d.]+) (ms|s|%)$/.exec(limit) ?? [];
  const factor = { ms: 1, s: 1_000, '%': 0.01 }[replica] ?? Number.NaN;
  return `${quantile ? `p(${quantile})` : 'rate'}<${Number((Number(value) * factor).toPrecision(6))}`;
}
