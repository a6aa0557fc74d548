import { serviceNames } from '@fifteen/topology';
import { existsSync, readFileSync } from 'node:fs';
import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { testDatabase } from '@fifteen/testkit';
import { describe, expect, test } from 'vitest';
import { alerts, blocks, code, root, runbooks } from './sources.ts';

const names = [...new Set(alerts.map(({ alert = '' }) => alert))].sort();

test('every alert has a page, and every page an alert', () => {
  expect(Object.keys(runbooks).sort()).toEqual(names);
});

test('the index leads to every page, and says how urgent it is', () => {
  const index = readFileSync(`${root}docs/runbooks/README.md`, 'utf8');
  for (const name of names) {
    const urgent = alerts.some(({ alert, labels }) => alert === name && labels?.['severity'] === 'page');
    expect(index).toMatch(
      new RegExp(`^\\| \\[${name}\\]\\(${name}\\.md\\) *\\| ${urgent ? 'page' : 'ticket'}`, 'm'),
    );
  }
});

test.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))(
  '%s says what, why and where to look',
  (name, rule) => {
    expect(['page', 'ticket']).toContain(rule.labels?.['severity']);
    expect(rule.annotations?.['summary']).toBeTruthy();
    expect(rule.annotations?.['description']).toMatch(/\.$/);
    expect(rule.annotations?.['runbook_url']).toBe(`docs/runbooks/${name}.md`);
    expect(existsSync(`${root}docs/runbooks/${name}.md`)).toBe(true);
  },
);

test.each(Object.entries(runbooks))('the page of %s answers the five questions', (name, page) => {
  expect(page).toMatch(new RegExp(`^# ${name}\n\n\\*\\*What it means\\.\\*\\* `));
  expect(page).toContain('\n**Who feels it.** ');
  const headings = [...page.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  expect(headings).toEqual(['How to look', 'What to do', 'What not to do']);
});

test('the page of ServiceDown says of every service what is then', () => {
  const [, ...told] = [...(runbooks['ServiceDown'] ?? '').matchAll(/^\| (\w+) /gm)].map((match) => match[1]);
  expect(told.sort()).toEqual([...serviceNames].sort());
});

/** `sql economy "SELECT …"` in the pages: somebody types it in the middle of the night, so it has to be right. */
const queries = Object.entries(runbooks).flatMap(([name, page]) =>
  [
    ...blocks(page, 'sh')
      .join('\n')
      .matchAll(/\bsql (\w+) "([^"]+)"/g),
    ...page.matchAll(/`sql (\w+) "([^"`]+)"/g),
  ].map(([, service = '', query = '']) => [name, service === 'SERVICE' ? 'game' : service, query] as const),
);

describe('queries in the pages', () => {
  test('are found', () => expect(queries.length).toBeGreaterThan(12));

  test.each(queries)('%s, in the database of %s: %s', async (_, service, query) => {
    const database = await testDatabase(service as 'game');
    const context = {
      log: createLog('test', 'silent'),
      lifecycle: new Lifecycle(createLog('test', 'silent')),
    };
    const { query: ask } = openDatabase({ service, url: database.ownerUrl, pool: 1 }, context);
    try {
      await ask(query.replaceAll('GAME', '00000000-0000-4000-8000-000000000000'));
    } finally {
      await context.lifecycle.stop();
      await database.drop();
    }
  });
});

/** What the pages look for in logs: the words of a line, or the loop that wrote it. */
const phrases = Object.entries(runbooks).flatMap(([name, page]) =>
  [...page.matchAll(/\bgrep (?:-E )?'([^']+)'/g)].flatMap(([, pattern = '']) =>
    pattern.split('|').flatMap((part) => {
      const [, loop] = /"sweep":"([a-z ]+)"/.exec(part) ?? [];
      if (loop) return [[name, `sweep('${loop}'`] as const];
      return /^[a-z ]{8,}$/.test(part) ? [[name, part] as const] : [];
    }),
  ),
);

describe('what the pages look for in logs', () => {
  test('is found', () => expect(phrases.length).toBeGreaterThan(8));

  test.each(phrases)('%s: something says "%s"', (_, phrase) => {
    expect(code.replaceAll(/\(\s+/g, '(')).toContain(phrase);
  });
});
