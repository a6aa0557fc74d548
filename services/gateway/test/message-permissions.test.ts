import { ClientMessage, type ReceivedMessage } from '@fifteen/contract';
import { toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { Status, type GameState } from '@fifteen/proto/game';
import { Role, type RoomState } from '@fifteen/proto/room';
import { createLog, isAppError } from '@fifteen/runtime';
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
type Type = ReceivedMessage['type'];
const TYPES = ClientMessage.options.map(({ shape }) => shape.type.value);

const watched = (): RoomState => {
  const room = roomState();
  const spectator = { ...room.participants[0], id: 'p3', userId: cat, role: Role.SPECTATOR };
  return { ...room, participants: [...room.participants, spectator] as RoomState['participants'] };
};

/** A connection of this user that is in the room, whose game is in this state. */
function connectionOf(userId: UserId, game?: GameState): Connection {
  const room = new OpenRoom(watched(), () => undefined, createLog('test', 'silent'));
  room.game = game;
  return { userId, room } as unknown as Connection;
}

const chat = (to = roomId): ReceivedMessage => ({
  type: 'player_chat',
  roomId: to,
  gameId: toGameId('g1'),
  messageText: 'hi',
});

/** Returns `passed`, or the code with which the message is rejected. */
function outcomeOf(connection: Connection, message: ReceivedMessage): string {
  try {
    assertPermitted(connection, message);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.code;
  }
  return 'passed';
}

describe('a chat message', () => {
  test.each([
    ['the owner', ann],
    ['the other player', bob],
  ])('of %s needs a game that runs or is over', (_, userId) => {
    expect(outcomeOf(connectionOf(userId), chat())).toBe('GAME_NOT_READY');
    const funding = gameState([], { status: Status.FUNDING });
    expect(outcomeOf(connectionOf(userId, funding), chat())).toBe('GAME_NOT_READY');
    for (const game of [gameState(), wonState(), drawnState(), leftState(), expiredState()])
      expect(outcomeOf(connectionOf(userId, game), chat())).toBe('passed');
  });

  test.each([
    ['a spectator', cat],
    ['a stranger', dan],
  ])('of %s is rejected at any stage', (_, userId) => {
    for (const game of [undefined, gameState(), wonState()])
      expect(outcomeOf(connectionOf(userId, game), chat())).toBe('NOT_A_PLAYER');
  });

  test('for another room than the own is rejected', () => {
    expect(outcomeOf(connectionOf(ann, gameState()), chat(toRoomId('r2')))).toBe('NOT_A_PLAYER');
  });

  test('from outside of all rooms is rejected', () => {
    expect(outcomeOf({ userId: ann } as unknown as Connection, chat())).toBe('NOT_A_PLAYER');
  });
});

test.each(TYPES.filter((type) => type !== 'player_chat'))(
  'what other services decide, or permit to all, passes the gateway: %s',
  (type) => {
    const connections = [undefined, gameState(), wonState()].flatMap((game) =>
      [bob, cat, dan].map((userId) => connectionOf(userId, game)),
    );
    for (const connection of [...connections, { userId: ann } as unknown as Connection])
      for (const message of [{ type }, { type, roomId }] as unknown as ReceivedMessage[])
        expect(outcomeOf(connection, message)).toBe('passed');
  },
);

test('only an authentication is permitted before the authentication', () => {
  const types = TYPES.filter((type) => type !== 'auth');
  const [before, after] = [false, true].map((isAuthenticated) => ({ isAuthenticated }) as Connection);
  expect(isPermittedNow(before!, 'auth')).toBe(true);
  for (const type of types) {
    expect(isPermittedNow(before!, type)).toBe(false);
    expect(isPermittedNow(after!, type)).toBe(true);
  }
});

test('chat counts for its limit before it is decided on, other messages do not', () => {
  for (const type of TYPES) expect(limitOf(type)).toBe(type === 'player_chat' ? 'gameChat' : undefined);
});

describe('the table', () => {
  const outside: RoomRelation[] = ['stranger', 'spectator'];
  const seated: RoomRelation[] = ['player', 'owner'];
  const all = [...outside, ...seated];
  const outcomes = (waiting: string, playing = waiting, over = waiting) => ({ waiting, playing, over });
  const allowed = outcomes('allowed');
  const rows: [Type, RoomRelation[], Record<Stage, string>][] = [
    ['auth', all, allowed],
    ['ping', all, allowed],
    ['request_current_game_state', all, allowed],
    ['game_started_ack', all, allowed],
    ['join_room', ['stranger'], outcomes('ROOM_NOT_FOUND')],
    ['join_room', ['spectator', 'player', 'owner'], allowed],
    ['join_room_request', all, allowed],
    ['leave_room', all, allowed],
    ['start_game_request', outside, outcomes('NOT_ROOM_OWNER')],
    ['start_game_request', ['player'], outcomes('NOT_ROOM_OWNER', 'allowed', 'CONSENT_MISSING')],
    ['start_game_request', ['owner'], outcomes('allowed', 'allowed', 'CONSENT_MISSING')],
    ['create_room', outside, allowed],
    ['create_room', seated, outcomes('allowed', 'ALREADY_IN_GAME', 'allowed')],
    ['start_matchmaking', outside, allowed],
    ['start_matchmaking', seated, outcomes('allowed', 'ALREADY_IN_GAME', 'allowed')],
    ['cancel_matchmaking', all, allowed],
    ['play_again_response', all, outcomes('PLAY_AGAIN_NOT_FOUND')],
    ['player_chat', outside, outcomes('NOT_A_PLAYER')],
    ['player_chat', seated, outcomes('GAME_NOT_READY', 'allowed', 'allowed')],
    ['move', outside, outcomes('GAME_NOT_FOUND', 'NOT_A_PLAYER', 'NOT_A_PLAYER')],
    ['move', seated, outcomes('GAME_NOT_FOUND', 'allowed', 'GAME_NOT_ACTIVE')],
    ['disable_auto_play', outside, outcomes('GAME_NOT_FOUND', 'NOT_A_PLAYER', 'NOT_A_PLAYER')],
    ['disable_auto_play', seated, outcomes('GAME_NOT_FOUND', 'allowed', 'GAME_NOT_ACTIVE')],
    ['send_emoji', outside, outcomes('GAME_NOT_FOUND', 'NOT_A_PLAYER', 'NOT_A_PLAYER')],
    ['send_emoji', seated, outcomes('GAME_NOT_FOUND', 'allowed', 'allowed')],
  ];

  test.each(rows)('has for %s by %j the outcomes %j', (type, relations, expected) => {
    for (const relation of relations)
      for (const [stage, outcome] of Object.entries(expected))
        expect(permissionFor(type, relation, stage as Stage)).toBe(outcome);
  });

  test('has these rows for all messages', () => {
    const cells = rows.flatMap(([type, relations]) => relations.map((relation) => `${type} ${relation}`));
    expect(cells.sort()).toEqual(
      TYPES.flatMap((type) => all.map((relation) => `${type} ${relation}`)).sort(),
    );
  });
});
