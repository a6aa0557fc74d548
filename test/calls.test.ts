import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { callGraph, serviceNames, type ServiceName } from '../packages/testkit/src/services.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Who serves calls of others; the gateway serves browsers. */
const callees = serviceNames.filter((name) => name !== 'gateway');

/** Who may make each call, by its name in the proto. */
async function accessOf(service: ServiceName): Promise<Map<string, string[]>> {
  const { access } = (await import(`${root}services/${service}/src/rpc.ts`)) as {
    access: Record<string, readonly string[]>;
  };
  return new Map(
    Object.entries(access).map(([name, callers]) => [
      name.replace(/^./, (c) => c.toUpperCase()),
      [...callers].sort(),
    ]),
  );
}

const callsOf = (service: ServiceName) =>
  [...readFileSync(`${root}proto/${service}.proto`, 'utf8').matchAll(/^ {2}rpc (\w+)/gm)].map(
    ([, name = '']) => name,
  );

/** The same as a README tells it: rows with calls in the first column and callers in the second. */
function toldOf(service: ServiceName): Map<string, string[]> {
  const rows = readFileSync(`${root}services/${service}/README.md`, 'utf8').matchAll(
    /^\| (`[A-Z][A-Za-z]+`(?:, `[A-Z][A-Za-z]+`)*) *\| ([a-z, ]+?) *\|/gm,
  );
  return new Map(
    [...rows].flatMap(([, calls = '', callers = '']) =>
      [...calls.matchAll(/`(\w+)`/g)].map(([, call = '']) => [call, callers.split(', ').sort()] as const),
    ),
  );
}

describe.each(callees)('%s: the calls it serves', (service) => {
  test('are open to those that the README names, each of them and nobody else', async () => {
    const access = await accessOf(service);
    expect([...access.keys()].sort()).toEqual(callsOf(service).sort());
    expect(Object.fromEntries(toldOf(service))).toEqual(Object.fromEntries(access));
  });

  test('are open to nobody who does not call it', async () => {
    const known = serviceNames.filter((name) => (callGraph[name] as readonly string[]).includes(service));
    for (const [call, callers] of await accessOf(service))
      expect([...known, 'admin'], call).toEqual(expect.arrayContaining(callers));
  });
});
