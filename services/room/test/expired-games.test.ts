import { Condition } from '@fifteen/proto/game';
import { RoomStatus } from '@fifteen/proto/room';
import { expect, test } from 'vitest';
import { asPlayer, asSpectator, newUserId, openHarness, roomWithPlayers } from './harness.ts';

const { harness, rooms, roomOf } = openHarness({
  gameEnv: { TURN_SECONDS: '0.2', AUTO_MOVE_SECONDS: '0.2' },
});

test('closes the room of a game that expired, so that its absent players return to the lobby', async () => {
  const [ann, bob, cid] = [newUserId(), newUserId(), newUserId()];
  const { id, code } = await roomWithPlayers(harness, [ann, bob], { maxPlayers: 4 });
  await rooms.joinRoom(asSpectator(code, cid));
  const { id: gameId } = (await rooms.startGame({ roomId: id, userId: ann })).game;
  await expect.poll(() => harness.received(`room.${id}`, 'roomEnded')).toEqual([{ roomId: id }]);
  expect((await harness.games.getGame({ gameId })).game.condition).toBe(Condition.EXPIRED);
  for (const user of [ann, bob, cid]) expect(await roomOf(user)).toBeUndefined();
  await expect
    .poll(() => harness.received(`room.${id}`, 'room').at(-1)?.room?.status)
    .toBe(RoomStatus.CLOSED);
  await expect(rooms.joinRoom(asPlayer(code, ann))).rejects.toMatchObject({ code: 'ROOM_NOT_FOUND' });
});
