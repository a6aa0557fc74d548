import { callersOf, serviceNames, services, type ServiceName } from '@fifteen/topology';
import { tokenHash } from '@fifteen/runtime';
import { expect, test } from 'vitest';
import { callerEnv, serviceEnv } from '../src/stack/environment.ts';
import { addressIn, type Ports } from '../src/stack/replicas.ts';

const ports = Object.fromEntries(
  serviceNames.map((name, i) => [name, [5000 + i, 6000 + i]]),
) as unknown as Ports;
const context = {
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

/** The hashes of the callers' tokens, by caller, as a service gets them. */
const tokenHashes = (service: ServiceName) =>
  new Map(
    (serviceEnv(service, context).RPC_CALLERS ?? '')
      .split(',')
      .map((pair) => pair.split('=') as [string, string]),
  );

test('a service gets the addresses of all replicas of its upstreams, and no others', () => {
  const env = callerEnv('game', context);
  expect(Object.keys(env)).toEqual(['RPC_TOKEN', 'ECONOMY_ADDR']);
  expect(env.ECONOMY_ADDR).toBe('ipv4:127.0.0.1:5001,127.0.0.1:6001');
});

test('a service knows its callers by the hashes of their tokens, and no others', () => {
  for (const callee of serviceNames) {
    const expected = callersOf(callee);
    const callers = tokenHashes(callee);
    for (const caller of expected) {
      expect(callers.get(caller)).toBe(tokenHash(callerEnv(caller, context).RPC_TOKEN ?? ''));
    }
    expect([...callers.keys()].filter(Boolean).sort()).toEqual(expected.sort());
  }
});

test('services do not know the owners of their databases', () => {
  expect(serviceEnv('game', context).POSTGRES_URL).toBe('postgres://fifteen_game@db/game');
  expect(JSON.stringify(serviceNames.map((name) => serviceEnv(name, context)))).not.toContain('_owner');
});

test('each caller has a token of its own', () => {
  const tokens = serviceNames.map((name) => callerEnv(name, context).RPC_TOKEN);
  expect(new Set(tokens).size).toBe(serviceNames.length);
});

test('a service gets the addresses of the servers that it uses, and no others', () => {
  expect(serviceEnv('matchmaking', context)).toMatchObject({ REDIS_URL: 'redis://redis' });
  expect(serviceEnv('identity', context)).toMatchObject({ SMTP_URL: 'smtp://mail' });
  for (const name of serviceNames) {
    const { servers } = services[name];
    const env = serviceEnv(name, context);
    expect(['REDIS_URL' in env, 'SMTP_URL' in env], name).toEqual([
      servers.includes('redis'),
      servers.includes('mail'),
    ]);
  }
});
