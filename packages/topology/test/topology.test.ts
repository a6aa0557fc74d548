import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  addressVariable,
  eventsOf,
  operators,
  ports,
  secretVariables,
  serverVariables,
  serviceNames,
  services,
  streamOwners,
} from '../src/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Schema {
  readonly shape: Readonly<Record<string, { safeParse(value: unknown): { data?: unknown } }>>;
}

async function schemaOf(service: string): Promise<Schema['shape']> {
  const module = (await import(`${root}services/${service}/src/config.ts`)) as Record<string, Schema>;
  return module[`${service}Config`]?.shape ?? {};
}

test('the topology has the services of the repository', () => {
  expect([...serviceNames].sort()).toEqual(readdirSync(`${root}services`).sort());
});

describe.each(serviceNames)('%s', (service) => {
  const { serves, servers, upstreams } = services[service];

  test('reads the addresses of its upstreams and servers from its environment, and no others', async () => {
    const shape = await schemaOf(service);
    const stated = [...upstreams.map(addressVariable), ...servers.map((server) => serverVariables[server])];
    const addresses: readonly string[] = [
      ...serviceNames.map(addressVariable),
      ...Object.values(serverVariables),
    ];
    expect(stated.sort()).toEqual(
      Object.keys(shape)
        .filter((name) => addresses.includes(name))
        .sort(),
    );
  });

  test('reads every secret that it is given', async () => {
    const shape = await schemaOf(service);
    for (const name of secretVariables(service)) expect(Object.keys(shape)).toContain(name);
  });

  test('listens on the ports of the topology by default', async () => {
    const shape = await schemaOf(service);
    const listening = serves === 'grpc' ? shape['GRPC_PORT'] : shape['PORT'];
    expect(listening?.safeParse(undefined).data).toBe(serves === 'grpc' ? ports.grpc : ports.http);
    expect(shape['METRICS_PORT']?.safeParse(undefined).data).toBe(ports.metrics);
  });

  test('has migrations if it uses PostgreSQL', () => {
    expect(existsSync(`${root}services/${service}/migrations`)).toBe(servers.includes('postgres'));
  });

  test('receives only events that exist', () => {
    const { consumes = {}, subscribes = [] } = services[service];
    const consumed = Object.entries(consumes).flatMap(([owner, names]) =>
      names.map((name) => `${owner}.${name}`),
    );
    const published = streamOwners.flatMap(eventsOf).map(({ subject }) => subject);
    expect(published).toEqual(expect.arrayContaining([...consumed, ...subscribes]));
  });

  test('does not call itself or a service without RPCs', () => {
    expect(upstreams).not.toContain(service);
    for (const name of [...upstreams, ...operators.upstreams]) expect(services[name].serves).toBe('grpc');
  });
});
