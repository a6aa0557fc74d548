import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { member, openHouse, refusal, type House } from './house.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.stop());

/** Somebody of these names. */
async function called(username: string, displayName = username): Promise<string> {
  const id = randomUUID();
  await house.owner.query(
    `INSERT INTO account (id, username, display_name, locale) VALUES ($1, $2, $3, 'en')`,
    [id, username, displayName],
  );
  return id;
}

const found = async (name: string): Promise<string[]> =>
  (await house.identity.search({ name })).accounts.map(({ id }) => id);

test('people are found by any part of either name, without regard to case', async () => {
  const [zoe, yves] = [await called('ZoëTheGreat', 'Maestra'), await called('yves', 'Ярослав Мудрый')];
  for (const name of ['zoëthegreat', 'ZOË', 'ëthe', 'mAeS', 'ra', 'ｚｏë'])
    expect(await found(name), name).toEqual([zoe]);
  for (const name of ['мудр', 'ЯРОСЛАВ', 'в м', 'yv', 'YVES'])
    expect(await found(name), name).toEqual([yves]);
  expect(await found('great maestra')).toEqual([]);
});

test('the closest come first: the same name, its beginning, then the rest; at most 20', async () => {
  const within = await called('the-quill-one', 'Somebody');
  const shown = await called('abc-1', 'Quill');
  const begins = await called('quillpen', 'Somebody');
  expect(await found('quill')).toEqual([shown, begins, within]);
  const many = Array.from({ length: 30 }, (_, n) => called(`quill-${String(n).padStart(2, '0')}`, 'Q'));
  await Promise.all(many);
  const same = await called('quil', 'Q');
  expect(await found('quill')).toHaveLength(20);
  expect((await found('quil'))[0]).toBe(same);
});

test('a name that thousands hold is found among them', async () => {
  await house.owner.query(
    `INSERT INTO account (id, username, display_name, locale)
     SELECT gen_random_uuid(), 'crowd-of-people-' || n, 'Crowd ' || n, 'en' FROM generate_series(1, 3000) AS n`,
  );
  const crowd = await called('crowd', 'Somebody');
  expect((await found('crowd'))[0]).toBe(crowd);
  expect(await found('cr')).toHaveLength(20);
});

test('wildcards are letters like others', async () => {
  const [percent, underscore, slash] = [
    await called('50%off', 'a'),
    await called('snake_case', 'b'),
    await called('back\\slash', 'c'),
  ];
  expect(await found('%o')).toEqual([percent]);
  expect(await found('％o')).toEqual([percent]);
  expect(await found('e_c')).toEqual([underscore]);
  expect(await found('k\\s')).toEqual([slash]);
  for (const name of ['%%', '__', '_%', '%_%']) expect(await found(name), name).toEqual([]);
});

test('nobody is found by an address, or before they are anybody', async () => {
  const ann = await member(house);
  for (const part of [ann.email, ann.email.slice(-20), 'example.org', '@example'])
    expect(await found(part), part).toEqual([]);
  expect(await found(ann.username)).toContain(ann.userId);
});

test('a name to search for has 2 to 32 characters', async () => {
  for (const name of ['', ' ', 'a', ' a ', 'a'.repeat(33)])
    expect(await refusal(house.identity.search({ name })), name).toMatch(/INVALID/);
});
