import { expect, test } from 'vitest';
import { resultLabels, labelsOf, type Labels } from './series-labels.ts';
import { parseExpression, type Selector } from './promql.ts';
import { dashboards, expressions } from './sources.ts';

/** Returns the series, labels and values that an expression or its legend names and that do not exist. */
function unknownNames(expr: string, name = ''): string[] {
  const { selectors, groupingLabels: kept, syntaxErrors: mistakes } = parseExpression(expr);
  const has = (labels: Labels | undefined, label: string, owner: string) =>
    labels?.has(label) ? [] : [`${owner} has no label ${label}`];
  const legendLabels = [...name.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return [
    ...mistakes,
    ...selectors.flatMap((series) =>
      labelsOf(series.name) ? wrongMatchers(series, has) : [`no ${series.name}`],
    ),
    ...kept.flatMap(({ label, of }) => of.flatMap((series) => has(labelsOf(series), label, series))),
    ...legendLabels.flatMap((label) => has(resultLabels(expr), label, 'the result')),
  ];
}

function wrongMatchers(
  { name, matchers }: Selector,
  has: (labels: Labels | undefined, label: string, owner: string) => string[],
): string[] {
  const labels = labelsOf(name);
  return matchers.flatMap(({ label, is }) => {
    const values = labels?.get(label);
    const unknown = is !== undefined && values !== undefined && !values.includes(is);
    return unknown ? [`${label} of ${name} is never ${is}`] : has(labels, label, name);
  });
}

test('finds the expressions of rules, dashboards and pages', () => {
  expect(dashboards).toHaveLength(4);
  expect(expressions.length).toBeGreaterThan(130);
});

test.each(expressions.map(({ where, expr, name }) => [where, expr, name] as const))(
  '%s selects only what exists: %s',
  (_, expr, name) => {
    expect(unknownNames(expr, name)).toEqual([]);
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
  ['sum by (actor) (fifteen_moves_total)', '{{instance}}', /the result has no label instance/],
])('finds what does not exist: %s', (expr, name, fault) => {
  expect(unknownNames(expr, name).join()).toMatch(fault);
});

/** Metrics that other programs have too, or Prometheus itself. */
const isShared = (name: string): boolean => /^(?:up$|process_|nodejs_|v8js_)/.test(name);

test('metrics that other programs have too are selected by the job', () => {
  const shared = expressions.flatMap(({ where, expr }) =>
    parseExpression(expr)
      .selectors.filter(({ name }) => isShared(name))
      .map(({ name, matchers }) => ({ where, name, job: matchers.find(({ label }) => label === 'job')?.is })),
  );
  expect(shared.length).toBeGreaterThan(15);
  expect(shared.filter(({ job }) => job !== 'fifteen')).toEqual([]);
});

test('dashboards choose services by a metric that every service has', () => {
  for (const { templating } of dashboards)
    for (const { type, query } of templating.list) {
      if (type !== 'query') continue;
      const statement = (query as { query: string }).query;
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(statement) ?? [];
      expect(unknownNames(metric, `{{${label}}}`), statement).toEqual([]);
    }
});
