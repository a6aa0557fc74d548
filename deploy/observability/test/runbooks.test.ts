import { serviceNames } from '@fifteen/topology';
import { existsSync, readFileSync } from 'node:fs';
import { createLog, Lifecycle, openDatabase } from '@fifteen/runtime';
import { testDatabase } from '@fifteen/testkit';
import { describe, expect, test } from 'vitest';
import { alerts, codeBlocks, sourceCode, root, runbooks } from './sources.ts';

const names = [...new Set(alerts.map(({ alert = '' }) => alert))].sort();

test('every alert has a runbook, and every runbook an alert', () => {
  expect(Object.keys(runbooks).sort()).toEqual(names);
});

test('the index links every runbook with its severity', () => {
  const index = readFileSync(`${root}docs/runbooks/README.md`, 'utf8');
  for (const name of names) {
    const severities = alerts.filter(({ alert }) => alert === name).map(({ labels }) => labels?.['severity']);
    const cell = [...new Set(severities)].sort().join(', ');
    expect(index).toMatch(new RegExp(`^\\| \\[${name}\\]\\(${name}\\.md\\) *\\| ${cell} *\\|`, 'm'));
  }
});

test.each(alerts.map((rule) => [rule.alert ?? '', rule] as const))(
  '%s has a severity, a summary, a description and a runbook',
  (name, rule) => {
    expect(['page', 'ticket']).toContain(rule.labels?.['severity']);
    expect(rule.annotations?.['summary']).toBeTruthy();
    expect(rule.annotations?.['description']).toMatch(/\.$/);
    expect(rule.annotations?.['runbook_url']).toBe(`docs/runbooks/${name}.md`);
    expect(existsSync(`${root}docs/runbooks/${name}.md`)).toBe(true);
  },
);

test.each(Object.entries(runbooks))('the runbook of %s has the standard sections', (name, page) => {
  expect(page).toMatch(new RegExp(`^# ${name}\n\n## Meaning\n`));
  const headings = [...page.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  expect(headings).toEqual(['Meaning', 'Impact', 'Diagnosis', 'Mitigation', 'Precautions']);
});

test('the runbook of ServiceDown lists the impact for every service', () => {
  const [, ...listed] = [...(runbooks['ServiceDown'] ?? '').matchAll(/^\| (\w+) /gm)].map(
    (match) => match[1],
  );
  expect(listed.sort()).toEqual([...serviceNames].sort());
});

/** The commands `sql economy "SELECT …"` of the runbooks, which an engineer runs during an incident. */
const queries = Object.entries(runbooks).flatMap(([name, page]) =>
  [
    ...codeBlocks(page, 'sh')
      .join('\n')
      .matchAll(/\bsql (\w+) "([^"]+)"/g),
    ...page.matchAll(/`sql (\w+) "([^"`]+)"/g),
  ].map(([, service = '', query = '']) => [name, service === 'SERVICE' ? 'game' : service, query] as const),
);

describe('queries in the runbooks', () => {
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

/** Messages of log lines, and the names of jobs in them. */
const loggedTexts = [
  ...sourceCode.matchAll(/\blog(?:\.(?:info|warn|error|fatal)|Failed\w+)\([^;]*?'([^']+)',?\s*\)/g),
  ...sourceCode.matchAll(/\boutages\.log\([^;]*?'([^']+)'/g),
  ...sourceCode.matchAll(/\b(?:startJob|pollMetrics)\(\s*'([^']+)'/g),
].map(([, text = '']) => text);

/** The alternatives for which the runbooks search logs, without levels. */
const searches = Object.entries(runbooks).flatMap(([name, page]) =>
  [...page.matchAll(/\blogs \w+ \| grep (?:-E )?'([^']+)'/g)].flatMap(([, pattern = '']) =>
    pattern
      .replace(/"level":"[^"]*"/, '')
      .split('|')
      .flatMap((text) => (text ? [[name, text] as const] : [])),
  ),
);

describe('log searches in the runbooks', () => {
  test('are found', () => expect(searches.length).toBeGreaterThan(20));

  test.each(searches)('%s: the code logs %s', (_, text) => {
    const [, job] = /"job":"([^"]+)"/.exec(text) ?? [];
    const isLogged = job ? loggedTexts.includes(job) : loggedTexts.some((logged) => logged.includes(text));
    expect(isLogged).toBe(true);
  });
});
