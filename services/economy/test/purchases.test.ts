import { randomUUID } from 'node:crypto';
import { toUserId, type UserId } from '@fifteen/domain';
import { ItemKind, type BuyItemRequest, type Cosmetics } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

const { EMOJI, FRAME, PIECE_STYLE, UNSPECIFIED } = ItemKind;
const FOX = 5_000_000;
const RICH = 2_000_000_000;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

const buy = (userId: UserId, itemId: string, more: Partial<BuyItemRequest> = {}) =>
  harness.as('gateway').buyItem({ userId, kind: EMOJI, itemId, key: '', ...more });
const equip = async (userId: UserId, itemId: string, kind: ItemKind = PIECE_STYLE) =>
  (await harness.as('gateway').equipItem({ userId, kind, itemId })).cosmetics;
const owned = async (userId: UserId): Promise<string[]> =>
  (await harness.as('gateway').listOwnedItems({ userId })).items.map(({ itemId }) => itemId);
const cosmeticsOf = async (...userIds: UserId[]): Promise<Cosmetics[]> =>
  (await harness.as('gateway').getCosmetics({ userIds })).cosmetics;

describe('a purchase', () => {
  test('takes the price of the catalogue and gives the item', async () => {
    const ann = await harness.newUser(RICH);
    const { items } = await harness.as('gateway').getCatalogue({});
    let left = RICH;
    for (const item of items.filter(({ id }) => ['fox', 'autumn', 'lovers_3d'].includes(id))) {
      left -= item.price;
      const bought = await buy(ann, item.id, { kind: item.kind, price: item.price });
      expect(bought).toEqual({ item, coins: left, ownedBefore: false });
    }
    expect(left).toBe(RICH - FOX - 10_000_000 - 1_000_000_000);
    expect(await owned(ann)).toEqual(['autumn', 'fox', 'lovers_3d']);
    expect(await harness.balancesOf(ann)).toEqual([left]);
  });

  test('can take the last coin, and fails with the price when one is missing', async () => {
    const [ann, bob] = [await harness.newUser(FOX), await harness.newUser(FOX - 1)];
    expect(await buy(ann, 'fox')).toMatchObject({ coins: 0 });
    const [result] = await Promise.allSettled([buy(bob, 'fox')]);
    expect(result).toMatchObject({ reason: { code: 'TOO_EXPENSIVE', details: { coins: FOX } } });
    expect([await harness.balancesOf(ann, bob), await owned(bob)]).toEqual([[0, FOX - 1], []]);
  });

  test('is paid once for a hundred concurrent calls: the others return that it was owned before', async () => {
    const ann = await harness.newUser(RICH);
    const responses = await Promise.all(Array.from({ length: 100 }, () => buy(ann, 'fox')));
    expect(responses.filter(({ ownedBefore }) => !ownedBefore)).toHaveLength(1);
    expect(new Set(responses.map(({ coins }) => coins))).toEqual(new Set([RICH - FOX]));
    expect(await owned(ann)).toEqual(['fox']);
  });

  test('recognizes its own repeat by its key', async () => {
    const ann = await harness.newUser(RICH);
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 100 }, () => buy(ann, 'fox', { key })));
    for (const { ownedBefore, coins } of responses) expect([ownedBefore, coins]).toEqual([false, RICH - FOX]);
    for (const other of ['', randomUUID()])
      expect(await buy(ann, 'fox', { key: other })).toMatchObject({ ownedBefore: true, coins: RICH - FOX });
  });

  test('recognizes its repeat also at another price, as during a release', async () => {
    const ann = await harness.newUser(RICH);
    const key = randomUUID();
    const first = await buy(ann, 'fox', { key, price: FOX });
    expect(await buy(ann, 'fox', { key, price: FOX - 1 })).toEqual(first);
    expect(await buy(ann, 'fox', { key: '', price: FOX - 1 })).toMatchObject({ ownedBefore: true });
    expect(await harness.balancesOf(ann)).toEqual([RICH - FOX]);
  });

  test('of an item that was granted before costs nothing', async () => {
    const ann = await harness.newUser(RICH);
    await harness.as('admin').grantItem({ userId: ann, kind: EMOJI, itemId: 'fox', reference: randomUUID() });
    expect(await buy(ann, 'fox', { key: 'k' })).toMatchObject({ ownedBefore: true, coins: RICH });
    await buy(ann, 'owl');
    const grantRequest = { userId: ann, kind: EMOJI, itemId: 'owl', reference: randomUUID() };
    await expect(harness.as('admin').grantItem(grantRequest)).rejects.toMatchObject({
      code: 'ALREADY_OWNED',
    });
  });

  test('of two items with coins for one only is one purchase', async () => {
    for (let i = 0; i < 10; i += 1) {
      const ann = await harness.newUser(10_500_000);
      const race = await Promise.allSettled([
        buy(ann, 'autumn', { kind: PIECE_STYLE }),
        buy(ann, 'unicorn'),
        buy(ann, 'unicorn'),
      ]);
      const [coins] = await harness.balancesOf(ann);
      expect([coins, (await owned(ann)).length]).toEqual([500_000, 1]);
      expect(race.some(({ status }) => status === 'fulfilled')).toBe(true);
    }
  });

  test('is rejected at another price, for a default, for an unknown item and without a wallet', async () => {
    const ann = await harness.newUser(RICH);
    for (const price of [0, 1, FOX - 1, FOX + 1, -FOX])
      await expect(buy(ann, 'fox', { price })).rejects.toMatchObject({ code: 'PRICE_CHANGED' });
    for (const kind of [PIECE_STYLE, FRAME])
      await expect(buy(ann, 'default', { kind })).rejects.toMatchObject({ code: 'ALREADY_OWNED' });
    for (const [itemId, kind] of [
      ['moon', EMOJI],
      ['fox', PIECE_STYLE],
      ['default', EMOJI],
      ['', FRAME],
    ] as const)
      await expect(buy(ann, itemId, { kind })).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(buy(ann, 'fox', { kind: UNSPECIFIED })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(buy(toUserId(randomUUID()), 'fox')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect([await harness.balancesOf(ann), await owned(ann)]).toEqual([[RICH], []]);
  });
});

describe('cosmetics', () => {
  const newOwner = async (...styles: string[]): Promise<UserId> => {
    const ann = await harness.newUser(RICH);
    for (const itemId of styles) await buy(ann, itemId, { kind: PIECE_STYLE });
    return ann;
  };

  test('are one style and one frame that the user owns, or the default', async () => {
    const ann = await newOwner('autumn', 'fire');
    await buy(ann, 'firestorm', { kind: FRAME });
    const defaults = { userId: ann, pieceStyle: 'default', frame: '' };
    expect(await cosmeticsOf(ann)).toEqual([defaults]);
    expect(await equip(ann, 'autumn')).toEqual({ ...defaults, pieceStyle: 'autumn' });
    expect(await equip(ann, 'firestorm', FRAME)).toEqual({
      ...defaults,
      pieceStyle: 'autumn',
      frame: 'firestorm',
    });
    expect(await equip(ann, 'fire')).toEqual({ ...defaults, pieceStyle: 'fire', frame: 'firestorm' });
    expect(await equip(ann, 'default')).toEqual({ ...defaults, frame: 'firestorm' });
    expect(await equip(ann, '', FRAME)).toEqual(defaults);
    await equip(ann, 'firestorm', FRAME);
    expect(await equip(ann, 'default', FRAME)).toEqual(defaults);
    const bob = await harness.newUser();
    expect(await cosmeticsOf(bob, toUserId('unknown'), ann)).toEqual([
      { ...defaults, userId: bob },
      { ...defaults, userId: 'unknown' },
      defaults,
    ]);
  });

  test('reject an item that is not owned, an unknown item and an emoji', async () => {
    const [ann, bob] = [await newOwner('autumn'), await harness.newUser()];
    await expect(equip(bob, 'autumn')).rejects.toMatchObject({ code: 'NOT_OWNED' });
    await expect(equip(ann, 'thundering', FRAME)).rejects.toMatchObject({ code: 'NOT_OWNED' });
    await expect(equip(ann, 'moon')).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(equip(ann, 'firestorm')).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(equip(ann, 'fox', EMOJI)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(equip(toUserId(randomUUID()), 'default')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await cosmeticsOf(ann, bob)).toMatchObject([{ pieceStyle: 'default' }, { pieceStyle: 'default' }]);
  });

  test('are one of the requested styles after concurrent calls', async () => {
    const ann = await newOwner('autumn', 'fire');
    const race = ['autumn', 'fire', 'default', 'autumn', 'fire'].map((itemId) => equip(ann, itemId));
    await Promise.all(race);
    expect(['autumn', 'fire', 'default']).toContain((await cosmeticsOf(ann))[0]!.pieceStyle);
    await equip(ann, 'fire');
    expect(await cosmeticsOf(ann)).toMatchObject([{ pieceStyle: 'fire' }]);
  });

  test('publish an event when they change, and only then', async () => {
    const ann = await newOwner('autumn');
    for (const itemId of ['default', 'autumn', 'autumn', 'default', 'default']) await equip(ann, itemId);
    const { rows } = await harness.sql.query<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE name = 'cosmetics_changed' AND aggregate_id = $1`,
      [ann],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('are deleted with the items of an expired guest', async () => {
    const guest = await newOwner('autumn', 'fire');
    await buy(guest, 'fox');
    await equip(guest, 'fire');
    await harness.expireGuest(guest);
    expect([await owned(guest), await cosmeticsOf(guest)]).toEqual([
      [],
      [{ userId: guest, pieceStyle: 'default', frame: '' }],
    ]);
    for (const late of [() => buy(guest, 'fox'), () => buy(guest, 'owl'), () => equip(guest, 'fire')])
      await expect(late()).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    expect(await owned(guest)).toEqual([]);
  });

  test('leave a consistent ledger when a guest expires during a purchase', async () => {
    for (let i = 0; i < 10; i += 1) {
      const guest = await harness.newUser(RICH);
      await Promise.allSettled([
        buy(guest, 'autumn', { kind: PIECE_STYLE }).then(() => equip(guest, 'autumn')),
        buy(guest, 'fox'),
        harness.expireGuest(guest),
      ]);
      expect([await owned(guest), await harness.balancesOf(guest)]).toEqual([[], [0]]);
    }
  });
});
