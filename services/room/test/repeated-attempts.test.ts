import { Lifecycle } from '@fifteen/runtime';
import { RequestStatus, RoomServiceDefinition } from '@fifteen/proto/room';
import { connectAs, log, openLossyLink } from '@fifteen/testkit/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUserId, openHarness, playOut, roomRequest, roomWithPlayers, type Rooms } from './harness.ts';

/** The replica of a gateway's call may have crashed before its pushes: the gateway's further attempts repeat them. */
const { harness, rooms } = openHarness({ withEconomy: false });
const lifecycle = new Lifecycle(log);
let link: Awaited<ReturnType<typeof openLossyLink>>;
let gateway: Rooms;
beforeAll(async () => {
  link = await openLossyLink(harness.replicas[0].port);
  gateway = connectAs('gateway', RoomServiceDefinition, link.address, lifecycle);
});
afterAll(async () => {
  await lifecycle.stop();
  link.close();
});

/** Makes a call whose first response is lost. */
async function loseResponse<T>(call: () => Promise<T>, pushes: () => readonly unknown[]): Promise<T> {
  await gateway.getCurrentRoom({ userId: newUserId() });
  link.loseResponses();
  const response = call();
  await expect.poll(pushes).toHaveLength(1);
  link.reset();
  return response;
}

test('a repeated rematch request returns the pending one and notifies the opponent of it', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = await roomWithPlayers(harness, [ann, bob]);
  const { id: gameId } = (await rooms.startGame({ roomId, userId: ann })).game;
  await playOut(harness, gameId);
  const request = { gameId, requesterId: ann, requestedId: bob };
  const pushes = () => harness.received(`user.${bob}`, 'rematch');
  const { rematch } = await loseResponse(() => gateway.requestRematch(request), pushes);
  expect(rematch.status).toBe(RequestStatus.PENDING);
  await expect.poll(pushes).toEqual([rematch, rematch]);
  // A new request is none of its attempts.
  await expect(gateway.requestRematch(request)).rejects.toMatchObject({ code: 'PLAY_AGAIN_EXISTS' });
});

test('a repeated invitation notifies the invited user of the pending one', async () => {
  const [ann, bob] = [newUserId(), newUserId()];
  const { id: roomId } = (await rooms.createRoom(roomRequest(ann))).room;
  const pushes = () => harness.received(`user.${bob}`, 'invitation');
  const { invitation } = await loseResponse(
    () => gateway.inviteUser({ roomId, inviterId: ann, invitedId: bob }),
    pushes,
  );
  await expect.poll(pushes).toEqual([invitation, invitation]);
});
