import { toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { Role, type RoomState, RoomStatus } from '@fifteen/proto/room';
import { createLog } from '@fifteen/runtime';
import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { toSeen } from '../src/realtime/game-update-differ.ts';
import { roomSocketHandlers } from '../src/rooms/socket-handlers.ts';
import { Rooms } from '../src/rooms/rooms.ts';
import { gameState, profiles, roomState, wonState } from './samples.ts';

/** A room that a user enters at the moment in which its game ends. */

const cat = { id: 'p3', userId: toUserId('cat'), role: Role.SPECTATOR, agreed: false };
const before = roomState({ participants: [...roomState().participants, cat], version: 3 });
const after: RoomState = { ...before, status: RoomStatus.ACTIVE, version: 4 };
const game = gameState([1, 2, 6, 3]);

const request = {
  type: 'join_room_request',
  requestId: 'q',
  code: before.code,
  role: 'spectator',
} as const;

let fanout: Fanout;
let connection: Connection;
let sent: Record<string, unknown>[];
let handlers: ReturnType<typeof roomSocketHandlers>;

function connect(userId: UserId, received: unknown[]): Connection {
  const record = (message: { type: string; json?: Buffer }) =>
    received.push(message.json ? JSON.parse(message.json.toString()) : message);
  const sendUntilAcknowledged = (_: string, started: { type: string }) => record(started);
  return { userId, caller: { userId }, send: record, write: record, sendUntilAcknowledged } as never;
}

beforeEach(() => {
  sent = [];
  fanout = new Fanout({
    pushes: { subscribe: () => () => undefined },
    ...{ profiles, log: createLog('test', 'silent'), blockGuard: {} },
  } as never);
  fanout.enter(connect(toUserId('ann'), []), { room: roomState(), game, offlineSince: undefined });
  // The end of the game arrives while the gateway loads who is offline.
  const offlineSince = async () => {
    await fanout.roomChanged(after);
    fanout.gameUpdated({ state: wonState({ finishedAt: new Date() }), final: true });
    return new Map();
  };
  const loaded = async () => ({ room: before, game });
  const rooms = new Rooms({
    clients: { room: { getRoom: loaded, joinRoom: loaded, getCurrentRoom: loaded } },
    presence: { offlineSince },
    searches: { abandon: async () => undefined },
    blockGuard: { withoutBlocks: async (_: UserId, ids: UserId[]) => new Set(ids) },
    limits: { joinRoom: async () => undefined },
    push: { toUser: () => undefined },
    ...{ fanout, profiles },
  } as never);
  handlers = roomSocketHandlers({ rooms, fanout, profiles } as never);
  connection = connect(cat.userId, sent);
});

test('a client that joins by code receives the room without the game', async () => {
  await handlers.join_room_request(connection, request);
  expect(sent).toMatchObject([{ type: 'join_room_success', room: { status: 'active' } }]);
  expect(sent[0]).not.toHaveProperty('game');
  // The end of a game that it did not watch is pushed once its stakes are paid.
  fanout.gameUpdated({ state: wonState({ finishedAt: new Date() }), final: true });
  await new Promise(setImmediate);
  expect(sent).toHaveLength(1);
});

test('a client that joins the room by code once more receives the result of the game that it watches', async () => {
  await handlers.join_room_request(connection, request);
  connection.seen = toSeen(game, false);
  await handlers.join_room_request(connection, request);
  fanout.gameUpdated({ state: wonState({ finishedAt: new Date() }), final: true });
  await new Promise(setImmediate);
  expect(sent.map(({ type }) => type)).toEqual(['join_room_success', 'join_room_success', 'game_over']);
});

test('a client that enters by id receives the room, and no start of the game', async () => {
  await handlers.join_room(connection, { type: 'join_room', roomId: toRoomId('r1') });
  // Spectators receive changes of a game one task later than players.
  await new Promise(setImmediate);
  expect(sent).toMatchObject([{ type: 'room_participants_updated', room: { status: 'active' } }]);
});
