import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/asvs.md`, 'utf8');
const [, tests = ''] = page.split('\n## Tests\n');

/** The columns of each row whose first one matches, without spaces around their texts. */
const rowsOf = (first: RegExp): string[][] =>
  page.split('\n').flatMap((line) => {
    const [, ...cells] = line.split('|').map((cell) => cell.trim());
    return first.test(cells[0] ?? '') ? [cells] : [];
  });

/** Each requirement with its state and evidence. */
const requirements = rowsOf(/^\d/).flatMap(([ids = '', state = '', , evidence = '']) =>
  ids.split(', ').map((id) => ({ id, state, evidence })),
);
/** The legend: the states of a row, which may be several, and their number of requirements. */
const legend = rowsOf(/^[a-z]/).flatMap(([states = '', , count = '']) =>
  /^\d+$/.test(count) ? [{ states: states.split(', '), count: Number(count) }] : [],
);
const countOf = (...states: string[]): number =>
  requirements.filter(({ state }) => states.includes(state)).length;

/** The paths that a text links to. */
const linksIn = (text: string): string[] => [...text.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path);
/** Each requirement that a test shows, with the path and the title of the test. */
const shown = tests
  .replaceAll('\n    ', ' ')
  .split('\n- ')
  .flatMap((section) => {
    const [path = ''] = linksIn(section);
    return [...section.matchAll(/^ {2}- ([\d., ]+): (.+)$/gm)].flatMap(([, ids = '', title = '']) =>
      ids.split(', ').map((id) => ({ id, path, title })),
    );
  });

test('each requirement has one row, with a state of the legend', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.filter((id) => !/^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  const states = legend.flatMap((row) => row.states);
  expect(requirements.filter(({ state }) => !states.includes(state))).toEqual([]);
});

test('the legend and docs/reliability.md count the requirements of each state', () => {
  for (const { states, count } of legend) expect(count, states.join()).toBe(countOf(...states));
  const reliability = readFileSync(`${root}docs/reliability.md`, 'utf8').replaceAll(/\s+/g, ' ');
  expect(reliability).toContain(
    `Of the ${requirements.length} requirements of OWASP ASVS 5.0 that could apply, ${countOf('holds')} hold, ` +
      `${countOf('operator')} are the installation's, ${countOf('n/a')} do not apply, and ` +
      `${countOf('partly', 'no')} do not hold or only partly`,
  );
});

test('each requirement that holds has evidence in the repository', () => {
  const hasEvidence = (cell: string): boolean =>
    linksIn(cell).some((path) => existsSync(join(root, 'docs', path)));
  const holding = requirements.filter(({ state }) => state === 'holds');
  expect(holding.filter(({ evidence }) => !hasEvidence(evidence)).map(({ id }) => id)).toEqual([]);
});

test('each test file among the evidence has a test that shows the requirement', () => {
  const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
  const named = requirements.flatMap(({ id, evidence }) =>
    linksIn(evidence)
      .filter(isTest)
      .map((path) => `${id} ${path}`),
  );
  expect([...new Set(shown.map(({ id, path }) => `${id} ${path}`))].sort()).toEqual(named.sort());
  for (const { path, title } of shown)
    expect(readFileSync(join(root, 'docs', path), 'utf8'), `${path} › ${title}`).toContain(title);
});
