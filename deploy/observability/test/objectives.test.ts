import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SLO_THRESHOLDS, LOSS_THRESHOLDS } from '../../k6/lib/thresholds.ts';
import { parseExpression } from './promql.ts';
import { alerts, codeBlocks, root, rules } from './sources.ts';

const page = readFileSync(`${root}docs/slo.md`, 'utf8');

/** Rows of the table of objectives: name, target and budget in percent, alert. */
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

/** Returns the series of an expression with their matchers. */
const counted = (expr: string) =>
  new Set(parseExpression(expr).selectors.map(({ name, matchers }) => `${name} ${JSON.stringify(matchers)}`));

test('the page lists the objectives that are recorded', () => {
  const measured = rules
    .filter(({ record }) => record === 'slo:error_budget:ratio')
    .map(({ labels }) => labels?.['slo']);
  expect(objectives.map(({ name }) => name)).toEqual(measured);
});

describe.each(objectives)('$name', ({ name, target, budget, alert }) => {
  test('has the same error budget on the page and in the rules', () => {
    expect(target + budget).toBeCloseTo(100);
    expect(recorded('slo:error_budget:ratio', name)).toBe(`vector(${budget / 100})`);
  });

  test('has the same indicator on the page and in the rules', () => {
    const indicator = codeBlocks(page.slice(page.indexOf(`\n\`${name}\`:\n`)), 'promql')[0] ?? '';
    const asRecorded = `${recorded('slo:errors:rate5m', name)} / ${recorded('slo:events:rate5m', name)}`;
    expect(counted(indicator)).toEqual(counted(asRecorded));
  });

  test('has the alert that the page names', () => {
    const firing = alerts
      .filter((rule) => rule.alert === alert)
      .map(({ expr, labels }) => [expr, labels?.['severity']]);
    expect(firing).toEqual([
      [`slo:burn_rate:fast{slo="${name}"}`, 'page'],
      [`slo:burn_rate:slow{slo="${name}"}`, 'ticket'],
    ]);
  });
});

test('the burn rates match the page', () => {
  const named = [...page.matchAll(/^\| `(page|ticket)` +\| ([\d.]+) +\|/gm)].map(([, , rate]) =>
    Number(rate),
  );
  const limits = (record: string) =>
    [...(rules.find((rule) => rule.record === record)?.expr ?? '').matchAll(/> ([\d.]+)/g)].map(([, rate]) =>
      Number(rate),
    );
  expect([...limits('slo:burn_rate:fast'), ...limits('slo:burn_rate:slow')]).toEqual(
    named.flatMap((rate) => [rate, rate]),
  );
});

test('the thresholds of the load tests match the page', () => {
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
    'response to a move': inWords(SLO_THRESHOLDS.move_ack),
    'delivery of a move to the opponent': inWords(SLO_THRESHOLDS.move_delivery),
    'search to match, with an opponent in the queue': inWords(SLO_THRESHOLDS.time_to_match),
    'API request': inWords(SLO_THRESHOLDS.http_req_duration),
    'error rate of requests and moves': '< 0.1 %',
    'lost games, acknowledged moves and coins': '0',
  });
  expect(SLO_THRESHOLDS.errors).toEqual(['rate<0.001']);
  expect(Object.values(LOSS_THRESHOLDS).flat()).toEqual(['count==0', 'count==0', 'count==0']);
});
