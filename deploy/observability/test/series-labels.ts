import { readFileSync } from 'node:fs';
import { parseExpression } from './promql.ts';
import { root, rules } from './sources.ts';

/** Labels of a series, with their values where these are known. */
export type Labels = ReadonlyMap<string, readonly string[] | undefined>;

/** Labels that Prometheus adds to each scraped series. */
const TARGET_LABELS = ['job', 'service', 'instance'];

const labelsFrom = (names: readonly string[]): Labels => new Map(names.map((name) => [name, undefined]));

/** Returns the series of docs/metrics.md with their labels. */
function documentedSeries(): [string, Labels][] {
  const page = readFileSync(`${root}docs/metrics.md`, 'utf8');
  return [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\|([^|]*)\|/gm)].flatMap(
    ([, name = '', type = '', cell = '']) => {
      const ownLabels = cell.split(';').flatMap((part): [string, readonly string[] | undefined][] => {
        const [label, ...values] = [...part.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
        return label ? [[label, values.length > 0 && !part.includes('…') ? values : undefined]] : [];
      });
      const labels = new Map([...labelsFrom(TARGET_LABELS), ...ownLabels]);
      if (type !== 'histogram') return [[name, labels]];
      const bucket = new Map([...labels, ...labelsFrom(['le'])]);
      return [
        [`${name}_bucket`, bucket],
        [`${name}_sum`, labels],
        [`${name}_count`, labels],
      ];
    },
  );
}

const seriesLabels = new Map<string, Labels>([
  ...documentedSeries(),
  ['up', labelsFrom(TARGET_LABELS)],
  ['ALERTS', labelsFrom(['alertname', 'alertstate', 'severity', ...TARGET_LABELS])],
]);

/** Returns the labels of an expression's result. */
export function resultLabels(expr: string): Labels {
  const { selectors, groupingLabels: kept, isAggregated: gathers } = parseExpression(expr);
  const inner = selectors.flatMap(({ name }) => [...(seriesLabels.get(name) ?? [])]);
  if (!gathers) return new Map(inner);
  return new Map(kept.map(({ label }) => [label, new Map(inner).get(label)]));
}

// A recorded series has the labels of its expression's result and of its rule. Several rules may record the same series.
for (const { record, expr, labels = {} } of rules) {
  if (!record) continue;
  const before = seriesLabels.get(record);
  const ownLabels = Object.entries(labels).map(
    ([label, value]) => [label, [...(before?.get(label) ?? []), value]] as const,
  );
  seriesLabels.set(record, new Map([...resultLabels(expr), ...ownLabels]));
}

/** Returns the labels of a series: of a service's metric, of a recording rule or of Prometheus itself. */
export const labelsOf = (series: string): Labels | undefined => seriesLabels.get(series);
