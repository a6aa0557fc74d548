import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { callersOf, serviceNames, services, type ServiceName } from '@fifteen/topology';
import { describe, expect, test } from 'vitest';
import { acceptedCallers } from '../scripts/api-docs/rpc-callers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const servers = serviceNames.filter((name) => services[name].serves === 'grpc');

const rpcsOf = (service: ServiceName) =>
  [
    ...readFileSync(`${root}proto/fifteen/${service}/v1/${service}.proto`, 'utf8').matchAll(
      /^ {2}rpc (\w+)/gm,
    ),
  ].map(([, name = '']) => name);

const readme = (service: ServiceName) => readFileSync(`${root}services/${service}/README.md`, 'utf8');

/** Returns the callers of a README's table: rows with RPCs in the first column and callers in the second. */
function documentedCallers(service: ServiceName): Map<string, string[]> {
  const rows = readme(service).matchAll(
    /^\| (`[A-Z][A-Za-z]+`(?:, `[A-Z][A-Za-z]+`)*) *\| ([a-z, ]+?) *\|/gm,
  );
  return new Map(
    [...rows].flatMap(([, calls = '', callers = '']) =>
      [...calls.matchAll(/`(\w+)`/g)].map(([, call = '']) => [call, callers.split(', ').sort()] as const),
    ),
  );
}

const operatorsTool = globSync(`${root}scripts/admin/*.ts`)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Returns the RPCs of a service that the operators' tool calls. */
const calledByOperators = (service: ServiceName) =>
  [...operatorsTool.matchAll(new RegExp(`\\b${service}(?:\\(\\))?\\.(\\w+)\\(`, 'g'))].map(([, name = '']) =>
    name.replace(/^./, (letter) => letter.toUpperCase()),
  );

describe.each(servers)('%s', (service) => {
  test('states the callers of every RPC of its proto', async () => {
    expect([...(await acceptedCallers(service)).keys()].sort()).toEqual(rpcsOf(service).sort());
  });

  test('documents the callers, or where its code states them', async () => {
    const documented = documentedCallers(service);
    if (documented.size === 0) expect(readme(service)).toContain('](src/rpc/index.ts)');
    else expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(await acceptedCallers(service)));
  });

  test('accepts the callers that have it as an upstream in the topology, and no others', async () => {
    const callers = new Set([...(await acceptedCallers(service)).values()].flat());
    expect([...callers].sort()).toEqual(callersOf(service).sort());
  });

  test('accepts from operators what their tool calls, and nothing else', async () => {
    const accepted = [...(await acceptedCallers(service))].filter(([, callers]) => callers.includes('admin'));
    expect(accepted.map(([rpc]) => rpc).sort()).toEqual([...new Set(calledByOperators(service))].sort());
  });
});
