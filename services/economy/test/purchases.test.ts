import { randomUUID } from 'node:crypto';
import { ItemKind, type BuyRequest, type Looks } from '@fifteen/proto/economy';
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

const buy = (userId: string, itemId: string, more: Partial<BuyRequest> = {}) =>
  harness.as('gateway').buy({ userId, kind: EMOJI, itemId, key: '', ...more });
const wear = (userId: string, itemId: string, kind: ItemKind = PIECE_STYLE) =>
  harness.as('gateway').activate({ userId, kind, itemId });
const owned = async (userId: string): Promise<string[]> =>
  (await harness.as('gateway').getOwnedItems({ userId, kind: UNSPECIFIED })).items.map(
    ({ itemId }) => itemId,
  );
const looksOf = async (...userIds: string[]): Promise<Looks[]> =>
  (await harness.as('gateway').getLooks({ userIds })).looks;

describe('a purchase', () => {
  test('takes the price of the catalogue and gives the item', async () => {
    const ann = await harness.newUser(RICH);
    const { items } = await harness.as('gateway').getCatalogue({ kind: UNSPECIFIED });
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

  test('may take the last coin, and is refused for want of one, with the price', async () => {
    const [ann, bob] = [await harness.newUser(FOX), await harness.newUser(FOX - 1)];
    expect(await buy(ann, 'fox')).toMatchObject({ coins: 0 });
    const [told] = await Promise.allSettled([buy(bob, 'fox')]);
    expect(told).toMatchObject({ reason: { code: 'INSUFFICIENT_COINS', details: { coins: FOX } } });
    expect([await harness.balancesOf(ann, bob), await owned(bob)]).toEqual([[0, FOX - 1], []]);
  });

  test('happens once, though a hundred ask for it at once: one pays, the others are told that it is owned', async () => {
    const ann = await harness.newUser(RICH);
    const answers = await Promise.all(Array.from({ length: 100 }, () => buy(ann, 'fox')));
    expect(answers.filter(({ ownedBefore }) => !ownedBefore)).toHaveLength(1);
    expect(new Set(answers.map(({ coins }) => coins))).toEqual(new Set([RICH - FOX]));
    expect(await owned(ann)).toEqual(['fox']);
  });

  test('is told apart from its own repeat by its key', async () => {
    const ann = await harness.newUser(RICH);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 100 }, () => buy(ann, 'fox', { key })));
    for (const { ownedBefore, coins } of answers) expect([ownedBefore, coins]).toEqual([false, RICH - FOX]);
    for (const other of ['', randomUUID()])
      expect(await buy(ann, 'fox', { key: other })).toMatchObject({ ownedBefore: true, coins: RICH - FOX });
  });

  test('of what was given before costs nothing', async () => {
    const ann = await harness.newUser(RICH);
    await harness.as('admin').grantItem({ userId: ann, kind: EMOJI, itemId: 'fox', reference: randomUUID() });
    expect(await buy(ann, 'fox', { key: 'k' })).toMatchObject({ ownedBefore: true, coins: RICH });
    await buy(ann, 'owl');
    const given = { userId: ann, kind: EMOJI, itemId: 'owl', reference: randomUUID() };
    await expect(harness.as('admin').grantItem(given)).rejects.toMatchObject({ code: 'ALREADY_OWNED' });
  });

  test('of two things for which there are coins for one only is one purchase', async () => {
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

  test('is refused at another price, of what everybody has, of what there is not, and for nobody', async () => {
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
      await expect(buy(ann, itemId, { kind })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(buy(ann, 'fox', { kind: UNSPECIFIED })).rejects.toMatchObject({ code: 'INVALID' });
    await expect(buy(randomUUID(), 'fox')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect([await harness.balancesOf(ann), await owned(ann)]).toEqual([[RICH], []]);
  });
});

describe('what is worn', () => {
  const dressed = async (...styles: string[]): Promise<string> => {
    const ann = await harness.newUser(RICH);
    for (const itemId of styles) await buy(ann, itemId, { kind: PIECE_STYLE });
    return ann;
  };

  test('is one style and one frame that are owned; the default is everybody’s', async () => {
    const ann = await dressed('autumn', 'fire');
    await buy(ann, 'firestorm', { kind: FRAME });
    const bare = { userId: ann, pieceStyle: 'default', frame: '' };
    expect(await looksOf(ann)).toEqual([bare]);
    expect(await wear(ann, 'autumn')).toEqual({ ...bare, pieceStyle: 'autumn' });
    expect(await wear(ann, 'firestorm', FRAME)).toEqual({
      ...bare,
      pieceStyle: 'autumn',
      frame: 'firestorm',
    });
    expect(await wear(ann, 'fire')).toEqual({ ...bare, pieceStyle: 'fire', frame: 'firestorm' });
    expect(await wear(ann, 'default')).toEqual({ ...bare, frame: 'firestorm' });
    expect(await wear(ann, '', FRAME)).toEqual(bare);
    await wear(ann, 'firestorm', FRAME);
    expect(await wear(ann, 'default', FRAME)).toEqual(bare);
    const bob = await harness.newUser();
    expect(await looksOf(bob, 'nobody', ann)).toEqual([
      { ...bare, userId: bob },
      { ...bare, userId: 'nobody' },
      bare,
    ]);
  });

  test('is nothing of somebody else’s, nothing that there is not, and no emoji', async () => {
    const [ann, bob] = [await dressed('autumn'), await harness.newUser()];
    await expect(wear(bob, 'autumn')).rejects.toMatchObject({ code: 'NOT_OWNED' });
    await expect(wear(ann, 'thundering', FRAME)).rejects.toMatchObject({ code: 'NOT_OWNED' });
    await expect(wear(ann, 'moon')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(wear(ann, 'firestorm')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(wear(ann, 'fox', EMOJI)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(wear(randomUUID(), 'default')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await looksOf(ann, bob)).toMatchObject([{ pieceStyle: 'default' }, { pieceStyle: 'default' }]);
  });

  test('is one of those that were asked for, when many ask at once', async () => {
    const ann = await dressed('autumn', 'fire');
    const race = ['autumn', 'fire', 'default', 'autumn', 'fire'].map((itemId) => wear(ann, itemId));
    await Promise.all(race);
    expect(['autumn', 'fire', 'default']).toContain((await looksOf(ann))[0]!.pieceStyle);
    await wear(ann, 'fire');
    expect(await looksOf(ann)).toMatchObject([{ pieceStyle: 'fire' }]);
  });

  test('is told as a fact when it is another, and not otherwise', async () => {
    const ann = await dressed('autumn');
    for (const itemId of ['default', 'autumn', 'autumn', 'default', 'default']) await wear(ann, itemId);
    const { rows } = await harness.sql.query<{ n: number }>(
      `SELECT count(*) AS n FROM outbox WHERE name = 'looks_changed' AND aggregate_id = $1`,
      [ann],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('goes with a guest who leaves, as all that the guest owned', async () => {
    const guest = await dressed('autumn', 'fire');
    await buy(guest, 'fox');
    await wear(guest, 'fire');
    await harness.as('identity').expireGuest({ userId: guest });
    expect([await owned(guest), await looksOf(guest)]).toEqual([
      [],
      [{ userId: guest, pieceStyle: 'default', frame: '' }],
    ]);
    for (const late of [() => buy(guest, 'fox'), () => buy(guest, 'owl'), () => wear(guest, 'fire')])
      await expect(late()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await owned(guest)).toEqual([]);
  });

  test('and what is bought in the moment a guest leaves leaves right books', async () => {
    for (let i = 0; i < 10; i += 1) {
      const guest = await harness.newUser(RICH);
      await Promise.allSettled([
        buy(guest, 'autumn', { kind: PIECE_STYLE }).then(() => wear(guest, 'autumn')),
        buy(guest, 'fox'),
        harness.as('identity').expireGuest({ userId: guest }),
      ]);
      expect([await owned(guest), await harness.balancesOf(guest)]).toEqual([[], [0]]);
    }
  });
});
