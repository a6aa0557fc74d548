import { EventEmitter } from 'node:events';
import { toGameId, toRoomId, toUserId } from '@fifteen/domain';
import type { GameState } from '@fifteen/proto/game';
import type { RoomState } from '@fifteen/proto/room';
import { AppError, createLog } from '@fifteen/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceMatch } from '../src/matchmaking/match-announcer.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { Resync } from '../src/rooms/resync.ts';
import { gameState, profiles, roomState, wonState } from './samples.ts';

const ann = toUserId('ann');
const log = createLog('test', 'silent');
const next = roomState({ id: toRoomId('r2'), gameId: toGameId('g2') });
const started = gameState([], { id: toGameId('g2'), roomId: next.id });

/** The game of the player's room as the room service has it. */
let game: GameState;
let connection: Connection;
let sent: { type: string }[];
let fanout: Fanout;
let events: EventEmitter;
let resync: Resync;
/** Announces the match of the player's next room. */
let announce: () => Promise<void>;
/** Announces it before its game begins, as one with a computer player. */
let announceRoom: () => Promise<void>;
/** Returns the player's search. */
let resumed: () => Promise<undefined>;
/** Returns the room of the player as the room service has it. */
let current: () => Promise<RoomState | undefined>;

beforeEach(() => {
  vi.useFakeTimers();
  [sent, events, current, game] = [[], new EventEmitter(), async () => next, started];
  resumed = async () => undefined;
  const pushes = { subscribe: () => () => undefined };
  fanout = new Fanout({ pushes, profiles, log, blockGuard: {} } as never);
  const record = (message: { type: string }) => sent.push(message);
  const endStart = () => undefined;
  const sendUntilAcknowledged = (_: string, started: { type: string }) => record(started);
  connection = { userId: ann, send: record, write: record, sendUntilAcknowledged, endStart } as never;
  const connections = { of: () => new Set([connection]) };
  const deps = { connections, fanout, profiles } as never;
  announce = () => announceMatch(deps, ann, next, game);
  announceRoom = () => announceMatch(deps, ann, next);
  resync = new Resync({
    clients: { room: { getCurrentRoom: async () => ({ room: await current(), game }) } },
    notifications: { events },
    presence: { offlineSince: async () => new Map() },
    presenceTracker: { reentered: () => undefined },
    rooms: { invitations: async () => [] },
    rematches: { pending: async () => [] },
    searches: { resume: () => resumed() },
    ...{ connections, fanout, profiles, log },
  } as never);
});
afterEach(() => vi.useRealTimers());

const enter = (room: RoomState) =>
  fanout.enter(connection, { room, game: undefined, offlineSince: undefined });

test('the start of a game brings its players to its room, where the push of the match was lost', async () => {
  enter(roomState());
  events.emit('game', ann, { game });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(connection.room?.id).toBe('r2');
  expect(sent).toMatchObject([{ type: 'game_reconnection', game: { id: 'g2' } }]);
});

test('the start of a game needs no query for a connection that is in its room by then', async () => {
  current = vi.fn(current);
  events.emit('game', ann, { game });
  enter(next);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(current).not.toHaveBeenCalled();
  expect(sent).toEqual([]);
});

test('a room that was entered during a query is not left for its older response', async () => {
  const rooms = [roomState(), next];
  current = async () => {
    const room = rooms.shift();
    if (rooms.length === 1) enter(next);
    return room;
  };
  await resync.sendState(connection);
  expect(connection.room?.id).toBe('r2');
});

test('the state is sent without an error while matchmaking is unavailable', async () => {
  current = async () => undefined;
  resumed = async () => {
    throw new AppError('SERVICE_UNAVAILABLE');
  };
  await resync.sendState(connection);
  expect(sent).toEqual([{ type: 'reconnection', status: 'none' }]);
});

test.each([
  { who: 'a newcomer', playerIds: ['bob', 'cat'], receives: ['reconnection_room_join'] },
  { who: 'one of its players', playerIds: ['ann', 'bob'], receives: ['game_reconnection', 'game_over'] },
])(
  'the result of a game that is over follows $who into its room: $receives',
  async ({ playerIds, receives }) => {
    const [xPlayerId, oPlayerId] = playerIds.map(toUserId);
    game = wonState({ id: started.id, roomId: next.id, xPlayerId, oPlayerId, finishedAt: new Date() });
    events.emit('room', ann, { room: next });
    await vi.advanceTimersByTimeAsync(0);
    // Its end is pushed after the stakes are paid.
    fanout.gameUpdated({ state: game, final: true });
    expect(sent.map(({ type }) => type)).toEqual(receives);
  },
);

test('a match whose game was found before is announced, and started', async () => {
  events.emit('game', ann, { game });
  await vi.advanceTimersByTimeAsync(1_000);
  await announce();
  await announce();
  expect(sent.map(({ type }) => type)).toEqual([
    ...['game_reconnection', 'match_found', 'matchmaking_success', 'game_started'],
  ]);
});

test('a match with a computer player is started, although its game was found before its second push', async () => {
  await announceRoom();
  await resync.sendState(connection);
  await announce();
  expect(sent.map(({ type }) => type)).toEqual([
    ...['match_found', 'matchmaking_success', 'game_reconnection', 'game_started'],
  ]);
});

test('a match whose game was found and is over is announced, and its result follows once', async () => {
  await resync.sendState(connection);
  game = wonState({ id: started.id, roomId: next.id });
  fanout.gameUpdated({ state: game, final: false });
  await announce();
  fanout.gameUpdated({ state: game, final: true });
  expect(sent.map(({ type }) => type)).toEqual([
    ...['game_reconnection', 'move', 'winning_move', 'match_found', 'matchmaking_success', 'game_over'],
  ]);
});

test('a match that is pushed twice is announced and started once', async () => {
  await announce();
  await announce();
  expect(sent.map(({ type }) => type)).toEqual(['match_found', 'matchmaking_success', 'game_started']);
});
