import { serviceNames } from '@fifteen/topology';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What this needs of a zod schema. */
interface Schema {
  readonly shape: Readonly<
    Record<string, { safeParse(value: unknown): { success: boolean; data?: unknown } }>
  >;
}

/** A configuration as it is written in a service. */
async function schemaOf(service: string): Promise<Schema['shape']> {
  const module = (await import(`${root}services/${service}/src/config.ts`)) as Record<string, Schema>;
  return module[`${service}Config`]?.shape ?? {};
}

/** The variables of a document's table, each with what stands in the column of defaults. */
function tableOf(document: string): Map<string, string> {
  const rows = readFileSync(root + document, 'utf8').matchAll(
    /^\| `([A-Z][A-Z0-9_]+)`\s*\|([^|]*)\|[^|]+\|$/gm,
  );
  return new Map(
    [...rows].map(([, name = '', standard = '']) => [name, standard.trim().replaceAll('`', '')]),
  );
}

/** A default as a README writes it: nothing where a value must be given, `none` where none is needed. */
function standardOf(schema: Schema['shape'], name: string): string {
  const { success, data } = schema[name]?.safeParse(undefined) ?? { success: false };
  if (!success) return '';
  if (data === undefined) return 'none';
  return data === '' ? 'empty' : String(data);
}

const shared = tableOf('docs/configuration.md');

describe.each(serviceNames)('%s: the environment in its README', (service) => {
  test('is that of its configuration: what is its own there, what all share in docs/configuration.md', async () => {
    const known = Object.keys(await schemaOf(service));
    expect([...tableOf(`services/${service}/README.md`).keys()].sort()).toEqual(
      known.filter((name) => !shared.has(name)).sort(),
    );
  });

  test('has the defaults of its configuration', async () => {
    const schema = await schemaOf(service);
    const own = tableOf(`services/${service}/README.md`);
    const documented = new Map([...shared, ...own].filter(([name]) => name in schema));
    expect(Object.fromEntries(documented)).toEqual(
      Object.fromEntries([...documented.keys()].map((name) => [name, standardOf(schema, name)])),
    );
  });
});

test('what is said to be shared is read by more than one service', async () => {
  const all = (await Promise.all(serviceNames.map(schemaOf))).flatMap((schema) => Object.keys(schema));
  for (const name of shared.keys()) expect(all.filter((one) => one === name).length, name).toBeGreaterThan(1);
});
