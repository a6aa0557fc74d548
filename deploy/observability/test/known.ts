import { readFileSync } from 'node:fs';
import { read } from './promql.ts';
import { root, rules } from './sources.ts';

/** The labels of a series; where the values are known, these. */
export type Labels = ReadonlyMap<string, readonly string[] | undefined>;

/** What Prometheus and the scrape put on every series of ours. */
const TARGET = ['job', 'service', 'instance'];

const labelsFrom = (names: readonly string[]): Labels => new Map(names.map((name) => [name, undefined]));

/** Rows of docs/metrics.md: name, type, labels with their values. */
function documented(): [string, Labels][] {
  const page = readFileSync(`${root}docs/metrics.md`, 'utf8');
  return [...page.matchAll(/^\| `(\w+)` +\| (\w+) +\|([^|]*)\|/gm)].flatMap(
    ([, name = '', type = '', cell = '']) => {
      const own = cell.split(';').flatMap((part): [string, readonly string[] | undefined][] => {
        const [label, ...values] = [...part.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
        return label ? [[label, values.length > 0 && !part.includes('…') ? values : undefined]] : [];
      });
      const labels = new Map([...labelsFrom(TARGET), ...own]);
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

const known = new Map<string, Labels>([
  ...documented(),
  ['up', labelsFrom(TARGET)],
  ['ALERTS', labelsFrom(['alertname', 'alertstate', 'severity', ...TARGET])],
]);

/** The labels that the series have which an expression answers. */
export function labelsLeft(expr: string): Labels {
  const { selectors, kept, gathers } = read(expr);
  const inner = selectors.flatMap(({ name }) => [...(known.get(name) ?? [])]);
  if (!gathers) return new Map(inner);
  return new Map(kept.map(({ label }) => [label, new Map(inner).get(label)]));
}

/** Recorded series have what their expressions leave, and the labels of their rules; several rules may record one. */
for (const { record, expr, labels = {} } of rules) {
  if (!record) continue;
  const before = known.get(record);
  const own = Object.entries(labels).map(
    ([label, value]) => [label, [...(before?.get(label) ?? []), value]] as const,
  );
  known.set(record, new Map([...labelsLeft(expr), ...own]));
}

/** The labels of a series: of what services serve, of what rules record, of what Prometheus has itself. */
export const labelsOf = (series: string): Labels | undefined => known.get(series);
