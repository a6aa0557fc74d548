import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AS_PROMISED, NOTHING_LOST } from '../../k6/lib/thresholds.ts';
import { read } from './promql.ts';
import { alerts, blocks, root, rules } from './sources.ts';

const page = readFileSync(`${root}docs/slo.md`, 'utf8');

/** Rows of the table of objectives: name, target and budget in per cent, alert. */
const objectives = [
  ...page.matchAll(
    /^\| `([a-z-]+)` .*\| ([\d.]+) % +\| ([\d.]+) % +\| \[(\w+)\]\(runbooks\/(\w+)\.md\) +\|$/gm,
  ),
].map(([, name = '', target, budget, alert = '']) => ({
  name,
  target: Number(target),
  budget: Number(budget),
  alert,
}));

const recorded = (record: string, name: string) =>
  rules.find((rule) => rule.record === record && rule.labels?.['slo'] === name)?.expr ?? '';

/** The series that an expression counts, and how it chooses them. */
const counted = (expr: string) =>
  new Set(read(expr).selectors.map(({ name, matchers }) => `${name} ${JSON.stringify(matchers)}`));

test('the page has the objectives that are measured', () => {
  const measured = rules
    .filter(({ record }) => record === 'slo:budget:ratio')
    .map(({ labels }) => labels?.['slo']);
  expect(objectives.map(({ name }) => name)).toEqual(measured);
});

describe.each(objectives)('$name', ({ name, target, budget, alert }) => {
  test('has the budget that its target leaves, here and in the rules', () => {
    expect(target + budget).toBeCloseTo(100);
    expect(recorded('slo:budget:ratio', name)).toBe(`vector(${budget / 100})`);
  });

  test('is measured as the page says', () => {
    const indicator = blocks(page.slice(page.indexOf(`\n\`${name}\`:\n`)), 'promql')[0] ?? '';
    const asRecorded = `${recorded('slo:errors:rate5m', name)} / ${recorded('slo:events:rate5m', name)}`;
    expect(counted(indicator)).toEqual(counted(asRecorded));
  });

  test('calls somebody by the alert that the page names', () => {
    const called = alerts
      .filter((rule) => rule.alert === alert)
      .map(({ expr, labels }) => [expr, labels?.['severity']]);
    expect(called).toEqual([
      [`slo:burns:fast{slo="${name}"}`, 'page'],
      [`slo:burns:slowly{slo="${name}"}`, 'ticket'],
    ]);
  });
});

test('the burn rates are those of the page', () => {
  const named = [...page.matchAll(/^\| `(page|ticket)` +\| ([\d.]+) +\|/gm)].map(([, , rate]) =>
    Number(rate),
  );
  const limits = (record: string) =>
    [...(rules.find((rule) => rule.record === record)?.expr ?? '').matchAll(/> ([\d.]+)/g)].map(([, rate]) =>
      Number(rate),
    );
  expect([...limits('slo:burns:fast'), ...limits('slo:burns:slowly')]).toEqual(
    named.flatMap((rate) => [rate, rate]),
  );
});

test('load tests hold the product to the figures of the page', () => {
  const inWords = (thresholds: readonly string[]) =>
    thresholds
      .map((one) =>
        one
          .replace(/p\((\d+)\)</, 'p$1 < ')
          .replace(/\d+$/, (ms) => (+ms < 1000 ? `${ms} ms` : `${+ms / 1000} s`)),
      )
      .join(', ');
  const promised = Object.fromEntries(
    [...page.matchAll(/^\| ([^|]+?) +\| ([^|]*<[^|]*|0) +\|$/gm)].map(([, what = '', figures = '']) => [
      what,
      figures.trim(),
    ]),
  );
  expect(promised).toEqual({
    "a move's answer": inWords(AS_PROMISED.move_ack),
    'a move at the opponent': inWords(AS_PROMISED.move_delivery),
    'from a search to its match, when an opponent is there': inWords(AS_PROMISED.time_to_match),
    'a request': inWords(AS_PROMISED.http_req_duration),
    'requests and moves that fail': '< 0.1 %',
    'games, acknowledged moves and coins lost': '0',
  });
  expect(AS_PROMISED.errors).toEqual(['rate<0.001']);
  expect(Object.values(NOTHING_LOST).flat()).toEqual(['count==0', 'count==0', 'count==0']);
});
