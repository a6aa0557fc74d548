import { serviceNames } from '@fifteen/topology';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { hasPrometheus } from './prometheus.ts';
import { parseExpression } from './promql.ts';
import { alerts, root, ruleFiles, sourceCode } from './sources.ts';

const scenarios = ['alerts', 'alerts-of-days'].map((name) =>
  fileURLToPath(new URL(`${name}.promtool.yaml`, import.meta.url)),
);

interface Scenarios {
  tests: { alert_rule_test: { alertname: string; exp_alerts?: { exp_labels: { severity: string } }[] }[] }[];
}

/** Runs promtool, which is part of Prometheus. Returns its errors, empty on success. */
const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', cwd: root });
  return status === 0 ? '' : `${stdout}${stderr}` || 'it did not run';
};

test.skipIf(!hasPrometheus)('Prometheus accepts the rules', () => {
  expect(promtool('check', 'rules', ...ruleFiles)).toBe('');
});

test.skipIf(!hasPrometheus)('Prometheus accepts the configuration for Docker Compose', () => {
  expect(promtool('check', 'config', '--syntax-only', 'deploy/observability/prometheus.yml')).toBe('');
});

test.skipIf(!hasPrometheus)('alerts fire when they should, and not before', { timeout: 240_000 }, () => {
  expect(promtool('test', 'rules', ...scenarios)).toBe('');
});

test('there is a scenario in which each alert fires, and one in which it does not', () => {
  const expected = scenarios.flatMap((file) => {
    const { tests } = parse(readFileSync(file, 'utf8')) as Scenarios;
    return tests.flatMap((one) => one.alert_rule_test);
  });
  const firing = expected.flatMap(({ alertname, exp_alerts = [] }) =>
    exp_alerts.map(({ exp_labels }) => `${alertname} ${exp_labels.severity}`),
  );
  const silent = expected.filter(({ exp_alerts }) => !exp_alerts?.length).map(({ alertname }) => alertname);
  for (const { alert = '', labels } of alerts) {
    expect(firing).toContain(`${alert} ${labels?.['severity']}`);
    expect(silent).toContain(alert);
  }
});

test('a counter that an alert reads begins with 0, so that increase() counts its first event', () => {
  const names = alerts.flatMap(({ expr }) => parseExpression(expr).selectors.map(({ name }) => name));
  const counters = names.flatMap((name) => {
    const [, variable] = new RegExp(`const (\\w+) = counter\\(\\s*'${name}'`).exec(sourceCode) ?? [];
    return variable ?? [];
  });
  expect(counters).toContain('moves');
  for (const counter of counters) expect(sourceCode).toContain(`${counter}.add(0, `);
});

test('Prometheus of Docker Compose scrapes every service', () => {
  const { scrape_configs } = parse(readFileSync(`${root}deploy/observability/prometheus.yml`, 'utf8')) as {
    scrape_configs: { dns_sd_configs: { names: string[] }[] }[];
  };
  const scraped = scrape_configs.flatMap(({ dns_sd_configs }) =>
    dns_sd_configs.flatMap(({ names }) => names),
  );
  expect(scraped.sort()).toEqual([...serviceNames].sort());
});

test('ServiceDown names every service, so that it fires for one without any replica', () => {
  const { expr = '' } = alerts.find(({ alert }) => alert === 'ServiceDown') ?? {};
  const missed = [...expr.matchAll(/service="(\w+)"/g)].map((match) => match[1]);
  expect(missed.sort()).toEqual([...serviceNames].sort());
});
