import { ports, serviceNames } from '@fifteen/topology';
import { withLines, withRegion } from './replace.ts';

/** Returns the configuration of Prometheus for Docker Compose, with each service as a target. */
export const prometheusTargets = (current: string): string =>
  withRegion(current, 'targets', [
    `- names: [${serviceNames.join(', ')}]`,
    `  type: A`,
    `  port: ${ports.metrics}`,
    '  refresh_interval: 5s',
  ]);

/** Returns the platform's alerts: ServiceDown looks for each service. */
export const platformRules = (current: string): string =>
  withLines(
    current,
    / +or absent\(up\{job="fifteen", service="\w+"\}\) - 1/,
    serviceNames.map((name) => `              or absent(up{job="fifteen", service="${name}"}) - 1`),
  );

/** Returns the scenarios of promtool: in two of them every service is scraped. */
export function alertScenarios(current: string): string {
  const series = (values: string, without: readonly string[] = []) =>
    serviceNames
      .filter((name) => !without.includes(name))
      .flatMap((name) => [
        `- series: up{job="fifteen", service="${name}", instance="${name}-1"}`,
        `  values: ${values}`,
      ]);
  const withHealthySeries = withRegion(current, 'up of all services', series('1x90'));
  return withRegion(withHealthySeries, 'up of the other services', series('1x20', ['gateway', 'game']));
}
