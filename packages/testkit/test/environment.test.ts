import { tokenHash } from '@fifteen/runtime';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callGraph, root, serviceNames, type ServiceName } from '../src/services.ts';
import { callerEnv, serviceEnv } from '../src/stack/environment.ts';
import { addressIn, type Ports } from '../src/stack/replicas.ts';

const ports = Object.fromEntries(
  serviceNames.map((name, i) => [name, [5000 + i, 6000 + i]]),
) as unknown as Ports;
const world = {
  namespace: '',
  secrets: (purpose: string) => `secret of ${purpose}`,
  databases: {
    game: { url: 'postgres://fifteen_game@db/game', ownerUrl: 'postgres://fifteen_game_owner@db/game' },
  },
  redisUrl: 'redis://redis',
  natsUrl: (service: ServiceName) => `nats://${service}:its-own@nats`,
  smtpUrl: 'smtp://mail',
  siteUrl: 'http://localhost:8080',
  address: addressIn(ports),
};

/** Who may call a service, as it is told. */
const callersOf = (service: ServiceName) =>
  new Map(
    (serviceEnv(service, world).RPC_CALLERS ?? '')
      .split(',')
      .map((pair) => pair.split('=') as [string, string]),
  );

test('the call graph knows every service there is, and no other', () => {
  expect([...serviceNames].sort()).toEqual(readdirSync(`${root}services`).sort());
});

test('a service is given the addresses of all replicas of those it calls, and of nobody else', () => {
  const env = callerEnv('game', world);
  expect(Object.keys(env)).toEqual(['RPC_TOKEN', 'ECONOMY_ADDR']);
  expect(env.ECONOMY_ADDR).toBe('ipv4:127.0.0.1:5001,127.0.0.1:6001');
});

test('a service knows exactly its callers, each by the hash of the secret it sends', () => {
  for (const callee of serviceNames) {
    const expected = serviceNames.filter((name) => (callGraph[name] as readonly string[]).includes(callee));
    const callers = callersOf(callee);
    for (const caller of expected) {
      expect(callers.get(caller)).toBe(tokenHash(callerEnv(caller, world).RPC_TOKEN ?? ''));
    }
    expect([...callers.keys()].filter((name) => name && name !== 'admin').sort()).toEqual(expected.sort());
  }
});

test('the owner of a database is known to nobody but the migrations', () => {
  expect(serviceEnv('game', world).POSTGRES_URL).toBe('postgres://fifteen_game@db/game');
  expect(JSON.stringify(serviceNames.map((name) => serviceEnv(name, world)))).not.toContain('_owner');
});

test('no two callers have the same secret', () => {
  const tokens = serviceNames.map((name) => callerEnv(name, world).RPC_TOKEN);
  expect(new Set(tokens).size).toBe(serviceNames.length);
});

test('the call graph is that of the services: each asks for the addresses of those it calls', () => {
  for (const service of serviceNames) {
    const config = readFileSync(`${root}services/${service}/src/config.ts`, 'utf8');
    const asked = [...config.matchAll(/^ +([A-Z]+)_ADDR: address/gm)].map(([, name = '']) =>
      name.toLowerCase(),
    );
    expect({ service, calls: asked.sort() }).toEqual({ service, calls: [...callGraph[service]].sort() });
  }
});
