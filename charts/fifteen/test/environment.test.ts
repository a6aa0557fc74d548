import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames, type ServiceName } from '@fifteen/topology';
import { describe, expect, test } from 'vitest';
import { schemaFolder, root } from '../../../packages/testkit/src/repository.ts';
import {
  allFeaturesFile,
  chart,
  helmVersion,
  manifestsOfKind,
  production,
  render,
  type Manifest,
} from './helm.ts';

interface Schema {
  readonly shape: Readonly<Record<string, unknown>>;
  safeParse(environment: unknown): { success: boolean; error?: unknown };
}

/** Returns the schema of a service's environment variables. */
async function schemaOf(service: ServiceName): Promise<Schema> {
  const module = (await import(`${root}services/${service}/src/config.ts`)) as Record<string, Schema>;
  return module[`${service}Config`]!;
}

/** Values of the Secrets in the cluster. */
const secrets: Readonly<Record<string, string>> = {
  RPC_TOKEN: 't'.repeat(32),
  RPC_CALLERS: `gateway=${'0'.repeat(64)}`,
  CODE_KEY: 'k'.repeat(64),
  POSTGRES_URL: 'postgres://role:password@server:5432/database',
  REDIS_URL: 'redis://:password@server:6379',
  NATS_URL: 'nats://user:password@server:4222',
  SMTP_URL: 'smtps://user:password@server:465',
};

const variables = (deployment: Manifest): [string, string][] =>
  deployment.spec.template.spec.containers[0].env.map(({ name, value, valueFrom }: Manifest) => [
    name,
    value ?? secrets[valueFrom.secretKeyRef?.key] ?? valueFrom.fieldRef.fieldPath,
  ]);

const renders = helmVersion
  ? ([[], [production], [allFeaturesFile]] as const).map((files) =>
      manifestsOfKind(render({ files }), 'Deployment'),
    )
  : [];

test('the longest time to close sockets leaves requests their 17 s within the 40 s of a process', async () => {
  const values = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Manifest;
  const { maximum } = values.properties.shutdown.properties.drainSeconds;
  expect(maximum + 17).toBeLessThan(40);
  const drainSeconds = (await schemaOf('gateway')).shape['DRAIN_SECONDS'] as Schema;
  const accepts = (value: number) => drainSeconds.safeParse(String(value)).success;
  expect([maximum, maximum + 1].map(accepts)).toEqual([true, false]);
});

describe.skipIf(!helmVersion).each(serviceNames)('%s', (service) => {
  test('receives the variables that its configuration requires, and none that it does not read', async () => {
    const schema = await schemaOf(service);
    for (const deployments of renders) {
      const received = variables(deployments.get(service));
      expect(schema.safeParse(Object.fromEntries(received))).toMatchObject({ success: true });
      const isRead = (name: string) =>
        name in schema.shape ||
        name.startsWith('OTEL_') ||
        received.some(([, value]) => value.includes(`$(${name})`));
      for (const [name] of received) expect(name).toSatisfy(isRead);
      expect(new Set(received.map(([name]) => name)).size).toBe(received.length);
    }
  });

  test('has its schema brought up to date by a job, if it has a database', () => {
    for (const files of [[], [production]]) {
      const jobs = [...manifestsOfKind(render({ files }), 'Job').keys()].map((name) => name.split('-')[1]);
      expect(jobs.includes(service)).toBe(schemaFolder(service) !== undefined);
    }
  });
});

describe.skipIf(!helmVersion)('settings', () => {
  test('of one service, and of all, reach the services they are for', () => {
    const set = {
      testInstallation: true,
      'defaults.env.RATE_LIMIT_SCALE': 2,
      'defaults.env.PLAYER_LIMIT_SCALE': 3,
      'services.game.env.TURN_SECONDS': 60,
      logLevel: 'debug',
    };
    const deployments = manifestsOfKind(render({ set }), 'Deployment');
    for (const service of serviceNames) {
      const received = Object.fromEntries(variables(deployments.get(service)));
      expect(received).toMatchObject({ RATE_LIMIT_SCALE: '2', PLAYER_LIMIT_SCALE: '3', LOG_LEVEL: 'debug' });
      expect(received['TURN_SECONDS']).toBe(service === 'game' ? '60' : undefined);
    }
  });

  test('of telemetry name the pod in every trace, beside the attributes of the operator', () => {
    const set = {
      'telemetry.otlpEndpoint': 'http://collector:4318',
      'telemetry.resourceAttributes.deployment\\.environment\\.name': 'staging',
    };
    const deployments = manifestsOfKind(render({ set }), 'Deployment');
    for (const service of serviceNames) {
      const received = variables(deployments.get(service));
      const at = (name: string) => received.findIndex(([one]) => one === name);
      // The kubelet substitutes only variables that were defined before.
      for (const [name, path] of [
        ['POD_NAME', 'metadata.name'],
        ['POD_NAMESPACE', 'metadata.namespace'],
      ] as const) {
        expect(received[at(name)]).toEqual([name, path]);
        expect(at(name)).toBeLessThan(at('OTEL_RESOURCE_ATTRIBUTES'));
      }
      expect(received[at('OTEL_RESOURCE_ATTRIBUTES')]?.[1].split(',')).toEqual([
        'deployment.environment.name=staging',
        'k8s.namespace.name=$(POD_NAMESPACE)',
        'k8s.pod.name=$(POD_NAME)',
        `service.instance.id=$(POD_NAMESPACE).$(POD_NAME).${service}`,
      ]);
    }
  });

  test('the gateway closes its sockets within the time that its pod has', () => {
    for (const deployments of renders) {
      const { spec } = deployments.get('gateway').spec.template;
      const drain = Number(Object.fromEntries(variables(deployments.get('gateway')))['DRAIN_SECONDS']);
      const { seconds: preStop } = spec.containers[0].lifecycle.preStop.sleep;
      expect(spec.terminationGracePeriodSeconds).toBe(preStop + drain + 25);
      // The most memory of the process itself.
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(preStop + 40);
    }
    const set = { 'shutdown.preStopSeconds': 10, 'shutdown.drainSeconds': 15, 'shutdown.marginSeconds': 35 };
    for (const { spec } of manifestsOfKind(render({ set }), 'Deployment').values())
      if (spec.template.spec.containers[0].lifecycle)
        expect(spec.template.spec.terminationGracePeriodSeconds).toBe(60);
  });
});
