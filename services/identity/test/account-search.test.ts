import { randomUUID } from 'node:crypto';
import { rowsReadBy } from '@fifteen/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchByName } from '../src/db/account-search.ts';
import { registerUser, openHarness, errorCode, type Harness } from './harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.stop());

/** Inserts an account with these names and returns its id. */
async function insertAccount(username: string, displayName = username): Promise<string> {
  const id = randomUUID();
  await harness.owner.query(
    `INSERT INTO account (id, username, display_name, locale) VALUES ($1, $2, $3, 'en')`,
    [id, username, displayName],
  );
  return id;
}

const found = async (name: string): Promise<string[]> =>
  (await harness.identity.searchAccounts({ name })).accounts.map(({ id }) => id);

test('finds accounts by any part of either name, in any case', async () => {
  const [zoe, yves] = [
    await insertAccount('ZoëTheGreat', 'Maestra'),
    await insertAccount('yves', 'Ярослав Мудрый'),
  ];
  for (const name of ['zoëthegreat', 'ZOË', 'ëthe', 'mAeS', 'ra', 'ｚｏë'])
    expect(await found(name), name).toEqual([zoe]);
  for (const name of ['мудр', 'ЯРОСЛАВ', 'в м', 'yv', 'YVES'])
    expect(await found(name), name).toEqual([yves]);
  expect(await found('great maestra')).toEqual([]);
});

test('returns the closest match first: whole name, beginning, any other part; at most 20', async () => {
  const within = await insertAccount('the-quill-one', 'Other');
  const shown = await insertAccount('abc-1', 'Quill');
  const begins = await insertAccount('quillpen', 'Other');
  expect(await found('quill')).toEqual([shown, begins, within]);
  const many = Array.from({ length: 30 }, (_, n) =>
    insertAccount(`quill-${String(n).padStart(2, '0')}`, 'Q'),
  );
  await Promise.all(many);
  const same = await insertAccount('quil', 'Q');
  expect(await found('quill')).toHaveLength(20);
  expect((await found('quil'))[0]).toBe(same);
});

test('finds a name that thousands of others contain', async () => {
  await harness.owner.query(
    `INSERT INTO account (id, username, display_name, locale)
     SELECT gen_random_uuid(), 'crowd-of-people-' || n, 'Crowd ' || n, 'en' FROM generate_series(1, 3000) AS n`,
  );
  const crowd = await insertAccount('crowd', 'Other');
  expect((await found('crowd'))[0]).toBe(crowd);
  expect(await found('cr')).toHaveLength(20);
});

test('reads few of five thousand accounts for a rare term, also one without letters and digits', async () => {
  const insertMany = `INSERT INTO account (id, username, display_name, locale)
    SELECT gen_random_uuid(), 'one-dash-' || n, 'One. ☀ Вася ' || n, 'en' FROM generate_series(1, 5000) AS n`;
  await harness.owner.tx((sql) => sql.query(insertMany), 60_000);
  // Brings the indexes and the statistics to the state that autovacuum leaves.
  await harness.owner.query(`VACUUM (ANALYZE) account`);
  const rare = await insertAccount('two--dashes', 'Two.. ☀☀ Жюль a-b-c');
  const terms = { [rare]: ['--', '..', '☀☀', 'жюль', 'a-b-c', 'dashes'], '': ['---', '☀☀☀', '.-.', 'zebra'] };
  for (const [id, names] of Object.entries(terms))
    for (const name of names) {
      expect(await found(name), name).toEqual(id ? [id] : []);
      expect(await rowsReadBy(harness.db, (sql) => searchByName(sql, name)), name).toBeLessThan(200);
    }
});

test('treats wildcards as ordinary characters', async () => {
  const [percent, underscore, slash] = [
    await insertAccount('50%off', 'a'),
    await insertAccount('snake_case', 'b'),
    await insertAccount('back\\slash', 'c'),
  ];
  expect(await found('%o')).toEqual([percent]);
  expect(await found('％o')).toEqual([percent]);
  expect(await found('e_c')).toEqual([underscore]);
  expect(await found('k\\s')).toEqual([slash]);
  for (const name of ['%%', '__', '_%', '%_%']) expect(await found(name), name).toEqual([]);
});

test('finds no account by its address', async () => {
  const ann = await registerUser(harness);
  for (const part of [ann.email, ann.email.slice(-20), 'example.org', '@example'])
    expect(await found(part), part).toEqual([]);
  expect(await found(ann.username)).toContain(ann.userId);
});

test('rejects a search text of fewer than 2 or more than 32 characters', async () => {
  for (const name of ['', ' ', 'a', ' a ', '☀', '😀', 'a'.repeat(33)])
    expect(await errorCode(harness.identity.searchAccounts({ name })), name).toMatch(/INVALID/);
});
