import { createHash } from 'node:crypto';
import { serviceNames } from '@fifteen/topology';
import { describe, expect, test } from 'vitest';
import {
  allFeaturesFile,
  helmVersion,
  manifestsOfKind,
  pods,
  production,
  render,
  renderChanged,
  type Manifest,
  type Values,
} from './helm.ts';

describe.skipIf(!helmVersion).each([
  ['default', []],
  ['production', [production]],
  ['everything', [allFeaturesFile]],
])('every pod (%s)', (_, files) => {
  const manifests = helmVersion ? render({ files }) : [];

  test('runs without privileges and has no access to the API of the cluster', () => {
    for (const { name, spec } of pods(manifests)) {
      expect(spec, name).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(spec.securityContext.runAsUser, name).toBeGreaterThan(0);
    }
  });

  test('writes nowhere but where it was given room, asks for what it needs, and is bounded in memory, not in CPU', () => {
    for (const { name, spec } of pods(manifests))
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        expect(container.securityContext, name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(container.resources.requests), name).toEqual(['cpu', 'memory']);
        expect(Object.keys(container.resources.limits), name).toEqual(['memory']);
      }
  });

  test('of a service is probed, spread, and neither missed by its budget nor by its service', () => {
    const [deployments, budgets, services] = ['Deployment', 'PodDisruptionBudget', 'Service'].map((kind) =>
      manifestsOfKind(manifests, kind),
    );
    for (const name of serviceNames) {
      const { template, selector } = deployments!.get(name).spec;
      const [container] = template.spec.containers;
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        expect(container[probe], `${name} ${probe}`).toMatchObject(
          name === 'gateway' ? { httpGet: { port: 'http' } } : { grpc: { port: 50051 } },
        );
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
      expect(budgets!.get(name).spec.selector).toEqual(selector);
      expect(services!.get(name).spec.selector).toEqual(selector.matchLabels);
      for (const spread of template.spec.topologySpreadConstraints)
        expect(spread.labelSelector).toEqual(selector);
    }
  });
});

describe.skipIf(!helmVersion)('replicas', () => {
  test('are a number, or left to the autoscaler', () => {
    const replicas = (files: string[]) =>
      serviceNames.map((name) => manifestsOfKind(render({ files }), 'Deployment').get(name).spec.replicas);
    expect(new Set(replicas([]))).toEqual(new Set([1]));
    expect(new Set(replicas([production]))).toEqual(new Set([undefined]));
  });

  test('of the gateway follow its sockets, and go slowly', () => {
    const { spec } = manifestsOfKind(render({ files: [production] }), 'HorizontalPodAutoscaler').get(
      'gateway',
    );
    expect(spec.metrics.map(({ type }: { type: string }) => type)).toEqual(['Resource', 'Pods']);
    expect(spec.metrics[1].pods).toMatchObject({
      metric: { name: 'fifteen_ws_connections' },
      target: { averageValue: '4000' },
    });
    expect(spec.behavior.scaleDown).toMatchObject({ stabilizationWindowSeconds: 600 });
    const keda = manifestsOfKind(render({ files: [allFeaturesFile] }), 'ScaledObject');
    expect([...keda.keys()].sort()).toEqual([...serviceNames].sort());
    const { metadata } = keda.get('gateway').spec.triggers[1];
    expect(metadata.query).toContain('fifteen_ws_connections');
    // Sockets that Prometheus does not know are not 0 sockets.
    expect(metadata.ignoreNullValues).toBe('false');
  });
});

describe.skipIf(!helmVersion)('the bundled NATS restarts', () => {
  const checksum = (manifests: Manifest[]) =>
    manifestsOfKind(manifests, 'StatefulSet').get('nats').spec.template.metadata.annotations[
      'checksum/config'
    ];

  test.each([
    ['its own configuration', 'templates/bundled/nats.yaml', /(?<=max_payload: )256KB/],
    ['the permissions of its users', 'files/nats-authorization.conf', /^/],
  ])('when an upgrade changes %s', (_, path, part) => {
    const unchanged = checksum(renderChanged(path, (text) => text));
    expect(checksum(renderChanged(path, (text) => text.replace(part, '#')))).not.toBe(unchanged);
  });
});

test.skipIf(!helmVersion)('the bundled Redis restarts when an upgrade changes its configuration', () => {
  const manifests = render();
  const configuration = manifestsOfKind(manifests, 'Secret').get('redis').stringData['redis.conf'] as string;
  const { annotations } = manifestsOfKind(manifests, 'Deployment').get('redis').spec.template.metadata;
  const checksum = createHash('sha256').update(configuration.trimEnd()).digest('hex');
  expect(annotations['checksum/secrets']).toBe(checksum);
});

describe.skipIf(!helmVersion)('an image', () => {
  test('is named by its digest where that is known, else by its tag', () => {
    const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
    const imageOf = (name: string, set: NonNullable<Values['set']>) =>
      manifestsOfKind(render({ set }), 'Deployment').get(name).spec.template.spec.containers[0]
        .image as string;
    expect(imageOf('game', { 'image.digests.game': digest })).toBe(`fifteen/game@${digest}`);
    expect(imageOf('room', { 'image.digests.game': digest })).toMatch(/^fifteen\/room:\d+\.\d+\.\d+$/);
    expect(imageOf('room', { 'image.tag': '1.2.3' })).toBe('fifteen/room:1.2.3');
    expect(imageOf('room', { 'image.tag': '1.2.3', 'image.digests': 'null' })).toBe('fifteen/room:1.2.3');
  });
});
