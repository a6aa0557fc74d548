import { Status } from '@fifteen/proto/game';
import { expect, test } from 'vitest';
import { gameIdOf } from '../src/domain/ids.ts';
import { asPlayer, newUserId, openHarness, playOut, roomWithPlayers } from './harness.ts';

/** Repeats of starts, and the consent of players who are offline. */
const { harness, rooms } = openHarness({ withEconomy: false });

test('a repeated start returns its game after the end, though another player has sat down', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { id, code } = await roomWithPlayers(harness, [ann, bob]);
  const start = { roomId: id, userId: ann, requestId: 'start-1' };
  const { game } = await rooms.startGame(start);
  await playOut(harness, game.id);
  await rooms.leaveRoom({ roomId: id, userId: bob });
  await rooms.joinRoom(asPlayer(code, cid));
  expect((await rooms.startGame(start)).game).toMatchObject({ id: game.id, status: Status.FINISHED });
  expect((await rooms.startGame({ ...start, requestId: 'start-2' })).game.round).toBe(2);
  await expect(rooms.startGame({ ...start, requestId: 'x'.repeat(65) })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('the id of a start may be used for another ten minutes after the end of its game', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id, code } = await roomWithPlayers(harness, [ann, bob]);
  const start = { roomId: id, userId: ann, requestId: 'start-1' };
  const { game } = await rooms.startGame(start);
  await playOut(harness, game.id);
  await rooms.leaveRoom({ roomId: id, userId: bob });
  await rooms.joinRoom(asPlayer(code, bob));
  const setEnd = (minutesAgo: number) =>
    harness.sql.query(
      `UPDATE round SET updated_at = now() - make_interval(mins => $2) WHERE room_id = $1 AND status = 'over'`,
      [id, minutesAgo],
    );
  await setEnd(9);
  expect((await rooms.startGame(start)).game.id).toBe(game.id);
  await setEnd(11);
  const { game: next } = await rooms.startGame(start);
  expect(next).toMatchObject({ round: 2, status: Status.ACTIVE });
  expect((await rooms.startGame(start)).game.id).toBe(next.id);
});

test('the consent of sitting down does not count while the player is offline', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const start = { roomId, userId: ann, offlinePlayerId: bob };
  await expect(rooms.startGame(start)).rejects.toMatchObject({ code: 'CONSENT_MISSING' });
  // Another player was offline, and has left the room since.
  const { game } = await rooms.startGame({ ...start, offlinePlayerId: newUserId() });
  expect(game.round).toBe(1);
});

test('a player who is offline has consented to a round that is starting, and to a rematch', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const start = { roomId, userId: ann, offlinePlayerId: bob };
  await harness.sql.query(
    `INSERT INTO round (room_id, round, game_id, status, player_ids) VALUES ($1, 1, $2, 'starting', $3)`,
    [roomId, gameIdOf(roomId, 1), [ann, bob]],
  );
  const { game } = await rooms.startGame(start);
  expect(game).toMatchObject({ round: 1, status: Status.ACTIVE });
  await playOut(harness, game.id);
  await rooms.requestRematch({ gameId: game.id, requesterId: bob, requestedId: ann });
  await rooms.requestRematch({ gameId: game.id, requesterId: ann, requestedId: bob });
  expect((await rooms.startGame(start)).game).toMatchObject({ round: 2, status: Status.ACTIVE });
});
