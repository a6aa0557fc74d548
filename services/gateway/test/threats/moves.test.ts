import type { ServerMessage } from '@fifteen/contract';
import { describe, expect, test } from 'vitest';
import { sharedProduct } from '../harness.ts';
import { answer, playing, playOut } from '../tables.ts';

const stack = sharedProduct();

/** As many as a client keeps while its line is down. */
const QUEUE = 50;

describe('what a client sends again after its line was down', () => {
  test('fifty moves at once: the last own one is answered, the others are errors, and the game is as it was', async () => {
    const { x, o, gameId } = await playing(stack());
    for (const [player, position] of [
      [x, 1],
      [o, 2],
      [x, 6],
      [o, 3],
    ] as const) {
      await answer(player, { type: 'move', gameId, position }, 'move');
      await Promise.all([x, o].map((one) => one.hears('move', (move) => move.position === position)));
    }
    x.drop();
    await x.closed();
    await x.connect();
    const from = x.heard.length;
    const queue = Array.from({ length: QUEUE }, (_, index) => [6, 1, 2, 3][index % 4] ?? 0);
    for (const position of queue) x.send({ type: 'move', gameId, position });
    const answers = () =>
      x.heard
        .slice(from)
        .filter((m): m is Extract<ServerMessage, { type: 'move' | 'move_error' }> =>
          ['move', 'move_error'].includes(m.type),
        );
    const own = queue.filter((position) => position === 6).length;
    await expect.poll(() => answers().filter(({ type }) => type === 'move_error').length).toBe(QUEUE - own);
    const [answered] = answers().filter((m) => m.type === 'move');
    // Not its version: a machine that stood still for a moment gives the turn its time back, which is a version, too.
    expect(answered).toMatchObject({ position: 3, game: { moves: [1, 2, 6, 3] } });
    expect(x.connected).toBe(true);
    const game = await o.api.games.get({ params: { id: gameId } });
    expect(game).toMatchObject({ moves: [1, 2, 6, 3], status: 'active' });
  });

  test('a whole recorded game, after its end: nothing of it is made', async () => {
    const table = await playing(stack());
    const { x, o, gameId } = table;
    await playOut(table);
    const from = x.heard.length;
    for (const position of [1, 6, 11]) x.send({ type: 'move', gameId, position });
    await expect
      .poll(() => x.heard.slice(from).filter(({ type }) => type === 'move_error').length)
      .toBeGreaterThanOrEqual(2);
    const { version, moves } = await o.api.games.get({ params: { id: gameId } });
    expect(moves).toEqual([1, 2, 6, 3, 11]);
    expect(version).toBe(table.game.version + 5);
  });
});
