import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { browserTally } from '../scripts/test/report.ts';

/** Returns the path of a Playwright report with one failed test, whose error has this message. */
function reportWith(message: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'fifteen-report-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'browsers.json');
  const failed = { status: 'unexpected', results: [{ errors: [{ message }] }] };
  const spec = { ok: false, file: 'rooms.spec.ts', title: 'a room is made', tests: [failed] };
  const report = { stats: { expected: 2 }, suites: [{ specs: [], suites: [{ specs: [spec] }] }] };
  writeFileSync(file, JSON.stringify(report));
  return file;
}

test('a failed browser test is reported in one line with what it received', () => {
  const message =
    'Error: \u001b[2mexpect(\u001b[22mreceived)\u001b[2m.toEqual\n\n- Array []\n+ Array ["503"]';
  expect(browserTally(1, reportWith(message))).toEqual({
    passed: 2,
    failures: [
      'web/e2e/rooms.spec.ts: a room is made: Error: expect(received).toEqual - Array [] + Array ["503"]',
    ],
    skipped: [],
  });
});

test('a long reason is cut', () => {
  const [line] = browserTally(1, reportWith('x'.repeat(5_000))).failures;
  expect(line?.length).toBeLessThan(700);
});
