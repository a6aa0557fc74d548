import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['contract', 'rules', 'runtime', 'testkit'];
const THREATS = 72;

const rows = readFileSync(`${root}docs/threats.md`, 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', abuse = '', outcome = '', shown = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    return /^\d+$/.test(number) ? [{ number: Number(number), abuse, outcome, shown }] : [];
  });

/** Where a test that is called `gateway/socket` lies; tests elsewhere are called by their path. */
function fileOf(name: string): string {
  if (/\.(test\.tsx?|promtool\.yaml)$/.test(name)) return name;
  const [house = '', ...path] = name.split('/');
  return `${PACKAGES.includes(house) ? 'packages' : 'services'}/${house}/test/${path.join('/')}.test.ts`;
}

test('every threat has its row', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: THREATS }, (_, index) => index + 1));
  for (const { number, abuse, outcome, shown } of rows)
    for (const cell of [abuse, outcome, shown]) expect(cell, `threat ${number}`).not.toBe('');
});

test.each(rows)('threat $number, $abuse: the tests that show it are there', ({ shown }) => {
  for (const [, name = '', title = ''] of shown.matchAll(/`([^`]+)` › (.+?)(?=<br>|$)/g)) {
    const file = fileOf(name);
    expect(existsSync(root + file), file).toBe(true);
    expect(readFileSync(root + file, 'utf8'), `${file} › ${title}`).toContain(title);
  }
});
