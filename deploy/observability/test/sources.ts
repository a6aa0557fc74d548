import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

const filesOf = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .sort()
    .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

/** A recording rule or an alert. */
export interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The files that the chart and Docker Compose give to Prometheus. */
export const ruleFiles = filesOf('charts/fifteen/files/rules/*.yaml').map(({ path }) => root + path);

export const rules: readonly Rule[] = filesOf('charts/fifteen/files/rules/*.yaml').flatMap(({ text }) =>
  (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);

export const alerts = rules.filter((rule) => rule.alert !== undefined);

interface Panel {
  readonly title?: string;
  readonly description?: string;
  readonly targets?: readonly { expr: string; legendFormat: string }[];
  readonly fieldConfig?: { defaults: { thresholds?: { steps: readonly { value: number | null }[] } } };
}

export interface Dashboard {
  readonly title: string;
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly annotations: { list: readonly { expr?: string }[] };
  readonly templating: { list: readonly { type: string; query: unknown }[] };
}

export const dashboards: readonly Dashboard[] = filesOf('charts/fifteen/files/dashboards/*.json').map(
  ({ text }) => JSON.parse(text) as Dashboard,
);

/** Runbooks by alert. */
export const runbooks = Object.fromEntries(
  filesOf('docs/runbooks/[A-Z]*.md')
    .filter(({ path }) => !path.endsWith('README.md'))
    .map(({ path, text }) => [basename(path, '.md'), text]),
);

/** Returns the code blocks of a page in a language. */
export const codeBlocks = (page: string, language: string): string[] =>
  [...page.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'))].map(
    (match) => match[1] ?? '',
  );

/** Source code of all services and packages. */
export const sourceCode = filesOf('{services,packages}/*/src/**/*.ts')
  .map(({ text }) => text)
  .join('\n');

/** All expressions of dashboards, rules and documents, with their places. */
export const expressions: readonly { where: string; expr: string; name?: string }[] = [
  ...rules.map(({ record, alert, expr }) => ({ where: `rule ${record ?? alert}`, expr })),
  ...dashboards.flatMap(({ title, panels, annotations }) => [
    ...panels.flatMap((panel) =>
      (panel.targets ?? []).map(({ expr, legendFormat }) => ({
        where: `dashboard ${title}, panel ${panel.title}`,
        expr,
        name: legendFormat,
      })),
    ),
    ...annotations.list.flatMap(({ expr }) => (expr ? [{ where: `dashboard ${title}, marks`, expr }] : [])),
  ]),
  ...filesOf('docs/**/*.md').flatMap(({ path, text }) =>
    codeBlocks(text, 'promql').map((expr) => ({ where: path, expr })),
  ),
];
