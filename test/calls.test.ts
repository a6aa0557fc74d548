import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { callGraph, serviceNames, type ServiceName } from '../packages/testkit/src/services.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Services with RPCs; the gateway serves browsers. */
const servers = serviceNames.filter((name) => name !== 'gateway');

/** Returns the callers of each RPC, by its name in the proto. */
async function callersOf(service: ServiceName): Promise<Map<string, readonly string[]>> {
  const { methods } = (await import(`${root}services/${service}/src/rpc/index.ts`)) as {
    methods: Record<string, { callers: readonly string[] }>;
  };
  return new Map(
    Object.entries(methods).map(([name, { callers }]) => [
      name.replace(/^./, (c) => c.toUpperCase()),
      callers,
    ]),
  );
}

const rpcsOf = (service: ServiceName) =>
  [...readFileSync(`${root}proto/${service}.proto`, 'utf8').matchAll(/^ {2}rpc (\w+)/gm)].map(
    ([, name = '']) => name,
  );

describe.each(servers)('%s', (service) => {
  test('states the callers of each RPC', async () => {
    expect([...(await callersOf(service)).keys()].sort()).toEqual(rpcsOf(service).sort());
  });

  test('lists as callers only operators and services that depend on it', async () => {
    const dependents = serviceNames.filter((name) =>
      (callGraph[name] as readonly string[]).includes(service),
    );
    for (const [rpc, callers] of await callersOf(service))
      expect([...dependents, 'admin'], rpc).toEqual(expect.arrayContaining([...callers]));
  });
});
