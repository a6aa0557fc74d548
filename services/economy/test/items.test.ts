import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { ItemKind, type GrantItemRequest } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

const EMOJI = ItemKind.EMOJI;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

const grant = async (
  userId: UserId,
  itemId: string,
  reference: string,
  overrides: Partial<GrantItemRequest> = {},
) => (await harness.as('admin').grantItem({ userId, kind: EMOJI, itemId, reference, ...overrides })).item;
const owned = async (userId: UserId, kind: ItemKind = EMOJI): Promise<string[]> => {
  const { items } = await harness.as('gateway').listOwnedItems({ userId, kind });
  expect(items.every((item) => item.userId === userId && item.kind === EMOJI)).toBe(true);
  return items.map(({ itemId }) => itemId);
};
const owns = async (userId: UserId, itemId: string): Promise<boolean> =>
  (await harness.as('gateway').getItem({ userId, kind: EMOJI, itemId })).owned;

describe('a granted item', () => {
  test('is owned by its user only', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    expect(await owns(ann, 'crown')).toBe(false);
    const before = Date.now();
    const granted = await grant(ann, 'crown', randomUUID());
    expect(granted).toEqual({ userId: ann, kind: EMOJI, itemId: 'crown', at: expect.any(Date) });
    expect(Math.abs(granted.at!.getTime() - before)).toBeLessThan(5_000);
    await grant(ann, 'brain', randomUUID());
    expect(await owned(ann)).toEqual(['crown', 'brain']);
    expect(
      (await harness.as('gateway').listOwnedItems({ userId: ann })).items.map(({ itemId }) => itemId),
    ).toEqual(['crown', 'brain']);
    const { item, owned: has } = await harness
      .as('gateway')
      .getItem({ userId: ann, kind: EMOJI, itemId: 'crown' });
    expect([item?.emoji?.glyph, has]).toEqual(['👑', true]);
    expect([await owned(bob), await owns(bob, 'crown')]).toEqual([[], false]);
    expect([await owned(toUserId('unknown')), await owns(toUserId('unknown'), 'crown')]).toEqual([[], false]);
    expect(await harness.balancesOf(ann, bob)).toEqual([1_000, 1_000]);
  });

  test('is granted once per reference, with the same response for a hundred concurrent calls', async () => {
    const ann = await harness.newUser();
    const reference = randomUUID();
    const [first, ...others] = await Promise.all(
      Array.from({ length: 100 }, () => grant(ann, 'fox', reference)),
    );
    expect(others).toEqual(others.map(() => first));
    expect(await owned(ann)).toEqual(['fox']);
    expect(await countEntries(`grant:${reference}`)).toBe(1);
  });

  test('rejects another user or another item under the same reference', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const reference = randomUUID();
    await grant(ann, 'fox', reference);
    await expect(grant(bob, 'fox', reference)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(grant(ann, 'owl', reference)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([await owned(ann), await owned(bob)]).toEqual([['fox'], []]);
    const both = randomUUID();
    const race = await Promise.allSettled(
      [ann, bob].flatMap((user) => Array.from({ length: 10 }, () => grant(user, 'owl', both))),
    );
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect([...(await owned(ann)), ...(await owned(bob))].toSorted()).toEqual(['fox', 'owl']);
  });

  test('has one reference when twenty race for it', async () => {
    const ann = await harness.newUser();
    const references = Array.from({ length: 20 }, () => randomUUID());
    const race = await Promise.allSettled(references.map((reference) => grant(ann, 'fox', reference)));
    const errors = race.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(errors).toHaveLength(19);
    for (const error of errors) expect(error).toMatchObject({ code: 'ALREADY_OWNED' });
    expect(await owned(ann)).toEqual(['fox']);
    expect(await countEntries(...references.map((reference) => `grant:${reference}`))).toBe(1);
  });

  test('may have the reference of a top-up', async () => {
    const ann = await harness.newUser();
    const reference = randomUUID();
    await harness.as('admin').topUp({ userId: ann, amount: 5, reference });
    await grant(ann, 'fox', reference);
    expect([await harness.balancesOf(ann), await owned(ann)]).toEqual([[1_005], ['fox']]);
  });

  test('is never the default of a kind', async () => {
    const ann = await harness.newUser();
    for (const kind of [ItemKind.PIECE_STYLE, ItemKind.FRAME]) {
      const granted = grant(ann, 'default', randomUUID(), { kind });
      await expect(granted).rejects.toMatchObject({ code: 'ALREADY_OWNED' });
      const { item, owned: has } = await harness
        .as('gateway')
        .getItem({ userId: ann, kind, itemId: 'default' });
      expect([item?.price, has]).toEqual([0, true]);
    }
  });

  test('requires a user with a wallet, an item of the catalogue and a reference', async () => {
    const ann = await harness.newUser();
    const guest = await harness.newUser();
    await harness.expireGuest(guest);
    for (const user of [toUserId(randomUUID()), guest])
      await expect(grant(user, 'fox', randomUUID())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await expect(grant(ann, 'moon', randomUUID())).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(owns(ann, 'moon')).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    for (const overrides of [
      { reference: '' },
      { reference: 'x'.repeat(129) },
      { reference: 'two\nlines' },
      { userId: toUserId('ai') },
      { userId: toUserId('player_7') },
      { userId: toUserId('') },
      { kind: ItemKind.UNSPECIFIED },
    ])
      await expect(grant(ann, 'fox', 'r', overrides)).rejects.toMatchObject({ code: 'INVALID' });
    expect(await owned(ann)).toEqual([]);
  });
});

async function countEntries(...keys: string[]): Promise<number> {
  const { rows } = await harness.sql.query<{ n: number }>(
    'SELECT count(*) AS n FROM journal_entry WHERE key = ANY ($1)',
    [keys],
  );
  return rows[0]!.n;
}
