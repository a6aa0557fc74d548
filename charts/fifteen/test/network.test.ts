import { describe, expect, test } from 'vitest';
import { callGraph, serviceNames } from '../../../packages/testkit/src/services.ts';
import { callerEnv } from '@fifteen/testkit/stack';
import { everything, helmVersion, ofKind, production, render, type Manifest, type Values } from './helm.ts';

const component = 'app.kubernetes.io/component';

/** Whom the operators' tool of the local stack may call. */
const operators = Object.keys(callerEnv('admin', { secrets: () => '', address: () => '' }))
  .filter((name) => name.endsWith('_ADDR'))
  .map((name) => name.replace('_ADDR', '').toLowerCase());

/** Who calls whom by gRPC, as `caller → callee`. */
const calls = [...Object.entries<readonly string[]>({ ...callGraph, admin: operators })]
  .flatMap(([caller, callees]) => callees.map((callee) => `${caller} → ${callee}`))
  .sort();

/** The components that a policy's rules for a port let through, in a direction. */
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

/** A release's policies; Vitest calls the body of a skipped suite as well, so without Helm there are none. */
const policiesOf = (values: Values = {}): Map<string, Manifest> =>
  helmVersion ? ofKind(render(values), 'NetworkPolicy') : new Map();

describe.skipIf(!helmVersion).each([
  ['default', []],
  ['production', [production]],
  ['everything', [everything]],
])('the network of a release (%s)', (_, files) => {
  const policies = policiesOf({ files });

  test('lets through who calls whom, at both ends, and nobody else', () => {
    expect(edges(policies, 50051)).toEqual({ out: calls, in: calls });
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

  test('lets nobody but the gateway be reached from outside, and no pod reach the outside but for names', () => {
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

  test.each([
    ['postgres', 5432],
    ['redis', 6379],
    ['nats', 4222],
    ['mail', 1025],
  ])('%s is reached by those who stand on it', (server, port) => {
    const found = edges(policies, port);
    expect(found.in).toEqual(found.out);
    expect(found.in.length).toBeGreaterThan(0);
    for (const edge of found.in) expect(edge).toMatch(new RegExp(` → ${server}$`));
  });
});

describe.skipIf(!helmVersion)('what nobody calls and nobody stands on', () => {
  /** Nobody calls social any more, and nobody sends mail. */
  const set = {
    'services.gateway.calls': `{${callGraph.gateway.filter((name) => name !== 'social').join()}}`,
    'services.matchmaking.calls': '{room}',
    'services.identity.uses': '{postgres,nats}',
  };
  const policies = policiesOf({ set });

  test.each([
    ['social', 50051],
    ['mail', 1025],
  ])('is reached by nobody: %s', (name, port) => {
    expect(allowed(policies.get(name), 'ingress', port)).toEqual([]);
  });
});
