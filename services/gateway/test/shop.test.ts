import { randomUUID } from 'node:crypto';
import { ItemKind } from '@fifteen/proto/economy';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { createMember } from './members.ts';
import { useOperator } from './operator.ts';
import { expectError, useSharedStack, send, type Answer } from './harness.ts';
import { enterRoom, openRoom, connectGuest, startGame } from './room-fixtures.ts';

const stack = useSharedStack();
const operators = useOperator(stack);

/** Creates a guest with 1,000 coins plus these. */
async function guest(coins = 0): Promise<Player> {
  const player = await Player.guest(stack().url);
  if (coins > 0) await operators().grantCoins(player.user.id, coins);
  return player;
}
const post = (player: Player, path: string, body: unknown, key?: string): Promise<Answer> =>
  send(`${stack().url}/api/${path}`, {
    method: 'POST',
    body,
    headers: { cookie: player.cookie, ...(key ? { 'idempotency-key': key } : {}) },
  });
const buyStyle = (player: Player, styleName: unknown, more = {}, key?: string) =>
  post(player, 'piece-styles/purchase', { styleName, ...more }, key);

describe('the shop', () => {
  test('lists every piece style and frame with its price and ownership', async () => {
    const { api } = await guest();
    const { pieceStyles, activeStyle } = await api.shop.pieceStyles();
    expect([pieceStyles.length, activeStyle]).toEqual([13, 'default']);
    expect(pieceStyles[0]).toEqual({
      ...{ id: 'default', styleName: 'default', name: 'Classic', description: expect.any(String) as string },
      ...{ price: 0, isDefault: true, owned: true },
    });
    expect(pieceStyles.slice(1).filter(({ owned, isDefault }) => owned || isDefault)).toEqual([]);
    expect(pieceStyles.at(-1)).toMatchObject({ id: 'lotus', price: 400_000_000 });
    const frames = await api.shop.frames();
    expect(frames.map(({ id, price, isDefault }) => [id, price, isDefault])).toEqual([
      ['default', 0, true],
      ...['thundering', 'firestorm', 'lovers_3d'].map((id) => [id, 1_000_000_000, false]),
    ]);
    expect(await api.shop.ownedFrames()).toEqual([{ frameId: 'default', isActive: true }]);
  });

  test('sells an item of each kind once, and notifies every open tab', async () => {
    const ann = await guest(2_000_000_000);
    await ann.connect();
    const style = await ann.api.shop.purchasePieceStyle({ body: { styleName: 'cat', price: 150_000_000 } });
    expect(style).toMatchObject({ message: 'Purchase Successful!', coins: 1_850_001_000 });
    expect(style.item).toMatchObject({ id: 'cat', styleName: 'cat', owned: true, price: 150_000_000 });
    await ann.waitFor('balance_changed', ({ coins }) => coins === 1_850_001_000);
    const frame = await ann.api.shop.purchaseFrame({ body: { frameId: 'firestorm' } });
    expect(frame).toMatchObject({ coins: 850_001_000, item: { id: 'firestorm', isDefault: false } });
    const emoji = await ann.api.shop.purchaseEmoji({ body: { emojiId: 'fox' } });
    expect(emoji).toMatchObject({ coins: 845_001_000, item: { id: 'fox', name: '🦊 Sly Fox' } });
    const last = await ann.waitFor('balance_changed', ({ coins }) => coins === 845_001_000);
    expect(last.version).toBe(5);
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'fox' }]);
    const { pieceStyles } = await ann.api.shop.pieceStyles();
    expect(pieceStyles.filter(({ owned }) => owned).map(({ id }) => id)).toEqual(['default', 'cat']);
    expect(await ann.api.shop.ownedFrames()).toEqual([
      { frameId: 'default', isActive: true },
      { frameId: 'firestorm', isActive: false },
    ]);
    expect(await ann.coins()).toBe(845_001_000);
  });

  test('answers a repeated purchase with its first response, and a second one with an error', async () => {
    const ann = await guest(50_000_000);
    const key = randomUUID();
    const first = await buyStyle(ann, 'autumn', {}, key);
    expect(first).toMatchObject({ status: 200, body: { coins: 40_001_000 } });
    const repeat = await buyStyle(ann, 'autumn', {}, key);
    expect([repeat.status, repeat.body]).toEqual([200, first.body]);
    expectError(await buyStyle(ann, 'thunder', {}, key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expectError(await buyStyle(ann, 'autumn', {}, randomUUID()), 409, 'ALREADY_OWNED');
    expectError(await buyStyle(ann, 'autumn'), 409, 'ALREADY_OWNED');
    expect(await ann.coins()).toBe(40_001_000);
  });

  test('threat 35: sells only known items at the catalogue’s price, none twice and no defaults', async () => {
    const ann = await guest(50_000_000);
    for (const price of [0, 1, 9_999_999, 10_000_001])
      expectError(await buyStyle(ann, 'autumn', { price }), 409, 'PRICE_CHANGED');
    for (const price of ['10000000', -1, 1.5, true, [10_000_000]])
      expectError(await buyStyle(ann, 'autumn', { price }), 400);
    expectError(await buyStyle(ann, 'moon'), 404, 'ITEM_NOT_FOUND');
    expectError(await buyStyle(ann, 'fox'), 404, 'ITEM_NOT_FOUND');
    expectError(await buyStyle(ann, 'default'), 409, 'ALREADY_OWNED');
    expectError(await post(ann, 'avatar-frames/purchase', { frameId: 'default' }), 409, 'ALREADY_OWNED');
    const race = await Promise.all(Array.from({ length: 10 }, () => buyStyle(ann, 'autumn')));
    expect(race.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const one of race) if (one.status !== 200) expectError(one, 409, 'ALREADY_OWNED');
    expect(await ann.coins()).toBe(40_001_000);
  });

  test('names the price to a player with too few coins', async () => {
    const ann = await guest();
    const answer = await buyStyle(ann, 'autumn');
    expectError(answer, 403, 'TOO_EXPENSIVE');
    expect(answer.body).toMatchObject({
      error: 'Insufficient Coins',
      message: 'Insufficient Coins: you need 10000000 coins to purchase this.',
    });
    expect(await ann.coins()).toBe(1_000);
  });
});

describe('a bought item', () => {
  test('threat 36: can be equipped by its owner only', async () => {
    const ann = await guest();
    const style = (styleName: unknown) => post(ann, 'piece-styles/set-active', { styleName });
    const frame = (frameId: unknown) => post(ann, 'avatar-frames/set-active', { frameId });
    expectError(await style('lotus'), 403, 'NOT_OWNED');
    expectError(await frame('firestorm'), 403, 'NOT_OWNED');
    expectError(await style('moon'), 404);
    expectError(await frame('lotus'), 404);
    for (const nothing of ['', null, 7, 'a b']) expectError(await style(nothing), 400);
    for (const nothing of ['', undefined, 7]) expectError(await frame(nothing), 400);
    expect(await ann.api.auth.user()).toMatchObject({ activePieceStyle: 'default', activeFrameId: null });
  });

  test('appears in the profile on every gateway as soon as it is equipped', async () => {
    const [ann, bob] = await Promise.all([connectGuest(stack(), 0), connectGuest(stack(), 1)]);
    const { id } = ann.user;
    await operators().grantItem(id, ItemKind.PIECE_STYLE, 'lotus');
    await operators().grantItem(id, ItemKind.FRAME, 'firestorm');
    const { room } = await openRoom(ann);
    await enterRoom(bob, room.code);
    const seen = async () => {
      const { activePieceStyle, activeFrameId } = await bob.api.users.get({ params: { id } });
      return [activePieceStyle, activeFrameId];
    };
    expect(await seen()).toEqual(['default', null]);
    expect(await ann.api.shop.activatePieceStyle({ body: { styleName: 'lotus' } })).toEqual({
      ...{ message: 'Your piece style has been changed.', active: 'lotus' },
    });
    expect(await ann.api.shop.activateFrame({ body: { frameId: 'firestorm' } })).toEqual({
      ...{ message: 'Your avatar frame has been changed.', active: 'firestorm' },
    });
    expect(await ann.api.auth.user()).toMatchObject({
      activePieceStyle: 'lotus',
      activeFrameId: 'firestorm',
    });
    expect(await seen()).toEqual(['lotus', 'firestorm']);
    expect(await bob.api.profile.frame({ params: { id } })).toEqual({ activeFrameId: 'firestorm' });

    const face = expect.objectContaining({ activeFrameId: 'firestorm' }) as object;
    // The other gateway drops the cached profile when it receives the event of the change.
    const people = () => bob.api.rooms.participants({ params: { id: room.id } });
    await expect
      .poll(async () => (await people()).find(({ userId }) => userId === id))
      .toMatchObject({ user: face });
    // The list has 200 users, and more may be online in other tests: those with a heartbeat come first.
    await ann.api.system.heartbeat();
    await expect
      .poll(async () => (await bob.api.users.online()).users.find((user) => user.id === id))
      .toEqual(face);
    const { request: friendRequest } = await ann.api.friends.request({ body: { requestedId: bob.user.id } });
    expect(friendRequest).toMatchObject({ requester: face });
    await bob.api.friends.respond({ body: { requestId: friendRequest.id, response: 'accepted' } });
    expect(await bob.api.friends.list()).toEqual([face]);

    const game = await startGame(ann, room.id);
    const { game: started } = await bob.waitFor('game_started');
    const card = game.playerXId === id ? started.playerXInfo : started.playerOInfo;
    expect(card).toMatchObject({ id, activePieceStyle: 'lotus', activeFrameId: 'firestorm' });

    expect((await ann.api.shop.activateFrame({ body: { frameId: null } })).active).toBeNull();
    await ann.api.shop.activatePieceStyle({ body: { styleName: 'default' } });
    expect(await seen()).toEqual(['default', null]);
    expect((await ann.api.shop.ownedFrames()).filter(({ isActive }) => isActive)).toEqual([
      { frameId: 'default', isActive: true },
    ]);
  });
});

describe('rewards', () => {
  test('are listed with what they grant, and hidden from the shop until they are earned', async () => {
    const ann = await guest();
    const rewards = await ann.api.rewards.list();
    expect(rewards.map(({ id, items, earnedAt }) => [id, items.map((item) => item.id), earnedAt])).toEqual([
      ['tutorial', ['chalk', 'wave'], null],
      ['first_online_game', ['newcomer'], null],
      ['review', ['lightbulb'], null],
    ]);
    expect(rewards[0]!.items[1]).toMatchObject({ kind: 'emoji', glyph: '👋', animationType: 'shake' });
    const earned = ['chalk', 'newcomer', 'wave', 'lightbulb'];
    const { pieceStyles } = await ann.api.shop.pieceStyles();
    const shown = [...pieceStyles, ...(await ann.api.shop.frames()), ...(await ann.api.emojis.list())];
    expect(shown.filter(({ id }) => earned.includes(id))).toEqual([]);
    expectError(await buyStyle(ann, 'chalk', { price: 0 }), 404, 'ITEM_NOT_FOUND');
    expectError(await post(ann, 'piece-styles/set-active', { styleName: 'chalk' }), 403, 'NOT_OWNED');
  });

  test('are claimed once, notify every open tab, and can be used', async () => {
    const ann = await guest();
    await ann.connect();
    const first = await ann.api.rewards.claim({ body: { reward: 'tutorial' } });
    expect(first).toMatchObject({ earnedNow: true, reward: { id: 'tutorial' } });
    const { reward } = await ann.waitFor('reward_earned', () => true);
    expect(reward).toEqual(first.reward);
    expect(await ann.api.rewards.claim({ body: { reward: 'tutorial' } })).toEqual({
      ...first,
      earnedNow: false,
    });
    const { pieceStyles } = await ann.api.shop.pieceStyles();
    expect(pieceStyles.find(({ id }) => id === 'chalk')).toMatchObject({ owned: true, isDefault: false });
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'wave' }]);
    expect((await ann.api.emojis.list()).map(({ id }) => id)).toContain('wave');
    await ann.api.shop.activatePieceStyle({ body: { styleName: 'chalk' } });
    expect((await ann.api.shop.pieceStyles()).activeStyle).toBe('chalk');
    expect(await ann.coins()).toBe(1_000);
  });

  test('stay with a guest who registers, and are not earned again', async () => {
    const ann = await guest();
    await ann.api.rewards.claim({ body: { reward: 'tutorial' } });
    await ann.api.shop.activatePieceStyle({ body: { styleName: 'chalk' } });
    await createMember(stack(), ann);
    const { pieceStyles, activeStyle } = await ann.api.shop.pieceStyles();
    expect(pieceStyles.find(({ id }) => id === 'chalk')).toMatchObject({ owned: true });
    expect(activeStyle).toBe('chalk');
    expect(await ann.api.emojis.owned()).toEqual([{ emojiId: 'wave' }]);
    expect(await ann.api.rewards.claim({ body: { reward: 'tutorial' } })).toMatchObject({ earnedNow: false });
  });

  test('need a session, and are none that only the server sees', async () => {
    const ann = await guest();
    for (const reward of ['first_online_game', 'luck', '', 1, null])
      expectError(await post(ann, 'rewards/claim', { reward }), 400);
    const claim = { method: 'POST', body: { reward: 'tutorial' }, headers: {} };
    expectError(await send(`${stack().url}/api/rewards/claim`, claim), 401, 'UNAUTHORIZED');
  });

  test('of the first online game come with its end', async () => {
    const [host, other] = [await connectGuest(stack()), await connectGuest(stack())];
    const { room } = await openRoom(host);
    await enterRoom(other, room.code);
    await startGame(host, room.id);
    await host.api.rooms.leave({ params: { id: room.id } });
    const { reward } = await other.waitFor('reward_earned', () => true);
    expect(reward.items.map(({ id }) => id)).toEqual(['newcomer']);
    await other.api.shop.activateFrame({ body: { frameId: 'newcomer' } });
    expect((await host.api.rewards.list()).filter(({ earnedAt }) => earnedAt)).toEqual([]);
  });
});
