import { Player } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useOperator } from '../operator.ts';
import { expectError, useSharedStack, send, type Answer } from '../harness.ts';

const stack = useSharedStack();
useOperator(stack);

/** A win of X against the easy computer. */
const WIN = { difficulty: 'easy', moves: [1, 2, 6, 7, 11], id: 'local-game-1' };

const award = (player: Player, body: object = {}, gateway = 0): Promise<Answer> =>
  send(`${stack().urls[gateway]}/api/coins/award`, {
    method: 'POST',
    body: { userId: player.user.id, amount: 100, reason: 'ai_win', game: WIN, ...body },
    headers: { cookie: player.cookie },
  });

test('threat 32: a reward is for oneself, a hundred coins, and one in five seconds', async () => {
  const [ann, bob] = [await Player.guest(stack().url), await Player.guest(stack().url)];
  expectError(await award(ann, { userId: bob.user.id }), 403, 'FORBIDDEN');
  for (const amount of [1_000_000_000, -100, 0, 99, 101]) expectError(await award(ann, { amount }), 400);
  for (const amount of ['100', null, [100], true]) expectError(await award(ann, { amount }), 400);
  const began = performance.now();
  const rush = await Promise.all(
    Array.from({ length: 60 }, (_, n) => award(ann, { game: { ...WIN, id: `local-game-${n}` } }, n % 2)),
  );
  const paid = rush.filter(({ status }) => status === 200).length;
  expect(paid).toBeGreaterThanOrEqual(1);
  expect(paid).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 5_000));
  for (const one of rush)
    if (one.status !== 200) {
      expectError(one, 429, 'TOO_MANY_REQUESTS');
      expect(Number(one.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  expect([await ann.coins(), await bob.coins()]).toEqual([1_000 + 100 * paid, 1_000]);
});

test('threat 33: a game that was not won, or was paid already, gives no reward', async () => {
  const ann = await Player.guest(stack().url);
  for (const moves of [[], [1, 2, 6, 7], [8, 1], [1, 1, 6, 7, 11], [2, 1, 7, 6, 3, 11], [1, 2, 6, 7, 16]])
    expectError(await award(ann, { game: { ...WIN, moves } }), 400);
  expectError(await award(ann, { game: { ...WIN, difficulty: 'trivial' } }), 400);
  // The hard computer never plays this move.
  expectError(await award(ann, { game: { ...WIN, difficulty: 'hard' } }), 400, 'INVALID_GAME');
  expect(await ann.coins()).toBe(1_000);
  for (let i = 0; i < 3; i += 1) expect((await award(ann)).body).toEqual({ coins: 1_100 });
  await sleep(5_100);
  expect((await award(ann)).body).toEqual({ coins: 1_100 });
  expectError(await award(ann, { game: { ...WIN, moves: [1, 3, 6, 7, 11] } }), 400, 'INVALID_GAME');
});
