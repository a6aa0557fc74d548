import { toRoomId, toUserId } from '@fifteen/domain';
import { AppError, createLog } from '@fifteen/runtime';
import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { Rooms } from '../src/rooms/rooms.ts';
import { roomSocketHandlers } from '../src/rooms/socket-handlers.ts';
import { profiles, roomState } from './samples.ts';

/** A room that a client cannot leave, because the room service is unavailable. */

const room = roomState();
const next = roomState({ id: toRoomId('r2') });

let fanout: Fanout;
let connection: Connection;
/** Leaves the room. Meanwhile, `then` happens. */
let leave: (then?: () => void) => Promise<void>;

const enter = (state: typeof room) =>
  fanout.enter(connection, { room: state, game: undefined, offlineSince: undefined });

beforeEach(() => {
  fanout = new Fanout({
    pushes: { subscribe: () => () => undefined },
    ...{ profiles, log: createLog('test', 'silent'), blockGuard: {} },
  } as never);
  const userId = toUserId('ann');
  connection = { userId, caller: { userId }, send: () => undefined, endStart: () => undefined } as never;
  enter(room);
  leave = async (then) => {
    const rooms = {
      leave: async () => {
        then?.();
        throw new AppError('SERVICE_UNAVAILABLE');
      },
    };
    const { leave_room } = roomSocketHandlers({ rooms, fanout, profiles } as never);
    await leave_room(connection, { type: 'leave_room', roomId: room.id });
  };
});

test('its client stays in the room', async () => {
  await expect(leave()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(connection.room?.id).toBe(room.id);
});

test('its client stays in the room that it has entered meanwhile', async () => {
  await expect(leave(() => enter(next))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(connection.room?.id).toBe(next.id);
});

test.each([
  ['the room that they are in', false, ['ann']],
  ['another room than they are in', true, []],
  ['a room, by an earlier version of the room service', undefined, ['ann']],
])('a user who leaves %s is listed in no room only if they are in none', async (_, inOtherRoom, unlisted) => {
  const left: string[] = [];
  const rooms = new Rooms({
    clients: { room: { leaveRoom: async () => ({ inOtherRoom }) } },
    presence: { leftRoom: async (userId: string) => void left.push(userId) },
  } as never);
  await rooms.leave({ caller: { userId: toUserId('ann') }, ip: '' } as never, room.id);
  expect(left).toEqual(unlisted);
});
