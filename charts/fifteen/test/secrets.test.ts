import { serviceNames, services } from '@fifteen/topology';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  chart,
  everything,
  helmVersion,
  ofKind,
  pods,
  production,
  render,
  renderAnew,
  type Manifest,
} from './helm.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The Secret and the key of each variable that a render takes from one, by the name of the pod's maker. */
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
  const made = new Map([...ofKind(manifests, 'Secret')].map(([name, { stringData }]) => [name, stringData]));

  test('are all there, and each is taken by somebody', () => {
    const taken = new Set(references(manifests).map(([, { name, key }]) => `${name}/${key}`));
    for (const reference of taken) {
      const [name = '', key = ''] = reference.replace('fifteen-', '').split('/');
      expect(made.get(name)?.[key], reference).toBeTruthy();
    }
    for (const [name, data] of made)
      for (const key of Object.keys(data))
        if (!['seed', 'redis.conf'].includes(key)) expect([...taken]).toContain(`fifteen-${name}/${key}`);
  });

  test('make each service known to those it calls, and to nobody else', () => {
    const tokens = [...serviceNames, 'admin'].map((name) => [sha256(made.get(name).RPC_TOKEN), name]);
    const names = Object.fromEntries(tokens) as Record<string, string>;
    for (const service of serviceNames) {
      const callers: string[] = (made.get(service).RPC_CALLERS ?? '').split(',').filter(Boolean);
      const known = callers.map((entry) => entry.split('=') as [string, string]);
      for (const [name, hash] of known) expect(names[hash]).toBe(name);
      expect(
        known
          .map(([name]) => name)
          .filter((name) => name !== 'admin')
          .sort(),
      ).toEqual(serviceNames.filter((name) => services[name].upstreams.includes(service)).sort());
    }
  });

  test('are no two the same, none is fixed, and none is in an environment in plain', () => {
    const all = (from: readonly Manifest[]) =>
      [...ofKind(from, 'Secret').values()].flatMap(({ stringData }) => Object.values<string>(stringData));
    const tokens = all(manifests).filter((value) => /^s[0-9a-f]{64}$/.test(value));
    // A password of the broker is in its own Secret and within its service's address, no other is anywhere twice.
    expect(new Set(tokens).size).toBe(tokens.length);
    const again = new Set(all(renderAnew()));
    const mail = 'smtp://fifteen-mail:1025';
    expect(all(manifests).filter((value) => value !== mail && again.has(value))).toEqual([]);
    const others = JSON.stringify(manifests.filter(({ kind }) => kind !== 'Secret'));
    for (const token of tokens) expect(others).not.toContain(token);
  });

  test('open the servers to the services', () => {
    for (const service of serviceNames) {
      const { NATS_URL, REDIS_URL, POSTGRES_URL } = made.get(service);
      expect(new URL(NATS_URL)).toMatchObject({ username: service, password: made.get('nats')[service] });
      if (REDIS_URL) expect(made.get('redis')['redis.conf']).toContain(new URL(REDIS_URL).password);
      if (POSTGRES_URL)
        expect(new URL(POSTGRES_URL)).toMatchObject({
          username: `fifteen_${service}`,
          pathname: `/fifteen_${service}`,
        });
    }
  });

  test('of what is bundled are made also where the rest is there already', () => {
    const existing = [...serviceNames.map((name) => `services.${name}`), 'operators'];
    const set = Object.fromEntries(existing.map((name) => [`${name}.existingSecret`, 'mine']));
    const secrets = ofKind(render({ set }), 'Secret');
    expect(Object.keys(secrets.get('game').stringData).sort()).toEqual([
      'NATS_URL',
      'POSTGRES_OWNER_URL',
      'POSTGRES_URL',
    ]);
    expect(secrets.has('admin')).toBe(false);
  });
});

describe.skipIf(!helmVersion)('Secrets made beforehand', () => {
  const manifests = helmVersion ? render({ files: [production] }) : [];

  test('are all there is in production', () => {
    expect(ofKind(manifests, 'Secret').size).toBe(0);
  });

  test('hold what the README lists', () => {
    const taken = new Map<string, Set<string>>();
    for (const [, { name, key }] of references(manifests))
      taken.set(name, (taken.get(name) ?? new Set()).add(key));
    const rows = readFileSync(join(chart, 'README.md'), 'utf8').matchAll(
      /^\| (\w+) +\| (`[A-Z_`, ]+`) +\|$/gm,
    );
    const listed = [...rows].map(([, name, keys = '']) => [
      `fifteen-${name}`,
      keys.replaceAll('`', '').split(', ').sort(),
    ]);
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries([...taken].map(([name, keys]) => [name, [...keys].sort()])),
    );
  });

  test('of the databases’ owners are given to migrations only', () => {
    for (const render_ of [manifests, helmVersion ? render({ files: [everything] }) : []])
      for (const [pod, { key }] of references(render_))
        if (key === 'POSTGRES_OWNER_URL') expect(pod).toMatch(/^fifteen-migrate-/);
  });
});
