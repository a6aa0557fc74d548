import { type GameId, toUserId, type UserId } from '@fifteen/domain';
import { StakeState } from '@fifteen/proto/economy';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { countDeadlocks, newGame, openHarness, stake, type Harness } from './harness.ts';

const { HELD, SETTLED, REFUNDED, VOID } = StakeState;

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterEach(async () => expect(await harness.violations()).toEqual({}));
afterAll(() => harness.stop());

const newPair = async (coins = 10_000): Promise<[UserId, UserId]> => [
  await harness.newUser(coins),
  await harness.newUser(coins),
];
const hold = async (gameId: GameId, xUserId: UserId, oUserId: UserId, bet = 5_000) =>
  (await harness.as('game').holdStake({ gameId, xUserId, oUserId, bet })).stake;
const finish = async (gameId: GameId, winnerId = toUserId('')) =>
  (await harness.as('game').finishStake({ gameId, winnerId })).stake;

describe('a game for coins', () => {
  test('takes both stakes at its start and gives the winner the pot', async () => {
    const [ann, bob] = await newPair();
    const game = newGame();
    expect(await hold(game, ann, bob)).toEqual(stake(game, HELD));
    expect(await harness.balancesOf(ann, bob)).toEqual([5_000, 5_000]);
    expect(await finish(game, bob)).toEqual(stake(game, SETTLED, { winnerId: bob }));
    expect(await harness.balancesOf(ann, bob)).toEqual([5_000, 15_000]);
  });

  test('refunds both stakes after a draw', async () => {
    const [ann, bob] = await newPair();
    const game = newGame();
    await hold(game, ann, bob);
    expect(await finish(game)).toEqual(stake(game, REFUNDED));
    expect(await harness.balancesOf(ann, bob)).toEqual([10_000, 10_000]);
  });

  test('takes no stake when one player is short, and returns that player', async () => {
    const [ann, bob] = [await harness.newUser(5_000), await harness.newUser(4_999)];
    const game = newGame();
    expect(await hold(game, ann, bob)).toEqual(stake(game, VOID, { shortUserIds: [bob] }));
    expect(await harness.balancesOf(ann, bob)).toEqual([5_000, 4_999]);
  });

  test('counts a user without a wallet as short', async () => {
    const ann = await harness.newUser(5_000);
    const game = newGame();
    expect((await hold(game, toUserId('unknown'), ann)).shortUserIds).toEqual(['unknown']);
  });

  test('stays void after a player was short, whatever the balances later', async () => {
    const [ann, bob] = await newPair(1_000);
    const game = newGame();
    const first = await hold(game, ann, bob);
    await harness.as('admin').topUp({ userId: ann, amount: 10_000, reference: newGame() });
    await harness.as('admin').topUp({ userId: bob, amount: 10_000, reference: newGame() });
    expect(first.shortUserIds.toSorted()).toEqual([ann, bob].toSorted());
    expect(await hold(game, ann, bob)).toEqual(first);
    expect(await finish(game)).toEqual(first);
    await expect(finish(game, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await harness.balancesOf(ann, bob)).toEqual([11_000, 11_000]);
  });

  test('that has ended takes its stakes as soon as both players own them, and no void stake before', async () => {
    const [ann, bob] = [await harness.newUser(5_000), await harness.newUser(4_999)];
    const game = newGame();
    const terms = { gameId: game, xUserId: ann, oUserId: bob, bet: 5_000, gameEnded: true };
    const short = { code: 'INSUFFICIENT_COINS', details: { coins: 5_000, shortUserIds: [bob] } };
    await expect(harness.as('game').holdStake(terms)).rejects.toMatchObject(short);
    await expect(finish(game, ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await harness.as('admin').topUp({ userId: bob, amount: 1, reference: newGame() });
    expect((await harness.as('game').holdStake(terms)).stake).toEqual(stake(game, HELD));
    await finish(game, ann);
    expect(await harness.balancesOf(ann, bob)).toEqual([10_000, 0]);
  });

  test('that was voided takes no stakes for a late hold', async () => {
    const [ann, bob] = await newPair();
    const game = newGame();
    expect((await harness.as('game').voidStake({ gameId: game })).stake).toEqual(stake(game, VOID));
    expect(await hold(game, ann, bob)).toEqual(stake(game, VOID));
    expect(await harness.balancesOf(ann, bob)).toEqual([10_000, 10_000]);
  });

  test('that is held cannot be voided, only finished', async () => {
    const [ann, bob] = await newPair();
    const game = newGame();
    await hold(game, ann, bob);
    expect((await harness.as('game').voidStake({ gameId: game })).stake).toEqual(stake(game, HELD));
    await finish(game);
    expect((await harness.as('game').voidStake({ gameId: game })).stake).toEqual(stake(game, REFUNDED));
  });

  test('ends once: the same end returns the same stake, another end is a conflict', async () => {
    const [ann, bob] = await newPair();
    const [won, drawn] = [newGame(), newGame()];
    await hold(won, ann, bob);
    const first = await finish(won, ann);
    expect(await finish(won, ann)).toEqual(first);
    await expect(finish(won, bob)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(finish(won)).rejects.toMatchObject({ code: 'CONFLICT' });
    await hold(drawn, ann, bob);
    await finish(drawn);
    await expect(finish(drawn, bob)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await harness.balancesOf(ann, bob)).toEqual([15_000, 5_000]);
  });

  test('has one set of terms: the same id with other terms is a conflict', async () => {
    const [ann, bob] = await newPair(100_000);
    const eve = await harness.newUser(100_000);
    const game = newGame();
    await hold(game, ann, bob);
    await expect(hold(game, ann, eve)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(hold(game, bob, ann)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(hold(game, ann, bob, 50_000)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await harness.balancesOf(ann, bob, eve)).toEqual([95_000, 95_000, 100_000]);
    await finish(game);
  });

  test('pays its players only', async () => {
    const [ann, bob] = await newPair();
    const eve = await harness.newUser();
    const game = newGame();
    await hold(game, ann, bob);
    await expect(finish(game, eve)).rejects.toMatchObject({ code: 'INVALID' });
    await expect(finish(newGame(), ann)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await finish(game, ann);
  });
});

describe('the stakes that the game service compares with its games', () => {
  const stakesOf = async (...gameIds: GameId[]) =>
    (await harness.as('game').getStakes({ gameIds })).stakes.toSorted(
      (a, b) => gameIds.indexOf(a.stake!.gameId) - gameIds.indexOf(b.stake!.gameId),
    );

  test('have players, bet and state; a game without a stake is missing', async () => {
    const [ann, bob] = [await harness.newUser(400_000), await harness.newUser(60_000)];
    const [held, settled, short, missing] = [newGame(), newGame(), newGame(), newGame()];
    await hold(held, ann, bob, 5_000);
    await hold(settled, bob, ann, 50_000);
    await finish(settled, ann);
    await hold(short, ann, bob, 250_000);
    expect(await stakesOf(held, settled, short, missing)).toEqual([
      { stake: stake(held, HELD), xUserId: ann, oUserId: bob, bet: 5_000 },
      { stake: stake(settled, SETTLED, { winnerId: ann }), xUserId: bob, oUserId: ann, bet: 50_000 },
      { stake: stake(short, VOID, { shortUserIds: [bob] }), xUserId: ann, oUserId: bob, bet: 250_000 },
    ]);
  });

  test('have neither players nor bet when the game was voided before its stakes were held', async () => {
    const game = newGame();
    await harness.as('game').voidStake({ gameId: game });
    expect(await stakesOf(game)).toEqual([{ stake: stake(game, VOID), xUserId: '', oUserId: '', bet: 0 }]);
  });
});

describe('concurrent calls', () => {
  test('hold once and finish once for a hundred identical calls', async () => {
    const [ann, bob] = await newPair();
    const game = newGame();
    const holds = await Promise.all(Array.from({ length: 100 }, () => hold(game, ann, bob)));
    expect(new Set(holds.map((one) => one.state))).toEqual(new Set([HELD]));
    expect(await harness.balancesOf(ann, bob)).toEqual([5_000, 5_000]);
    const ends = await Promise.all(Array.from({ length: 100 }, () => finish(game, ann)));
    expect(ends).toEqual(ends.map(() => stake(game, SETTLED, { winnerId: ann })));
    expect(await harness.balancesOf(ann, bob)).toEqual([15_000, 5_000]);
  });

  test('start as many of a hundred games as one wallet can pay', async () => {
    const ann = await harness.newUser(35_000);
    const others = await Promise.all(Array.from({ length: 100 }, () => harness.newUser(5_000)));
    const responses = await Promise.all(
      others.map((other, i) => (i % 2 ? hold(newGame(), ann, other) : hold(newGame(), other, ann))),
    );
    const held = responses.filter((one) => one.state === HELD);
    expect(held).toHaveLength(7);
    expect(responses.filter((one) => one.state === VOID).map((one) => one.shortUserIds)).toEqual(
      Array.from({ length: 93 }, () => [ann]),
    );
    expect(await harness.balancesOf(ann)).toEqual([0]);
    await Promise.all(held.map((one) => finish(one.gameId)));
    expect(await harness.balancesOf(ann)).toEqual([35_000]);
  });

  test('of two players for many games cause no deadlock', async () => {
    const [ann, bob] = await newPair(1_000_000);
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const game = newGame();
        await (i % 2 ? hold(game, ann, bob) : hold(game, bob, ann));
        await finish(game, [ann, bob, toUserId('')][i % 3]);
      }),
    );
    const [a = 0, b = 0] = await harness.balancesOf(ann, bob);
    expect(a + b).toBe(2_000_000);
    expect(await countDeadlocks(harness.sql)).toBe(0);
  });

  test('of hold and void agree on one result', async () => {
    const [ann, bob] = await newPair(1_000_000);
    for (let i = 0; i < 20; i += 1) {
      const game = newGame();
      const [held, { stake: voided }] = await Promise.all([
        hold(game, ann, bob),
        harness.as('game').voidStake({ gameId: game }),
      ]);
      expect(held).toEqual(voided);
      await finish(game);
    }
    expect(await harness.balancesOf(ann, bob)).toEqual([1_000_000, 1_000_000]);
  });
});
