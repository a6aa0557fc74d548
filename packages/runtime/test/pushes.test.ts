import { toGameId, toRoomId, toUserId } from '@fifteen/domain';
import { GameChange, Push } from '@fifteen/proto/events';
import { GameState, Mark } from '@fifteen/proto/game';
import { RoomState } from '@fifteen/proto/room';
import { createLog, createPusher, Lifecycle, openNats, pause, type PushBody } from '@fifteen/runtime';
import { testServers } from '@fifteen/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLink } from './link.ts';

/** A service loses its connection to the broker; the gateway, which receives the pushes, keeps its own. */

const log = createLog('test', 'silent');
const lifecycle = new Lifecycle(log);
const [room, ann] = [toRoomId('r1'), toUserId('ann')];
let servers: Awaited<ReturnType<typeof testServers<'nats'>>>;
let link: Awaited<ReturnType<typeof openLink>>;
let sender: Awaited<ReturnType<typeof open>>;
let receiver: Awaited<ReturnType<typeof open>>;
let push: ReturnType<typeof createPusher>;
/** What the gateway received. */
let received: PushBody[];

beforeAll(async () => {
  servers = await testServers(['nats'], { own: true });
  link = await openLink(Number(new URL(servers.nats.url).port));
  const throughLink = new URL(servers.nats.url);
  throughLink.port = String(link.port);
  [receiver, sender] = [await open(servers.nats.url), await open(throughLink.href)];
  push = createPusher(sender);
  receiver.connection.subscribe(`${receiver.namespace}push.>`, {
    callback: (_, { data }) => {
      const { body } = Push.decode(data);
      if (body) received.push(body);
    },
  });
  await receiver.connection.flush();
});
beforeEach(async () => {
  await untilConfirmed();
  received = [];
});
afterAll(async () => {
  await lifecycle.stop();
  link.close();
  await servers.stopAll();
});

const open = (url: string) =>
  openNats({ service: 'test', url, namespace: servers.namespace }, { log, lifecycle });

/** Waits until the broker has confirmed all pushes so far: the sender asks after a second, and responses are in order. */
async function untilConfirmed(): Promise<void> {
  await pause(1_100);
  await sender.connection.flush();
}

const untilConnected = (isConnected: boolean) =>
  expect.poll(() => sender.isConnected, { timeout: 20_000 }).toBe(isConnected);

async function whileCut(work: () => void): Promise<void> {
  link.cut();
  await untilConnected(false);
  work();
  link.join();
  await untilConnected(true);
}

const versionOf = (version: number, id = room): PushBody => ({
  ...{ $case: 'room', value: { room: RoomState.fromPartial({ id, version }) } },
});
const balanceOf = (coins: number): PushBody => ({
  ...{ $case: 'balance', value: { userId: ann, coins, version: 1 } },
});
const gameOf = (id: string, version: number): PushBody => ({
  $case: 'game',
  value: { game: GameState.fromPartial({ id: toGameId(id), version }), change: GameChange.MOVED },
});
const revocationOf = (sessionId: string): PushBody => ({ $case: 'sessionRevoked', value: { sessionId } });
const chat: PushBody = {
  $case: 'chat',
  value: { roomId: room, gameId: toGameId('g1'), userId: ann, seat: Mark.X, text: 'hello' },
};

test('the newest state of a room that its sender could not push arrives when it is connected again', async () => {
  await whileCut(() => {
    push.toRoom(room, versionOf(1));
    push.toRoom(room, versionOf(2));
  });
  await expect.poll(() => received).toEqual([versionOf(2)]);
});

test('the late end of a game replaces no state of the next one in its room', async () => {
  await whileCut(() => {
    for (const state of [gameOf('g1', 6), gameOf('g2', 3), gameOf('g1', 7)]) push.toRoom(room, state);
  });
  await expect.poll(() => received).toEqual([gameOf('g2', 3), gameOf('g1', 7)]);
});

test('an older version replaces no newer one', async () => {
  await whileCut(() => {
    for (const state of [gameOf('g3', 5), versionOf(9), gameOf('g3', 4), versionOf(8)])
      push.toRoom(room, state);
  });
  await expect.poll(() => received).toEqual([gameOf('g3', 5), versionOf(9)]);
});

test('the next room of a user is not compared with the last one', async () => {
  const rooms = [versionOf(9), versionOf(2, toRoomId('r2'))];
  await whileCut(() => {
    for (const state of rooms) push.toUser(ann, state);
  });
  await expect.poll(() => received).toEqual(rooms);
});

test('states of different kinds, and the end of each session, arrive', async () => {
  const ends = [revocationOf('one'), revocationOf('two')];
  await whileCut(() => {
    for (const body of [balanceOf(7), ...ends]) push.toUser(ann, body);
  });
  await expect.poll(() => received).toEqual([balanceOf(7), ...ends]);
});

test('what is about a moment is not sent late', async () => {
  await whileCut(() => {
    push.toRoom(room, chat);
    push.toRoom(room, { $case: 'countdown', value: { roomId: room, gameId: toGameId('g1'), seconds: 2 } });
    push.toRoom(room, versionOf(3));
  });
  await expect.poll(() => received).toEqual([versionOf(3)]);
});

test('a state arrives though its connection was lost before its sender noticed', async () => {
  link.stick();
  push.toRoom(room, versionOf(4));
  push.toRoom(room, chat);
  await pause(100);
  expect(sender.isConnected).toBe(true);
  await whileCut(() => undefined);
  await expect.poll(() => received).toEqual([versionOf(4)]);
});

test('a state that the broker has is not sent twice', async () => {
  push.toRoom(room, versionOf(5));
  await untilConfirmed();
  await whileCut(() => push.toUser(ann, balanceOf(8)));
  await expect.poll(() => received).toEqual([versionOf(5), balanceOf(8)]);
});

test('ten thousand states wait, and the oldest are dropped first', async () => {
  await whileCut(() => {
    for (let coins = 0; coins < 10_002; coins += 1) push.toUser(toUserId(`user-${coins}`), balanceOf(coins));
  });
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(10_000);
  expect(received[0]).toEqual(balanceOf(2));
});
