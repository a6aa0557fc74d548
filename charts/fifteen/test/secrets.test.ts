import { serviceNames, services } from '@fifteen/topology';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  chart,
  allFeaturesFile,
  helmVersion,
  manifestsOfKind,
  pods,
  production,
  render,
  renderUncached,
  type Manifest,
} from './helm.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns the Secret and key of each environment variable that has one, by the name of its workload. */
function references(manifests: readonly Manifest[]): [string, { name: string; key: string }][] {
  return pods(manifests).flatMap(({ name, spec }) =>
    [...(spec.initContainers ?? []), ...spec.containers].flatMap(({ env = [] }: Manifest) =>
      env
        .filter(({ valueFrom }: Manifest) => valueFrom?.secretKeyRef)
        .map(({ valueFrom }: Manifest) => [name, valueFrom.secretKeyRef]),
    ),
  );
}

describe.skipIf(!helmVersion)('secrets that the chart makes', () => {
  const manifests = helmVersion ? render() : [];
  const createdSecrets = new Map(
    [...manifestsOfKind(manifests, 'Secret')].map(([name, { stringData }]) => [name, stringData]),
  );

  test('all exist, and a pod uses each', () => {
    const usedSecrets = new Set(references(manifests).map(([, { name, key }]) => `${name}/${key}`));
    for (const reference of usedSecrets) {
      const [name = '', key = ''] = reference.replace('fifteen-', '').split('/');
      expect(createdSecrets.get(name)?.[key], reference).toBeTruthy();
    }
    for (const [name, data] of createdSecrets)
      for (const key of Object.keys(data))
        if (!['seed', 'redis.conf'].includes(key))
          expect([...usedSecrets]).toContain(`fifteen-${name}/${key}`);
  });

  test('make each service known to its upstreams only', () => {
    const tokens = [...serviceNames, 'admin'].map((name) => [
      sha256(createdSecrets.get(name).RPC_TOKEN),
      name,
    ]);
    const names = Object.fromEntries(tokens) as Record<string, string>;
    for (const service of serviceNames) {
      const callerEntries: string[] = (createdSecrets.get(service).RPC_CALLERS ?? '')
        .split(',')
        .filter(Boolean);
      const known = callerEntries.map((entry) => entry.split('=') as [string, string]);
      for (const [name, hash] of known) expect(names[hash]).toBe(name);
      expect(
        known
          .map(([name]) => name)
          .filter((name) => name !== 'admin')
          .sort(),
      ).toEqual(serviceNames.filter((name) => services[name].upstreams.includes(service)).sort());
    }
  });

  test('are unique, new for each render, and never plain text in an environment', () => {
    const secretValues = (from: readonly Manifest[]) =>
      [...manifestsOfKind(from, 'Secret').values()].flatMap(({ stringData }) =>
        Object.values<string>(stringData),
      );
    const tokens = secretValues(manifests).filter((value) => /^s[0-9a-f]{64}$/.test(value));
    // Passwords of the broker are in its own Secret and in the addresses of services, other secrets in one place only.
    expect(new Set(tokens).size).toBe(tokens.length);
    const rendered = new Set(secretValues(renderUncached()));
    const mail = 'smtp://fifteen-mail:1025';
    expect(secretValues(manifests).filter((value) => value !== mail && rendered.has(value))).toEqual([]);
    const others = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Secret'));
    for (const token of tokens) expect(others).not.toContain(token);
  });

  test('open the servers to the services', () => {
    for (const service of serviceNames) {
      const { NATS_URL, REDIS_URL, POSTGRES_URL } = createdSecrets.get(service);
      expect(new URL(NATS_URL)).toMatchObject({
        username: service,
        password: createdSecrets.get('nats')[service],
      });
      if (REDIS_URL) expect(createdSecrets.get('redis')['redis.conf']).toContain(new URL(REDIS_URL).password);
      if (POSTGRES_URL)
        expect(new URL(POSTGRES_URL)).toMatchObject({
          username: `fifteen_${service}`,
          pathname: `/fifteen_${service}`,
        });
    }
  });

  test('of the bundled servers are made even where the others exist already', () => {
    const existing = [...serviceNames.map((name) => `services.${name}`), 'operators'];
    const set = Object.fromEntries(existing.map((name) => [`${name}.existingSecret`, 'mine']));
    const secrets = manifestsOfKind(render({ set }), 'Secret');
    expect(Object.keys(secrets.get('game-bundled').stringData).sort()).toEqual([
      'NATS_URL',
      'POSTGRES_OWNER_URL',
      'POSTGRES_URL',
    ]);
    expect([...secrets.keys()].filter((name) => name.startsWith('admin'))).toEqual([]);
  });

  test.each(['postgres', 'redis', 'nats', 'mail'])(
    'of a bundled %s are beside the existing ones, under other names',
    (server) => {
      const set = { [`${server}.bundled.enabled`]: true, 'postgres.bundled.maxConnections': 1_000 };
      const release = render({ files: [production], set });
      const made = manifestsOfKind(release, 'Secret');
      const existing = [...serviceNames, 'admin'];
      expect(existing.filter((name) => made.has(name))).toEqual([]);
      const used = references(release)
        .map(([, { name, key }]) => ({ name: name.replace('fifteen-', ''), key }))
        .filter(({ name }) => !existing.includes(name));
      expect(used.length).toBeGreaterThan(0);
      for (const { name, key } of used) expect(made.get(name)?.stringData, name).toHaveProperty(key);
    },
  );
});

describe.skipIf(!helmVersion)('Secrets made beforehand', () => {
  const manifests = helmVersion ? render({ files: [production] }) : [];

  test('are all there is in production', () => {
    expect(manifestsOfKind(manifests, 'Secret').size).toBe(0);
  });

  test('hold what the README lists', () => {
    const usedSecrets = new Map<string, Set<string>>();
    for (const [, { name, key }] of references(manifests))
      usedSecrets.set(name, (usedSecrets.get(name) ?? new Set()).add(key));
    const rows = readFileSync(join(chart, 'README.md'), 'utf8').matchAll(
      /^\| (\w+) +\| (`[A-Z_`, ]+`) +\|$/gm,
    );
    const listed = [...rows].map(([, name, keys = '']) => [
      `fifteen-${name}`,
      keys.replaceAll('`', '').split(', ').sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries([...usedSecrets].map(([name, keys]) => [name, [...keys].sort()])),
    );
  });

  test('of the databases’ owners are given to migrations only', () => {
    for (const render_ of [manifests, helmVersion ? render({ files: [allFeaturesFile] }) : []])
      for (const [pod, { key }] of references(render_))
        if (key === 'POSTGRES_OWNER_URL') expect(pod).toMatch(/^fifteen-migrate-/);
  });
});
