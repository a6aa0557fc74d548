import { expect, test } from 'vitest';
import { labelsLeft, labelsOf, type Labels } from './known.ts';
import { read, type Selector } from './promql.ts';
import { dashboards, expressions } from './sources.ts';

/** What an expression, or the name of its lines, speaks of and does not exist. */
function faults(expr: string, name = ''): string[] {
  const { selectors, kept, mistakes } = read(expr);
  const has = (labels: Labels | undefined, label: string, whose: string) =>
    labels?.has(label) ? [] : [`${whose} has no label ${label}`];
  const called = [...name.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return [
    ...mistakes,
    ...selectors.flatMap((series) =>
      labelsOf(series.name) ? wrongMatchers(series, has) : [`no ${series.name}`],
    ),
    ...kept.flatMap(({ label, of }) => of.flatMap((series) => has(labelsOf(series), label, series))),
    ...called.flatMap((label) => has(labelsLeft(expr), label, 'the answer')),
  ];
}

function wrongMatchers(
  { name, matchers }: Selector,
  has: (labels: Labels | undefined, label: string, whose: string) => string[],
): string[] {
  const labels = labelsOf(name);
  return matchers.flatMap(({ label, is }) => {
    const values = labels?.get(label);
    const unknown = is !== undefined && values !== undefined && !values.includes(is);
    return unknown ? [`${label} of ${name} is never ${is}`] : has(labels, label, name);
  });
}

test('rules, dashboards and pages are read', () => {
  expect(dashboards).toHaveLength(4);
  expect(expressions.length).toBeGreaterThan(130);
});

test.each(expressions.map(({ where, expr, name }) => [where, expr, name] as const))(
  '%s asks only for what exists: %s',
  (_, expr, name) => {
    expect(faults(expr, name)).toEqual([]);
  },
);

test.each([
  ['sum(rate(fifteen_moves_total[5m])', '', /⚠/],
  ['sum(rate(fifteen_moves_made_total[5m]))', '', /no fifteen_moves_made_total/],
  ['slo:burn_rate:2h', '', /no slo:burn_rate:2h/],
  ['fifteen_moves_total{reason="player"}', '', /fifteen_moves_total has no label reason/],
  ['fifteen_moves_total{actor="observer"}', '', /actor of fifteen_moves_total is never observer/],
  ['slo:burn_rate:fast{slo="moves"}', '', /slo of slo:burn_rate:fast is never moves/],
  [
    'sum by (le) (rate(fifteen_move_delivery_duration_seconds_count[5m]))',
    '',
    /fifteen_move_delivery_duration_seconds_count has no label le/,
  ],
  ['sum by (actor) (fifteen_moves_total)', '{{instance}}', /the answer has no label instance/],
])('what does not exist is noticed: %s', (expr, name, fault) => {
  expect(faults(expr, name).join()).toMatch(fault);
});

test('dashboards choose services by a metric that every service has', () => {
  for (const { templating } of dashboards)
    for (const { type, query } of templating.list) {
      if (type !== 'query') continue;
      const asked = (query as { query: string }).query;
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(asked) ?? [];
      expect(faults(metric, `{{${label}}}`), asked).toEqual([]);
    }
});
