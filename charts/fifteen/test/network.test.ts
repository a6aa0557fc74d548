import { operators, ports, serviceNames, services } from '@fifteen/topology';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import {
  allFeaturesFile,
  helmVersion,
  manifestsOfKind,
  production,
  render,
  renderChanged,
  type Manifest,
  type Values,
} from './helm.ts';

const component = 'app.kubernetes.io/component';

/** Calls by gRPC as `caller → upstream`. */
const calls = [...serviceNames.map((name) => [name, services[name]] as const), ['admin', operators] as const]
  .flatMap(([caller, { upstreams }]) => upstreams.map((upstream) => `${caller} → ${upstream}`))
  .sort();

/** Returns the components that a policy allows for a port in a direction. */
function allowed(policy: Manifest, direction: 'ingress' | 'egress', port: number): string[] {
  const rules: Manifest[] = policy.spec[direction] ?? [];
  return rules
    .filter(({ ports }) => ports.some((one: Manifest) => one.port === port))
    .flatMap((rule) => rule[direction === 'ingress' ? 'from' : 'to'] ?? [{}])
    .map((peer: Manifest) => peer.podSelector?.matchLabels[component] ?? 'anybody');
}

const edges = (policies: Map<string, Manifest>, port: number) => {
  const all = [...policies].map(([name, policy]) => [name, policy] as const);
  return {
    out: all
      .flatMap(([from, policy]) => allowed(policy, 'egress', port).map((to) => `${from} → ${to}`))
      .sort(),
    in: all
      .flatMap(([to, policy]) => allowed(policy, 'ingress', port).map((from) => `${from} → ${to}`))
      .sort(),
  };
};

/** Returns the policies of a release. Vitest also runs the body of a skipped suite: without Helm there are none. */
const policiesOf = (values: Values = {}): Map<string, Manifest> =>
  helmVersion ? manifestsOfKind(render(values), 'NetworkPolicy') : new Map();

describe.skipIf(!helmVersion).each([
  ['default', []],
  ['production', [production]],
  ['everything', [allFeaturesFile]],
])('the network of a release (%s)', (_, files) => {
  const policies = policiesOf({ files });

  test('lets the calls of the topology through, at both ends, and no others', () => {
    expect(edges(policies, ports.grpc)).toEqual({ out: calls, in: calls });
  });

  test('is closed to every pod before that', () => {
    const { spec } = policies.get('default');
    expect(spec).toEqual({
      podSelector: {
        matchLabels: { 'app.kubernetes.io/name': 'fifteen', 'app.kubernetes.io/instance': 'fifteen' },
      },
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  test('admits traffic from outside to the gateway only, and no traffic to the outside but DNS', () => {
    for (const service of serviceNames) {
      const { ingress, egress } = policies.get(service).spec;
      for (const rule of ingress)
        if (service !== 'gateway') expect(rule.from.length, service).toBeGreaterThan(0);
      const anywhere = egress.filter(({ to }: Manifest) => !to).flatMap(({ ports }: Manifest) => ports);
      const open = files.length === 0 ? [53] : [53, 465, 443, 4318];
      for (const { port } of anywhere) expect(open, service).toContain(Number(port));
    }
  });
});

describe.skipIf(!helmVersion)('bundled servers', () => {
  const policies = policiesOf();

  test.each(['postgres', 'redis', 'nats', 'mail'] as const)(
    '%s is reached by the services that use it',
    (server) => {
      const found = edges(policies, ports[server]);
      const users = serviceNames.filter((name) => services[name].servers.includes(server));
      expect(found.in).toEqual(expect.arrayContaining(users.map((name) => `${name} → ${server}`)));
      expect(found.in).toEqual(found.out);
      expect(found.in.length).toBeGreaterThan(0);
      for (const edge of found.in) expect(edge).toMatch(new RegExp(` → ${server}$`));
    },
  );
});

/** Returns the policies of a chart with a changed topology. */
function policiesWith(change: (topology: Topology) => void): Map<string, Manifest> {
  if (!helmVersion) return new Map();
  const changed = renderChanged('files/topology.yaml', (text) => {
    const topology = parse(text) as Topology;
    change(topology);
    return stringify(topology);
  });
  return manifestsOfKind(changed, 'NetworkPolicy');
}

interface Topology {
  readonly services: Readonly<Record<string, { upstreams: string[]; servers: string[] }>>;
}

describe.skipIf(!helmVersion)('the port of the collector', () => {
  test.each([
    ['http://collector:4318', 4318],
    ['http://collector2', 80],
    ['https://collector2/v1', 443],
    ['https://10.0.0.5', 443],
    ['http://[fd00::1]:4318', 4318],
    ['http://[fd00::1]', 80],
  ])('of %s is %i', (otlpEndpoint, port) => {
    const { egress } = policiesOf({ set: { 'telemetry.otlpEndpoint': otlpEndpoint } }).get('game').spec;
    expect(egress.at(-1)).toEqual({ ports: [{ port, protocol: 'TCP' }] });
  });
});

describe.skipIf(!helmVersion)('without callers and users', () => {
  const policies = policiesWith(({ services: changed }) => {
    for (const service of Object.values(changed)) {
      service.upstreams = service.upstreams.filter((name) => name !== 'social');
      service.servers = service.servers.filter((name) => name !== 'mail');
    }
  });

  test.each([
    ['social', ports.grpc],
    ['mail', ports.mail],
  ])('no pod reaches %s', (name, port) => {
    expect(policies.size).toBeGreaterThan(serviceNames.length);
    expect(allowed(policies.get(name), 'ingress', port)).toEqual([]);
  });
});
