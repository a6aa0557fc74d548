import { serviceNames } from '@fifteen/topology';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The variables of a text's table, each with what stands in the column of defaults. */
function tableOf(text: string): Map<string, string> {
  const rows = text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`\s*\|([^|]*)\|[^|]+\|$/gm);
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

const [aboutServices = '', aboutTools = ''] = read('docs/configuration.md').split('\n## Tools\n');
const shared = tableOf(aboutServices);
const ownOf = (service: string): Map<string, string> => tableOf(read(`services/${service}/README.md`));

describe.each(serviceNames)('%s: the environment in its README', (service) => {
  test('is that of its configuration: what is its own there, what all share in docs/configuration.md', async () => {
    const known = Object.keys(await schemaOf(service));
    expect([...ownOf(service).keys()].sort()).toEqual(known.filter((name) => !shared.has(name)).sort());
  });

  test('has the defaults of its configuration', async () => {
    const schema = await schemaOf(service);
    const own = ownOf(service);
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

describe('the variables of tools in docs/configuration.md', () => {
  const documented = tableOf(aboutTools);
  /** What is no setting: a tool sets it for its child processes, or the system for all. */
  const others = new Set([
    'CI',
    'FAILPOINT',
    'MAIL_URL',
    'MUTATED_TESTS',
    'NODE_COMPILE_CACHE',
    'PATH',
    'STACK_NOTE',
    'WHOLE_SUITE',
  ]);

  const compose = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+):-([^}]*)\}/g)];
  const sources = globSync(
    [
      '{scripts,test,packages/testkit/src,services/*/bench,services/*/test,web/scripts,web/e2e}/**/*.ts',
      'web/*.ts',
    ],
    { cwd: root },
  );
  const inCode = sources.flatMap((file) => [
    ...read(file).matchAll(/(?:process\.env(?:\.|\[')|portFrom\(')([A-Z][A-Z_0-9]+)/g),
  ]);
  const used = new Set([...compose, ...inCode].map(([, name = '']) => name));

  test('are those that tools and Docker Compose read', () => {
    const known = new Set([
      ...others,
      ...shared.keys(),
      ...serviceNames.flatMap((name) => [...ownOf(name).keys()]),
    ]);
    const own = [...used].filter((name) => documented.has(name) || !known.has(name));
    expect([...documented.keys()].sort()).toEqual(own.sort());
  });

  test('have the defaults of Docker Compose', () => {
    const defaults = Object.fromEntries(compose.map(([, name = '', standard = '']) => [name, standard]));
    expect(Object.fromEntries(documented)).toMatchObject(defaults);
  });
});
