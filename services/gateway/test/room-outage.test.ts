import type { Player } from '@fifteen/testkit/player';
import { expect, test } from 'vitest';
import { useOwnStack } from './harness.ts';
import { playOut, seatAndStart, sendAndWait } from './room-fixtures.ts';

/** Milliseconds in which a gateway has connected to a restarted service again. */
const RECOVERY_MS = 30_000;
const POLL = { timeout: 15_000 };

// A turn outlasts the restart of the service.
const stack = useOwnStack({ env: { game: { TURN_SECONDS: '120' } } });

const errorsOf = ({ received }: Player) =>
  received.flatMap((message) => (message.type.endsWith('error') && 'code' in message ? [message] : []));

test('a player who reconnects while rooms are unavailable moves, and is back in the game afterwards', async () => {
  const { x, o, gameId } = await seatAndStart(stack());
  const rooms = stack().service('room');
  for (const room of rooms) await room.kill();
  x.drop();
  await x.closed();
  await x.connect();
  const error = await sendAndWait(x, { type: 'request_current_game_state' }, 'error');
  expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  x.send({ type: 'request_current_game_state' });
  const [gateway] = stack().service('gateway');
  const failures = () => gateway?.output.split('sending an update failed').length ?? 0;
  const before = failures();
  await sendAndWait(x, { type: 'move', gameId, position: 1 }, 'move');
  // The gateway has not found the room of the game.
  await expect.poll(failures, POLL).toBeGreaterThan(before);
  await o.waitFor('move');
  await sendAndWait(o, { type: 'move', gameId, position: 2 }, 'move');

  for (const room of rooms) await room.restart();
  const { game } = await x.waitFor('game_reconnection', undefined, 0, RECOVERY_MS);
  expect(game).toMatchObject({ id: gameId, moves: [1, 2] });
  await playOut({ x, o, gameId });
  expect(errorsOf(x)).toEqual([error]);
  expect(errorsOf(o)).toEqual([]);
});
