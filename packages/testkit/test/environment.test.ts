import { tokenHash } from '@fifteen/runtime';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { callGraph, root, serviceNames, type ServiceName } from '../src/services.ts';
import { calleeEnv, callerEnv, type Ports } from '../src/stack/environment.ts';

const ports = Object.fromEntries(
  serviceNames.map((name, i) => [name, [5000 + i, 6000 + i]]),
) as unknown as Ports;
const secrets = (purpose: string) => `secret of ${purpose}`;

/** Who may call a service, as it is told. */
const callersOf = (service: ServiceName) =>
  new Map(
    (calleeEnv(service, secrets).RPC_CALLERS ?? '')
      .split(',')
      .map((pair) => pair.split('=') as [string, string]),
  );

test('a service is given the addresses of all replicas of those it calls, and of nobody else', () => {
  const env = callerEnv('game', ports, secrets);
  expect(Object.keys(env)).toEqual(['RPC_TOKEN', 'ECONOMY_ADDR']);
  expect(env.ECONOMY_ADDR).toBe('ipv4:127.0.0.1:5001,127.0.0.1:6001');
});

test('a service knows exactly its callers, each by the hash of the secret it sends', () => {
  for (const callee of serviceNames) {
    const expected = serviceNames.filter((name) => (callGraph[name] as readonly string[]).includes(callee));
    const callers = callersOf(callee);
    for (const caller of expected) {
      expect(callers.get(caller)).toBe(tokenHash(callerEnv(caller, ports, secrets).RPC_TOKEN ?? ''));
    }
    expect([...callers.keys()].filter((name) => name && name !== 'admin').sort()).toEqual(expected.sort());
  }
});

test('no two callers have the same secret', () => {
  const tokens = serviceNames.map((name) => callerEnv(name, ports, secrets).RPC_TOKEN);
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
