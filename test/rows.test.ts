import { testDatabase, type TestDatabase } from '@fifteen/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/lib/root.ts';
import { checkRows } from '../scripts/rows/check.ts';
import { parsedType } from '../scripts/rows/parsed-types.ts';
import { programOf } from '../scripts/rows/program.ts';

const prelude = `import type { Sql } from '@fifteen/runtime';
import { build, execute, queryRows } from '@fifteen/runtime/statements';
declare const sql: Sql;
declare const known: boolean;
declare const unknown: string;
const COLUMNS = 'low, high';
const pairsOf = (low: string) => build('relationship').where({ low });
`;

/** What statements and row types may look like. */
const right: [string, string][] = [
  [
    'equal columns',
    `sql.query<{ low: string; friends_since: Date | null }>('SELECT low, friends_since FROM relationship')`,
  ],
  ['literals for a text', `sql.query<{ low: 'ann' | 'bob' }>('SELECT low FROM relationship')`],
  [
    'any type for JSON',
    `sql.query<{ relationship: { low: string } }>('SELECT to_json(relationship) AS relationship FROM relationship')`,
  ],
  [
    'null or not for an expression',
    `sql.query<{ a: string | null; b: string }>('SELECT low || 1 AS a, low || 2 AS b FROM relationship')`,
  ],
  [
    'no null where a condition excludes it',
    `sql.query<{ key: string }>('SELECT key FROM message WHERE key IS NOT NULL')`,
  ],
  [
    'null for a column of an outer join',
    `sql.query<{ text: string | null }>('SELECT text FROM relationship LEFT JOIN message USING (low)')`,
  ],
  ['an optional column', `sql.query<{ low: string; high?: string }>('SELECT low FROM relationship')`],
  ['rows without a type', `sql.query('SELECT low FROM relationship')`],
  [
    'constants and conditions in a template',
    'sql.query<{ low: string; high: string }>(`SELECT ${COLUMNS} FROM relationship ${known ? "LIMIT 1" : ""}`)',
  ],
  ['a text in an object', `sql.query<{ low: string }>({ text: 'SELECT low FROM relationship' })`],
  [
    'a statement of knex',
    `queryRows<{ high: string }>(sql, pairsOf(unknown).select('high').limit(unknown.length))`,
  ],
];

const NO_TABLE = 'Postgres rejects the statement: relation "nobody" does not exist';
/** What they may not look like, and the mistake that the check names. */
const wrong: [string, string, string][] = [
  [
    'a column that the statement lacks',
    `sql.query<{ low: string; nick: string }>('SELECT low FROM relationship')`,
    'nick: the statement has no such column',
  ],
  [
    'a column that the type lacks',
    `sql.query<{ low: string }>('SELECT low, high FROM relationship')`,
    'high: the row type lacks this column (string)',
  ],
  [
    'another type',
    `sql.query<{ n: string }>('SELECT count(*) AS n FROM relationship')`,
    'n: expected number, not string',
  ],
  [
    'numbers in an array of bigint',
    `sql.query<{ ids: number[] }>('SELECT array_agg(id) AS ids FROM message')`,
    'ids: expected string[], not number[]',
  ],
  [
    'a missing null',
    `sql.query<{ key: string }>('SELECT key FROM message')`,
    'key: expected string | null, not string',
  ],
  [
    'a null that cannot be',
    `sql.query<{ low: string | null }>('SELECT low FROM relationship')`,
    'low: expected string without null, not string | null',
  ],
  [
    'a wrong column of a statement of knex',
    `queryRows<{ high: number }>(sql, pairsOf(unknown).select('high'))`,
    'high: expected string, not number',
  ],
  ['a statement without rows', `sql.query('DELETE FROM nobody')`, NO_TABLE],
  ['one branch', 'sql.query(`DELETE FROM ${known ? "relationship" : "nobody"}`)', NO_TABLE],
  [
    'one turn of a loop',
    `for (const table of ['relationship', 'nobody']) void execute(sql, build(table).delete())`,
    NO_TABLE,
  ],
  [
    'what one caller passes on',
    'const send = (table: string) => sql.query(`DELETE FROM ${table}`); send("relationship"); send("nobody")',
    NO_TABLE,
  ],
  [
    'a statement that is known only at run time',
    'sql.query(unknown)',
    'the statement cannot be checked: `unknown` is known only at run time',
  ],
];

const reason = 'of a test';
const exempt = `sql.query(unknown); sql.query<{ key: string }>('SELECT key FROM message')`;
const fileOf = (title: string) => `services/social/src/${title.replaceAll(' ', '-')}.ts`;

let database: TestDatabase;
let report: readonly string[];
beforeAll(async () => {
  database = await testDatabase('social');
  const cases = [...right, ...wrong, ['an exception', exempt], ['an old exception', '']] as const;
  const texts = new Map(cases.map(([title, line = '']) => [root + fileOf(title), prelude + line]));
  const { files, checker } = programOf([...texts.keys()], texts);
  const exceptionFiles = [fileOf('an exception'), fileOf('an old exception')];
  const exceptions = {
    unchecked: exceptionFiles.map((file) => ({ file, statement: 'unknown', reason })),
    neverNull: exceptionFiles.map((file) => ({ file, columns: ['key'], reason })),
  };
  report = (await checkRows(files, checker, { databases: { social: database }, exceptions })).mistakes;
});
afterAll(() => database.drop());

const mistakesIn = (title: string) => report.filter((mistake) => mistake.startsWith(`${fileOf(title)}:`));
const place = prelude.split('\n').length;

describe('the check of row types accepts', () => {
  it.each(right)('%s', (title) => {
    expect(mistakesIn(title)).toEqual([]);
  });

  it('an exception', () => {
    expect(mistakesIn('an exception')).toEqual([]);
  });
});

describe('the check of row types rejects, with its place,', () => {
  it.each(wrong)('%s', (title, line, mistake) => {
    const column = line.search(/sql\.query|queryRows|execute/) + 1;
    expect(mistakesIn(title)).toEqual([`${fileOf(title)}:${place}:${column}: ${mistake}`]);
  });

  it('an exception that is no longer needed', () => {
    const file = fileOf('an old exception');
    const mistake = `${file}: the exception is no longer needed (${reason})`;
    expect(mistakesIn('an old exception')).toEqual([mistake, mistake]);
  });
});

it.each([
  ['true', 'boolean'],
  ['1::bigint', 'number'],
  ['1::numeric', 'string'],
  ['now()', 'Date'],
  [`'\\x00'::bytea`, 'Buffer'],
  ['gen_random_uuid()', 'string'],
  ['ARRAY[1]', 'number[]'],
  ['ARRAY[1::bigint]', 'string[]'],
  ['ARRAY[now()]', 'Date[]'],
  [`ARRAY['a']`, 'string[]'],
  [`ARRAY['\\x00'::bytea]`, 'Buffer[]'],
])('pg parses %s as %s', async (expression, type) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows, fields } = await client.query<{ value: unknown }>(`SELECT ${expression} AS value`);
  await client.end();
  const value = rows[0]?.value;
  expect(nameOf(value)).toBe(type);
  expect(parsedType(fields[0]?.dataTypeID ?? 0)).toBe(type);
});

const nameOf = (value: unknown): string =>
  Array.isArray(value)
    ? `${nameOf(value[0])}[]`
    : typeof value === 'object'
      ? (value?.constructor.name ?? 'null')
      : typeof value;
