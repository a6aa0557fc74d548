import type { ReceivedMessage } from '@fifteen/contract';
import { toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import { Role, type RoomState } from '@fifteen/proto/room';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../src/realtime/connection.ts';
import { OpenRoom } from '../src/realtime/open-room.ts';
import {
  assertPermitted,
  isPermittedNow,
  limitOf,
  permissionFor,
  type RoomRelation,
  type Stage,
} from '../src/realtime/permissions.ts';
import { drawnState, expiredState, gameState, leftState, roomState, wonState } from './samples.ts';

/** What the gateway decides by itself, on connections without sockets. Ann owns the room, bob plays, cat watches, dan is outside. */
const [ann, bob, cat, dan] = [toUserId('ann'), toUserId('bob'), toUserId('cat'), toUserId('dan')];
const roomId = toRoomId('r1');

const watched = (): RoomState => {
  const room = roomState();
  const spectator = { ...room.participants[0], id: 'p3', userId: cat, role: Role.SPECTATOR };
  return { ...room, participants: [...room.participants, spectator] as RoomState['participants'] };
};

/** A connection of this user that is in the room, whose game is in this state. */
function connectionOf(userId: UserId, game?: GameState): Connection {
  const room = new OpenRoom(watched(), () => undefined);
  room.game = game;
  return { userId, room } as unknown as Connection;
}

const chat = (to = roomId): ReceivedMessage => ({
  type: 'player_chat',
  roomId: to,
  gameId: toGameId('g1'),
  messageText: 'hi',
});

/** Returns the code with which the message is rejected; undefined if it passes. */
function rejectionOf(connection: Connection, message: ReceivedMessage): string | undefined {
  try {
    assertPermitted(connection, message);
  } catch (error) {
    return (error as { code: string }).code;
  }
  return undefined;
}

describe('a chat message', () => {
  test.each([
    ['the owner', ann],
    ['the other player', bob],
  ])('of %s needs a game that runs or is over', (_, userId) => {
    expect(rejectionOf(connectionOf(userId), chat())).toBe('GAME_NOT_READY');
    const funding = gameState([], { status: Status.FUNDING });
    expect(rejectionOf(connectionOf(userId, funding), chat())).toBe('GAME_NOT_READY');
    for (const game of [gameState(), wonState(), drawnState(), leftState(), expiredState()])
      expect(rejectionOf(connectionOf(userId, game), chat())).toBeUndefined();
  });

  test.each([
    ['a spectator', cat],
    ['a stranger', dan],
  ])('of %s is rejected at any stage', (_, userId) => {
    for (const game of [undefined, gameState(), wonState()])
      expect(rejectionOf(connectionOf(userId, game), chat())).toBe('NOT_A_PLAYER');
  });

  test('for another room than the own is rejected', () => {
    expect(rejectionOf(connectionOf(ann, gameState()), chat(toRoomId('r2')))).toBe('NOT_A_PLAYER');
  });

  test('from outside of all rooms is rejected', () => {
    expect(rejectionOf({ userId: ann } as unknown as Connection, chat())).toBe('NOT_A_PLAYER');
  });
});

test('what other services decide passes the gateway, whatever the table says of it', () => {
  const move: ReceivedMessage = { type: 'move', gameId: toGameId('g1'), position: 4 } as ReceivedMessage;
  expect(permissionFor('move', 'spectator', 'playing')).toBe('NOT_A_PLAYER');
  expect(rejectionOf(connectionOf(cat, gameState()), move)).toBeUndefined();
});

test('only an authentication is permitted before the authentication', () => {
  const types = ['ping', 'move', 'create_room', 'player_chat'] as const;
  const [before, after] = [false, true].map((isAuthenticated) => ({ isAuthenticated }) as Connection);
  expect(isPermittedNow(before!, 'auth')).toBe(true);
  for (const type of types) {
    expect(isPermittedNow(before!, type)).toBe(false);
    expect(isPermittedNow(after!, type)).toBe(true);
  }
});

test('chat counts for its limit before it is decided on, other messages do not', () => {
  expect(limitOf('player_chat')).toBe('gameChat');
  expect(limitOf('ping')).toBeUndefined();
});

describe('the table', () => {
  const rows: [Parameters<typeof permissionFor>[0], RoomRelation, Record<Stage, string>][] = [
    ['ping', 'stranger', { waiting: 'allowed', playing: 'allowed', over: 'allowed' }],
    ['move', 'player', { waiting: 'GAME_NOT_FOUND', playing: 'allowed', over: 'GAME_NOT_ACTIVE' }],
    ['move', 'owner', { waiting: 'GAME_NOT_FOUND', playing: 'allowed', over: 'GAME_NOT_ACTIVE' }],
    ['move', 'spectator', { waiting: 'GAME_NOT_FOUND', playing: 'NOT_A_PLAYER', over: 'NOT_A_PLAYER' }],
    ['send_emoji', 'player', { waiting: 'GAME_NOT_FOUND', playing: 'allowed', over: 'allowed' }],
    ['create_room', 'player', { waiting: 'allowed', playing: 'ALREADY_IN_GAME', over: 'allowed' }],
    ['create_room', 'spectator', { waiting: 'allowed', playing: 'allowed', over: 'allowed' }],
    [
      'join_room',
      'stranger',
      { waiting: 'ROOM_NOT_FOUND', playing: 'ROOM_NOT_FOUND', over: 'ROOM_NOT_FOUND' },
    ],
    [
      'start_game_request',
      'player',
      { waiting: 'NOT_ROOM_OWNER', playing: 'allowed', over: 'CONSENT_MISSING' },
    ],
  ];
  test.each(rows)('has for %s by a %s', (type, relation, expected) => {
    for (const [stage, outcome] of Object.entries(expected))
      expect(permissionFor(type, relation, stage as Stage)).toBe(outcome);
  });
});
