import { randomUUID } from 'node:crypto';
import { REWARDS, toGameId, type UserId, toUserId } from '@fifteen/domain';
import { ItemKind } from '@fifteen/proto/economy';
import { Event } from '@fifteen/proto/events';
import { Condition, GameState, Mark } from '@fifteen/proto/game';
import { Lifecycle, openNats, type Nats } from '@fifteen/runtime';
import { log } from '@fifteen/testkit/services';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openHarness, type Harness } from './harness.ts';

const lifecycle = new Lifecycle(log);
let harness: Harness;
let nats: Nats;
beforeAll(async () => {
  harness = await openHarness();
  const { nats: server, namespace } = harness.nats;
  nats = await openNats({ service: 'test', url: server.url, namespace }, { log, lifecycle });
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(async () => {
  await lifecycle.stop();
  await harness.stop();
});

const claim = (userId: UserId, type = 'tutorial') => harness.as('gateway').earnReward({ userId, type });
const itemsOf = async (userId: UserId): Promise<string[]> =>
  (await harness.as('gateway').listOwnedItems({ userId })).items.map(({ itemId }) => itemId).toSorted();
const earnedBy = async (userId: UserId): Promise<string[]> =>
  (await harness.as('gateway').listRewards({ userId })).rewards
    .filter(({ earnedAt }) => earnedAt)
    .map(({ type }) => type);
const entriesOf = async (userId: UserId): Promise<number> => {
  const { rows } = await harness.sql.query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM journal_entry WHERE kind = 'reward' AND request ->> 'user' = $1`,
    [userId],
  );
  return rows[0]!.n;
};

/** Publishes the end of a game. */
async function finish(players: [UserId, UserId], overrides: Partial<GameState> = {}): Promise<void> {
  const game = GameState.fromPartial({
    ...{ id: toGameId(randomUUID()), xPlayerId: players[0], oPlayerId: players[1], version: 9 },
    ...{ condition: Condition.HORIZONTAL, winner: Mark.X, ...overrides },
  });
  const event = Event.fromPartial({
    ...{ id: randomUUID(), occurredAt: new Date(), aggregateId: game.id, aggregateVersion: game.version },
    body: { $case: 'gameFinished', value: { game } },
  });
  await nats.js.publish(`${nats.namespace}game.finished`, Event.encode(event).finish());
}

describe('a claimed reward', () => {
  test('grants its items once, moves no coins, and is listed to its owner', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    const { reward, earnedNow } = await claim(ann);
    expect([earnedNow, reward?.type]).toEqual([true, 'tutorial']);
    expect(reward?.items.map(({ id }) => id)).toEqual(['chalk', 'wave']);
    expect(Math.abs(reward!.earnedAt!.getTime() - Date.now())).toBeLessThan(10_000);
    expect(await claim(ann)).toEqual({ reward, earnedNow: false });
    await claim(ann, 'review');
    expect(await itemsOf(ann)).toEqual(['chalk', 'lightbulb', 'wave']);
    expect([await earnedBy(ann), await earnedBy(bob)]).toEqual([['tutorial', 'review'], []]);
    const { rewards } = await harness.as('gateway').listRewards({ userId: bob });
    expect(rewards.map(({ type }) => type)).toEqual(REWARDS);
    expect([await itemsOf(bob), await harness.balancesOf(ann)]).toEqual([[], [1_000]]);
  });

  test('is earned by one of fifty concurrent claims', async () => {
    const ann = await harness.newUser();
    const claims = await Promise.all(Array.from({ length: 50 }, () => claim(ann)));
    expect(claims.filter(({ earnedNow }) => earnedNow)).toHaveLength(1);
    expect(new Set(claims.map(({ reward }) => reward?.earnedAt?.getTime())).size).toBe(1);
    expect([await itemsOf(ann), await entriesOf(ann)]).toEqual([['chalk', 'wave'], 2]);
  });

  test('leaves an item as it is that an operator gave before', async () => {
    const ann = await harness.newUser();
    const item = { userId: ann, kind: ItemKind.EMOJI, itemId: 'wave', reference: randomUUID() };
    await harness.as('admin').grantItem(item);
    expect((await claim(ann)).earnedNow).toBe(true);
    expect([await itemsOf(ann), await entriesOf(ann)]).toEqual([['chalk', 'wave'], 1]);
  });

  test('of a new user whose wallet is late is rejected, and can be earned when the wallet is open', async () => {
    const late = toUserId(randomUUID());
    await expect(claim(late)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await harness.as('identity').openWallet({ userId: late });
    expect((await claim(late)).earnedNow).toBe(true);
  });

  test('can be equipped, but never bought', async () => {
    const ann = await harness.newUser(1_000_000);
    const chalk = { userId: ann, kind: ItemKind.PIECE_STYLE, itemId: 'chalk' };
    const buy = (price?: number) => harness.as('gateway').buyItem({ ...chalk, key: '', price });
    await expect(buy()).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(buy(0)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(harness.as('gateway').equipItem(chalk)).rejects.toMatchObject({ code: 'NOT_OWNED' });
    await claim(ann);
    expect((await harness.as('gateway').equipItem(chalk)).cosmetics?.pieceStyle).toBe('chalk');
  });

  test('is none that only the server can see, and none of a guest who left', async () => {
    const guest = await harness.newUser();
    for (const type of ['first_online_game', 'luck', ''])
      await expect(claim(guest, type)).rejects.toMatchObject({ code: 'INVALID' });
    await claim(guest);
    await harness.expireGuest(guest);
    expect((await claim(guest, 'review')).earnedNow).toBe(false);
    expect(await itemsOf(guest)).toEqual([]);
  });

  test('is written once, by the service as by the owner of the database', async () => {
    const ann = await harness.newUser();
    await claim(ann);
    const change = `UPDATE reward SET reward = 'review' WHERE user_id = '${ann}'`;
    await expect(harness.owner.query(change)).rejects.toThrow('never allowed');
    await expect(harness.owner.query('DELETE FROM reward')).rejects.toThrow('never allowed');
    await expect(harness.sql.query(change)).rejects.toThrow('permission denied');
  });
});

describe('the first online game', () => {
  const isEarned = (userId: UserId) =>
    vi.waitFor(async () => expect(await earnedBy(userId)).toEqual(['first_online_game']), 15_000);

  test('earns both players the frame, once, whether they won or lost', async () => {
    const [ann, bob] = [await harness.newUser(), await harness.newUser()];
    await Promise.all([finish([ann, bob]), finish([bob, ann]), finish([ann, bob])]);
    for (const user of [ann, bob]) {
      await isEarned(user);
      expect([await itemsOf(user), await entriesOf(user)]).toEqual([['newcomer'], 1]);
    }
  });

  test('earns the frame when it ended before the wallets of its players were open', async () => {
    const players: [UserId, UserId] = [toUserId(randomUUID()), toUserId(randomUUID())];
    await finish(players);
    for (const player of players) await expect.poll(() => itemsOf(player)).toEqual(['newcomer']);
    expect(await harness.balancesOf(...players)).toEqual([1_000, 1_000]);
  });

  test('counts against a computer opponent and for who stayed, not for who left or was never there', async () => {
    const [ann, bob, cid] = [await harness.newUser(), await harness.newUser(), await harness.newUser()];
    await finish([cid, bob], { condition: Condition.EXPIRED });
    await finish([ann, cid], { condition: Condition.ABANDONMENT, abandonedBy: cid });
    await finish([bob, toUserId('player_7')], { condition: Condition.DRAW });
    await isEarned(ann);
    await isEarned(bob);
    expect(await earnedBy(cid)).toEqual([]);
  });
});
