import { expect, test } from 'vitest';
import { labelsLeft, labelsOf } from './known.ts';
import { read } from './promql.ts';
import { dashboards, expressions } from './sources.ts';

const namesOf = (labels: ReadonlyMap<string, unknown> | undefined) => [...(labels?.keys() ?? [])];

test('rules, dashboards and pages are read', () => {
  expect(dashboards).toHaveLength(4);
  expect(expressions.length).toBeGreaterThan(130);
});

test.each(expressions.map(({ where, expr, name = '' }) => [where, expr, name] as const))(
  '%s asks only for what exists: %s',
  (_where, expr, name) => {
    const { selectors, kept, mistakes } = read(expr);
    expect(mistakes, 'is no PromQL').toEqual([]);
    expect(selectors.filter((series) => !labelsOf(series.name))).toEqual([]);
    for (const series of selectors) {
      const labels = labelsOf(series.name);
      for (const { label, is } of series.matchers) {
        expect(namesOf(labels), `labels of ${series.name}`).toContain(label);
        const values = labels?.get(label);
        if (is !== undefined && values) expect(values, `${label} of ${series.name}`).toContain(is);
      }
    }
    for (const { label, of } of kept)
      for (const series of of) expect(namesOf(labelsOf(series)), `labels of ${series}`).toContain(label);
    for (const [, label] of name.matchAll(/\{\{(\w+)\}\}/g))
      expect(namesOf(labelsLeft(expr)), 'how its lines are called').toContain(label);
  },
);

test('dashboards choose services by a metric that every service has', () => {
  for (const { templating } of dashboards)
    for (const { type, query } of templating.list) {
      if (type !== 'query') continue;
      const asked = (query as { query: string }).query;
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(asked) ?? [];
      expect(namesOf(labelsOf(metric)), asked).toContain(label);
    }
});
