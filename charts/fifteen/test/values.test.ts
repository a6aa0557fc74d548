import { serviceNames } from '@fifteen/topology';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaFolder } from '../../../packages/testkit/src/repository.ts';
import { chart, helmVersion, production, template, type Manifest, type Values } from './helm.ts';

const databases = serviceNames.filter(schemaFolder).length;

/** Returns the connections of all services with a database, each with two more replicas, and ten to spare. */
const connections = (replicas: number, pool: number) => databases * (replicas + 2) * pool + 10;

/** Invalid values with the expected error message. */
const invalidValues: readonly [string, NonNullable<Values['set']>, RegExp][] = [
  ['a name that does not exist', { replicaCount: 3 }, /additional propert\w+ 'replicaCount' not allowed/],
  ['a misspelt setting of a service', { 'services.game.replcas': 3 }, /'replcas' not allowed/],
  ['a service that does not exist', { 'services.chess.replicas': 3 }, /'chess' not allowed/],
  ['a limit of CPU', { 'services.game.resources.limits.cpu': 1 }, /'cpu' not allowed/],
  ['a digest that is none', { 'image.digests.game': 'sha256:1' }, /digests.*does not match pattern/],
  [
    'a tag, which the digests of a released chart come before',
    { 'image.tag': '1.2.3', 'image.digests.game': `sha256:${'0'.repeat(64)}` },
    /image\.tag is set, but image\.digests names the images.*--version/,
  ],
  ['an address that is none', { publicUrl: 'play.example.org' }, /publicUrl.*does not match pattern/],
  ['a number as a word', { 'services.game.pool': 'many' }, /pool.*got string, want integer/],
  ['no port at all', { 'nats.external.port': 0 }, /port.*minimum: got 0, want 1/],
  [
    'a route without a word on proxies',
    { 'route.enabled': true, 'route.parentRefs[0].name': 'public' },
    /trustProxyHops is 0.*Set it to the number of proxies/,
  ],
  [
    'no time for an orderly end',
    { 'shutdown.marginSeconds': 20 },
    /40 or less together: a process gives itself 40 s/,
  ],
  [
    'a public address without TLS',
    {
      publicUrl: 'http://play.example.org',
      ...{ 'route.enabled': true, 'route.parentRefs[0].name': 'public', trustProxyHops: 1 },
    },
    /publicUrl begins with http:.*without Secure/,
  ],
  ['a route from nowhere', { 'route.enabled': true, trustProxyHops: 1 }, /route\.parentRefs is empty/],
  [
    'more connections than Postgres has',
    { 'defaults.pool': 20 },
    new RegExp(`may open ${connections(1, 20)} connections to Postgres.*maxConnections is 200`),
  ],
  [
    'a server of one’s own without a Secret with its address',
    { 'postgres.bundled.enabled': false },
    /services\.\w+\.existingSecret is empty, but postgres is not bundled/,
  ],
  [
    'a Secret for one service only',
    { 'services.game.existingSecret': 'tokens' },
    /services\.economy\.existingSecret is empty, but others have one/,
  ],
  [
    'a Secret for the services, and none for the operators',
    { 'defaults.existingSecret': 'fifteen-{service}' },
    /operators\.existingSecret is empty, but others have one/,
  ],
  [
    'a Secret for the operators, and none for the services',
    { 'operators.existingSecret': 'fifteen-admin' },
    /services\.economy\.existingSecret is empty, but others have one/,
  ],
  [
    'metrics that nobody may read',
    { 'monitoring.serviceMonitor.enabled': true },
    /networkPolicy\.metricsFrom is empty/,
  ],
  [
    'limits per address that are raised in production',
    { 'defaults.env.RATE_LIMIT_SCALE': 2 },
    /env\.RATE_LIMIT_SCALE is not 1, and testInstallation is false/,
  ],
  [
    'limits per player that are raised in production',
    { 'services.gateway.env.PLAYER_LIMIT_SCALE': 10 },
    /services\.gateway\.env\.PLAYER_LIMIT_SCALE is not 1/,
  ],
  [
    'a prefix that the permissions of NATS lack',
    { 'defaults.env.NAMESPACE': 'two' },
    /defaults\.env\.NAMESPACE is set, but the permissions of the bundled NATS have no prefix/,
  ],
  ['sockets counted by nobody', { 'keda.enabled': true }, /keda\.prometheus is empty/],
];

test('the schema has settings for every service', () => {
  const { properties } = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Manifest;
  expect(Object.keys(properties.services.properties).sort()).toEqual([...serviceNames].sort());
});

test('what the topology decides is no setting', () => {
  const { $defs } = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')) as Manifest;
  for (const name of ['serves', 'upstreams', 'servers', 'secrets'])
    expect($defs.service.properties).not.toHaveProperty(name);
});

describe.skipIf(!helmVersion)('an install fails with a sentence that says why', () => {
  test.each(invalidValues)('%s', (_, set, complaint) => {
    const answer = template({ set });
    expect(answer.errorOutput).toMatch(complaint);
    expect(answer.ok).toBe(false);
  });

  test('operators that are switched off need no Secret', () => {
    const set = { 'defaults.existingSecret': 'fifteen-{service}', 'operators.enabled': false };
    expect(template({ set })).toMatchObject({ ok: true });
  });

  test('as many replicas as the database has connections for are let through, one more is not', () => {
    const files = [production];
    const set = { 'defaults.autoscaling.maxReplicas': 2, 'services.game.autoscaling.maxReplicas': 2 };
    const most = 'postgres.external.maxConnections';
    const needed = connections(2, 5);
    expect(template({ files, set: { ...set, [most]: needed } })).toMatchObject({ ok: true });
    expect(template({ files, set: { ...set, [most]: needed - 1 } }).errorOutput).toContain(
      `may open ${needed} connections`,
    );
  });
});
