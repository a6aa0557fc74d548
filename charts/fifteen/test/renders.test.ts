import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  chart,
  allFeaturesFile,
  helm,
  helmVersion,
  manifestsOfKind,
  production,
  render,
  type Manifest,
} from './helm.ts';

const file = (path: string) => readFileSync(join(chart, path), 'utf8');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Removes random values, and replaces the content of files that are in the chart anyway. */
function withoutRandomValues(one: Manifest): Manifest {
  const text = JSON.stringify(one)
    .replaceAll(/s[0-9a-f]{64}/g, 'MADE-UP')
    .replaceAll(/(?<=[a-z]=)[0-9a-f]{64}/g, 'ITS-HASH')
    .replaceAll(/(?<="checksum\/secrets":")[0-9a-f]{64}/g, 'CHECKSUM')
    .replaceAll(/(?<="seed":")\w{48}/g, 'RANDOM');
  const plain = JSON.parse(text) as Manifest;
  if (plain.kind === 'PrometheusRule') plain.spec.groups = 'those of files/rules';
  if (plain.metadata.name.includes('-dashboard-')) plain.data = 'that of files/dashboards';
  if (plain.metadata.name === 'fifteen-nats' && plain.kind === 'ConfigMap')
    plain.data['nats-authorization.conf'] = 'files/nats-authorization.conf';
  return plain;
}

const dashboards = readdirSync(join(chart, 'files/dashboards'));
const rules = readdirSync(join(chart, 'files/rules'));

describe.skipIf(!helmVersion)('what Helm makes of the chart', () => {
  test.each([
    ['default', []],
    ['production', [production]],
    ['everything', [allFeaturesFile]],
  ])('is what it was: %s (vitest -u takes a new one over)', async (name, files) => {
    const text = render({ files })
      .map(withoutRandomValues)
      .filter(({ metadata }) => !metadata.name.includes('-dashboard-'))
      .map((one) => ({ name: `${one.kind} ${one.metadata.name}`, text: stringify(one, { lineWidth: 120 }) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((one) => one.text)
      .join('---\n');
    await expect(text).toMatchFileSnapshot(`golden/${name}.yaml`);
  });

  test.each([[[]], [[production]], [[allFeaturesFile]]])('has nothing that its linter minds: %s', (files) => {
    const values = files.flatMap((path) => ['--values', path]);
    expect(helm('lint', '--strict', chart, ...values)).toMatchObject({ ok: true });
  });

  test('has the version of the product', () => {
    const { version } = JSON.parse(readFileSync(join(chart, '../../package.json'), 'utf8')) as Manifest;
    expect(parse(file('Chart.yaml')).appVersion).toBe(version);
  });

  test('has every dashboard and every rule as it was written', () => {
    const rendered = render({ files: [allFeaturesFile] });
    const groups = manifestsOfKind(rendered, 'PrometheusRule').get('metrics').spec.groups;
    expect(groups).toEqual(rules.flatMap((name) => parse(file(`files/rules/${name}`)).groups));
    const maps = rendered.filter(({ metadata }) => metadata.labels?.grafana_dashboard === '1');
    expect(Object.fromEntries(maps.flatMap(({ data }) => Object.entries(data)).map(dashboardHash))).toEqual(
      Object.fromEntries(dashboards.map((name) => dashboardHash([name, file(`files/dashboards/${name}`)]))),
    );
  });

  test('links each alert to its runbook below the address of monitoring.rules.runbooks', () => {
    const runbooks = 'https://wiki.example/runbooks';
    const rendered = render({ files: [allFeaturesFile], set: { 'monitoring.rules.runbooks': runbooks } });
    const groups = manifestsOfKind(rendered, 'PrometheusRule').get('metrics').spec.groups as Manifest[];
    const alerts = groups.flatMap((group) => group.rules as Manifest[]).filter(({ alert }) => alert);
    expect(alerts.length).toBeGreaterThan(30);
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook_url).toBe(`${runbooks}/${alert}.md`);
  });

  test('says where the site is', () => {
    const notes = (...set: string[]) =>
      helm('install', 'fifteen', chart, '--dry-run=client', ...set.flatMap((one) => ['--set', one])).output;
    expect(notes()).toContain('The site: http://localhost:8080');
    expect(notes()).toMatch(/port-forward service\/fifteen-gateway 8080:80$/m);
    expect(notes('publicUrl=http://localhost:9000')).toMatch(/fifteen-gateway 9000:80$/m);
    expect(notes('publicUrl=http://10.0.0.5')).toMatch(/fifteen-gateway 8080:80$/m);
    expect(notes('publicUrl=https://a.b', 'gatewayService.type=LoadBalancer')).toContain(
      'The site: https://a.b',
    );
  });
});

/** Returns a dashboard's name and the hash of its content, so that a difference is one line. */
const dashboardHash = ([name, text]: [string, unknown]) => [
  name,
  sha256(JSON.stringify(JSON.parse(String(text)))),
];
