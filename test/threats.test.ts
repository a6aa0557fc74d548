import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const PACKAGES = ['contract', 'domain', 'runtime', 'testkit'];
const THREATS = 72;

const [table = '', tests = ''] = readFileSync(`${root}docs/threats.md`, 'utf8').split('\n## Tests\n');
const rows = table.split('\n').flatMap((line) => {
  const [, number = '', abuse = '', outcome = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return /^\d+$/.test(number) ? [{ number: Number(number), abuse, outcome }] : [];
});
/** `- 7 `gateway/socket``, and below it the titles of tests in that file. */
const named = [...tests.matchAll(/^- (\d+) `([^`]+)`\n((?: {2}- .+\n)+)/gm)].map(
  ([, number, name = '', titles = '']) => ({
    number: Number(number),
    name,
    titles: [...titles.matchAll(/^ {2}- (.+)$/gm)].map(([, title = '']) => title),
  }),
);

/** Returns the path of the test file `gateway/socket`; other names are paths. */
function fileOf(name: string): string {
  if (/\.(test\.tsx?|promtool\.yaml)$/.test(name)) return name;
  const [workspace = '', ...path] = name.split('/');
  return `${PACKAGES.includes(workspace) ? 'packages' : 'services'}/${workspace}/test/${path.join('/')}.test.ts`;
}

test('every threat has its row and its tests', () => {
  const all = Array.from({ length: THREATS }, (_, index) => index + 1);
  expect(rows.map(({ number }) => number)).toEqual(all);
  for (const { number, abuse, outcome } of rows)
    for (const cell of [abuse, outcome]) expect(cell, `threat ${number}`).not.toBe('');
  expect([...new Set(named.map(({ number }) => number))]).toEqual(all);
});

test.each(named)('threat $number: the tests in $name exist', ({ name, titles }) => {
  const file = fileOf(name);
  expect(existsSync(root + file), file).toBe(true);
  const source = readFileSync(root + file, 'utf8');
  for (const title of titles) expect(source, `${file} › ${title}`).toContain(title);
});
