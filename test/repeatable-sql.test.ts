import { serviceNames } from '@fifteen/topology';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@fifteen/runtime/migrate';
import { testDatabase } from '@fifteen/testkit';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { schemaFolder } from '../packages/testkit/src/repository.ts';

const services = serviceNames.flatMap((service) => {
  const dir = schemaFolder(service);
  return dir ? [{ service, dir }] : [];
});

/** Functions, views and triggers of a database, with their definitions and rights. */
const CODE = `
  SELECT 'function' AS kind, p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) AS text, p.proacl::text AS rights
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f'
  UNION ALL
  SELECT 'view', c.oid::regclass::text, pg_get_viewdef(c.oid), c.relacl::text
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'v'
  UNION ALL
  SELECT 'trigger', t.tgname || ' on ' || t.tgrelid::regclass, pg_get_triggerdef(t.oid), NULL
    FROM pg_trigger t WHERE NOT t.tgisinternal
  ORDER BY 1, 2`;

describe.each(services)('the repeatable files of $service', ({ service, dir }) => {
  it('can be applied again over what they made', async () => {
    const database = await testDatabase(service);
    const client = new pg.Client(database.ownerUrl);
    await client.connect();
    const before = (await client.query(CODE)).rows as unknown[];
    await client.query('DELETE FROM repeatable_migration');
    await migrate({ url: database.ownerUrl, dir });
    expect((await client.query(CODE)).rows).toEqual(before);
    await client.end();
    await database.drop();
  });

  it('contain all functions, views and triggers, except functions that columns, indexes or checks of tables use', () => {
    const files = readdirSync(join(dir, 'migrations')).map((name) => join(dir, 'migrations', name));
    const createdObjects = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return [
        ...text.matchAll(/^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?(FUNCTION|VIEW|TRIGGER) (\w+)/gm),
      ].map(([, kind, name = '']) => ({ kind, name, used: text.split(name).length - 1 }));
    });
    // Used twice: by its definition, and by the column, index or check.
    for (const { kind, used } of createdObjects) expect([kind, used > 1]).toEqual(['FUNCTION', true]);
  });
});

it.each(services)('the repeatable files of $service drop nothing unnamed', ({ dir }) => {
  const names = readdirSync(dir).includes('sql') ? readdirSync(join(dir, 'sql')) : [];
  for (const name of names) {
    const code = readFileSync(join(dir, 'sql', name), 'utf8').replaceAll(/--.*$/gm, '');
    expect(code, name).not.toMatch(/\bDROP\b[^;]*\bCASCADE\b/i);
  }
});
