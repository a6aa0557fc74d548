import type { ServerMessage } from '@fifteen/contract';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from '../harness.ts';
import { sendAndWait, seatAndStart, playOut } from '../room-fixtures.ts';

const stack = useSharedStack();

/** The most frames that a client keeps while it is disconnected. */
const QUEUE = 50;

describe('frames that a client repeats after a reconnection', () => {
  test('fifty moves at once: the last own one gets the state, the others errors, without effect', async () => {
    const { x, o, gameId } = await seatAndStart(stack());
    for (const [player, position] of [
      [x, 1],
      [o, 2],
      [x, 6],
      [o, 3],
    ] as const) {
      await sendAndWait(player, { type: 'move', gameId, position }, 'move');
      await Promise.all([x, o].map((one) => one.waitFor('move', (move) => move.position === position)));
    }
    x.drop();
    await x.closed();
    await x.connect();
    const from = x.received.length;
    const queue = Array.from({ length: QUEUE }, (_, index) => [6, 1, 2, 3][index % 4] ?? 0);
    for (const position of queue) x.send({ type: 'move', gameId, position });
    const answers = () =>
      x.received
        .slice(from)
        .filter((m): m is Extract<ServerMessage, { type: 'move' | 'move_error' }> =>
          ['move', 'move_error'].includes(m.type),
        );
    const own = queue.filter((position) => position === 6).length;
    await expect.poll(() => answers().filter(({ type }) => type === 'move_error').length).toBe(QUEUE - own);
    const [answered] = answers().filter((m) => m.type === 'move');
    // The version may differ: after a pause of the machine, the turn gets its time back, which is a version, too.
    expect(answered).toMatchObject({ position: 3, game: { moves: [1, 2, 6, 3] } });
    expect(x.connected).toBe(true);
    const game = await o.api.games.get({ params: { id: gameId } });
    expect(game).toMatchObject({ moves: [1, 2, 6, 3], status: 'active' });
  });

  test('a move that arrives turns later is not made in the new position, by socket or by HTTP', async () => {
    const { x, o, gameId } = await seatAndStart(stack());
    await sendAndWait(x, { type: 'move', gameId, position: 1, ply: 1 }, 'move');
    await sendAndWait(o, { type: 'move', gameId, position: 2, ply: 2 }, 'move');
    await x.waitFor('move', ({ position }) => position === 2);
    const late = { position: 5, ply: 1 };
    const error = await sendAndWait(x, { type: 'move', gameId, ...late }, 'move_error');
    expect(error).toMatchObject({ code: 'CONFLICT', gameId, position: 5 });
    const byHttp = x.api.games.move({ params: { id: gameId }, body: late });
    await expect(byHttp).rejects.toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    const repeat = { params: { id: gameId }, body: { position: 1, ply: 1 } };
    expect(await x.api.games.move(repeat)).toMatchObject({ moves: [1, 2] });
    const { game } = await sendAndWait(x, { type: 'move', gameId, position: 5, ply: 3 }, 'move');
    expect(game.moves).toEqual([1, 2, 5]);
  });

  test('a recorded game after its end has no effect', async () => {
    const started = await seatAndStart(stack());
    const { x, o, gameId } = started;
    await playOut(started);
    const ended = await o.api.games.get({ params: { id: gameId } });
    expect(ended.moves).toEqual([1, 2, 6, 3, 11]);
    const from = x.received.length;
    for (const position of [1, 6, 11]) x.send({ type: 'move', gameId, position });
    await expect
      .poll(() => x.received.slice(from).filter(({ type }) => type === 'move_error').length)
      .toBeGreaterThanOrEqual(2);
    const { version, moves } = await o.api.games.get({ params: { id: gameId } });
    expect([version, moves]).toEqual([ended.version, ended.moves]);
  });
});

test('a position beyond 32 bits is an invalid move, and delays no move of others', async () => {
  const [attacked, others] = await Promise.all([seatAndStart(stack()), seatAndStart(stack())]);
  const { x, gameId } = attacked;
  const beyond = [2 ** 31, -(2 ** 31), 2 ** 40, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  for (const position of beyond) x.send({ type: 'move', gameId, position });
  const byHttp = x.api.games.move({ params: { id: gameId }, body: { position: 2 ** 31 } });
  await expect(byHttp).rejects.toMatchObject({ status: 400, body: { code: 'INVALID_MOVE' } });
  await playOut(others);
  const errors = () => x.received.flatMap((message) => (message.type === 'move_error' ? [message.code] : []));
  await expect.poll(errors).toEqual(beyond.map(() => 'INVALID_MOVE'));
  // A broken stream of moves would hold them up until they time out, which is an error of each.
  for (const { received } of [others.x, others.o])
    expect(received.filter(({ type }) => type === 'move_error')).toEqual([]);
});
