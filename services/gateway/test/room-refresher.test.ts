import type { ServerMessage } from '@fifteen/contract';
import { type GameId, toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { Mark, Status, type GameState } from '@fifteen/proto/game';
import { type RoomState, RoomStatus } from '@fifteen/proto/room';
import { AppError, createLog, type PushBody } from '@fifteen/runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gameSocketHandlers } from '../src/game/socket-handlers.ts';
import type { Connection } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { RoomRefresher } from '../src/realtime/room-refresher.ts';
import { gameState, leftState, profiles, roomState, wonState } from './samples.ts';

/** What members of a room receive although pushes are lost: the gateway looks it up. */

const [ann, bob] = [toUserId('ann'), toUserId('bob')];
const log = createLog('test', 'silent');
const [first, second] = [toGameId('g1'), toGameId('g2')];
const ended = roomState({ status: RoomStatus.ACTIVE });
const rematchRoom = roomState({ gameId: second, version: 3 });
const rematch = gameState([], { id: second, round: 2 });

let nats: { isConnected: boolean; onReconnect: () => void };
/** The games and the room as their services have them. */
let games: Map<GameId, GameState>;
let stored: RoomState;
/** Ids of the games that the gateway looked up, and the number of times that it loaded a room. */
let lookups: GameId[];
let roomLoads: number;
/** False while room is unavailable. */
let isRoomUp: boolean;
let fanout: Fanout;
let refresher: RoomRefresher;
/** Receives a push to a room. */
let push: (body: PushBody, roomId?: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  nats = { isConnected: true, onReconnect: () => undefined };
  [games, stored, lookups, roomLoads, isRoomUp] = [new Map(), roomState(), [], 0, true];
  const receivers = new Map<string, (body: PushBody) => void>();
  push = (body, roomId = 'r1') => receivers.get(roomId)?.(body);
  const subscribe = (_kind: string, id: string, receive: (body: PushBody) => void) => {
    receivers.set(id, receive);
    return () => undefined;
  };
  fanout = new Fanout({ pushes: { subscribe }, profiles, log, blockGuard: {} } as never);
  const getGame = async ({ gameId }: { gameId: GameId }) => {
    lookups.push(gameId);
    const game = games.get(gameId);
    if (!game) throw new AppError('GAME_NOT_FOUND');
    return { game };
  };
  const getCurrentRoom = async () => {
    roomLoads += 1;
    if (!isRoomUp) throw new AppError('SERVICE_UNAVAILABLE');
    return { room: stored, game: stored.gameId ? games.get(stored.gameId) : undefined };
  };
  const clients = { game: { calls: { getGame } }, room: { getCurrentRoom } };
  refresher = new RoomRefresher({ fanout, clients, nats, log } as never);
});
afterEach(() => vi.useRealTimers());

/** Returns a connection of a user, and the messages that it receives. */
function connect(userId: UserId) {
  const received: ServerMessage[] = [];
  const record = (message: ServerMessage & { json?: Buffer }) =>
    received.push(message.json ? (JSON.parse(message.json.toString()) as ServerMessage) : message);
  const connection = {
    ...{ userId, send: record, write: record },
    sendUntilAcknowledged: (_: string, started: never) => record(started),
    endStart: () => undefined,
  } as unknown as Connection;
  return { received, connection, types: () => received.map(({ type }) => type) };
}

/** Enters a room with its game, and lets the second pass after which the gateway loads it once more. */
async function enter(userId: UserId, room: RoomState, game?: GameState) {
  const connected = connect(userId);
  const { connection, received } = connected;
  stored = room;
  if (game) games.set(game.id, game);
  const open = fanout.enter(connection, { room, game, offlineSince: undefined });
  if (game) fanout.sendSnapshot(connection, open, game);
  await seconds(1);
  [received.length, lookups.length, roomLoads] = [0, 0, 0];
  return connected;
}

/** Lets time pass, with a pass of the refresher each second. */
async function seconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await refresher.refreshDue();
  }
}

const pushGame = (game: GameState) =>
  push({ $case: 'game', value: { game, change: 2, by: undefined } as never });
const pushRoom = (room: RoomState) => push({ $case: 'room', value: { room } });

describe('a move whose push was lost', () => {
  test('reaches the player who waits for it within the turn that it begins', async () => {
    const { received } = await enter(bob, roomState(), gameState());
    games.set(first, gameState([1]));
    await seconds(10);
    expect(received).toMatchObject([{ type: 'move', position: 1 }]);
    expect(lookups).toEqual([first]);
  });

  test('reaches a player who entered just before room became unavailable', async () => {
    const { connection, received } = connect(bob);
    const game = gameState();
    const open = fanout.enter(connection, { room: roomState(), game, offlineSince: undefined });
    fanout.sendSnapshot(connection, open, game);
    received.length = 0;
    isRoomUp = false;
    games.set(first, gameState([1]));
    await seconds(1);
    expect(received).toMatchObject([{ type: 'move', position: 1 }]);
  });

  test('is followed by others that may be lost: for a minute the game is looked up each second', async () => {
    const { received } = await enter(bob, roomState(), gameState());
    games.set(first, gameState([1]));
    await seconds(10);
    // The acknowledgement of the player's own move, and then a move whose push was lost, too.
    fanout.gameUpdated({ state: gameState([1, 7]), final: false });
    games.set(first, gameState([1, 7, 2]));
    await seconds(1);
    expect(received).toMatchObject([1, 7, 2].map((position) => ({ type: 'move', position })));
    pushGame(gameState([1, 7, 2, 3]));
    games.set(first, gameState([1, 7, 2, 3]));
    await seconds(60);
    lookups.length = 0;
    pushGame(gameState([1, 7, 2, 3, 4, 5], { turn: Mark.X }));
    await seconds(9);
    expect(lookups).toEqual([]);
  });

  test('is not looked for during the own turn, nor before 35 s where only spectators watch', async () => {
    await enter(ann, roomState(), gameState());
    await enter(toUserId('cat'), roomState(), gameState());
    await seconds(33);
    expect(lookups).toEqual([]);
    await seconds(2);
    expect(lookups).toEqual([first]);
  });

  test('is looked for where the waiting player has entered after the others', async () => {
    await enter(ann, roomState(), gameState());
    const { received } = await enter(bob, roomState(), gameState());
    games.set(first, gameState([1]));
    await seconds(10);
    expect(received).toMatchObject([{ type: 'move', position: 1 }]);
  });

  test.each([-1, 1])('is looked for after 10 s although the clock was set by %i h', async (hours) => {
    await enter(bob, roomState(), gameState());
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    await seconds(9);
    expect(lookups).toEqual([]);
    await seconds(1);
    expect(lookups).toEqual([first]);
  });

  test('costs a hundred lookups a second where many players think, and as many as are due once one was found', async () => {
    for (let index = 0; index < 250; index += 1) {
      const [id, roomId] = [toGameId(`game-${index}`), toRoomId(`room-${index}`)];
      const [game, room] = [gameState([], { id, roomId }), roomState({ id: roomId, gameId: id })];
      games.set(id, game);
      const { connection } = connect(bob);
      fanout.enter(connection, { room, game, offlineSince: undefined }).isConfirmed = true;
    }
    const counts = async (passes: number) => {
      const counted: number[] = [];
      for (let pass = 0; pass < passes; pass += 1) {
        lookups.length = 0;
        await seconds(1);
        counted.push(lookups.length);
      }
      return counted;
    };
    await seconds(9);
    expect(await counts(4)).toEqual([100, 100, 50, 0]);
    for (const [id, game] of games) games.set(id, { ...game, moves: [1, 7], version: 2 });
    await seconds(6);
    // Those of the first hundred are due again, each second from now on.
    expect(await counts(3)).toEqual([100, 200, 250]);
  });
});

describe('the start of a rematch whose push was lost', () => {
  test('is looked up a second after the room plays it', async () => {
    const { types } = await enter(ann, ended, wonState({ finishedAt: new Date() }));
    await seconds(5);
    games.set(second, rematch);
    pushRoom(rematchRoom);
    await seconds(1);
    expect(types()).toEqual(['room_participants_updated', 'game_started']);
  });

  test('is looked up until the game has opened, and shown no sooner', async () => {
    const { types } = await enter(ann, ended, wonState({ finishedAt: new Date() }));
    pushRoom(rematchRoom);
    await seconds(2);
    games.set(second, { ...rematch, status: Status.FUNDING });
    await seconds(2);
    expect(types()).toEqual(['room_participants_updated']);
    games.set(second, rematch);
    await seconds(1);
    expect(types().at(-1)).toBe('game_started');
  });

  test('costs no lookup where the push came', async () => {
    await enter(ann, ended, wonState({ finishedAt: new Date() }));
    pushRoom(rematchRoom);
    pushGame(rematch);
    await seconds(9);
    expect(lookups).toEqual([]);
  });

  test('is found with its moves where the push of its room was lost, and then the room is', async () => {
    const { received } = await enter(bob, ended, wonState({ finishedAt: new Date() }));
    pushGame(rematch);
    games.set(second, gameState([1], { id: second, round: 2 }));
    stored = rematchRoom;
    await seconds(10);
    expect(received.map(({ type }) => type)).toEqual(['game_started', 'move', 'room_participants_updated']);
    lookups.length = 0;
    await seconds(1);
    expect(lookups).toEqual([]);
  });
});

describe('the end of a game whose push was lost', () => {
  test('is looked up a second after the push of the room whose game is over', async () => {
    const { received } = await enter(ann, roomState(), gameState([1]));
    games.set(first, leftState());
    pushRoom({ ...ended, version: 3 });
    await seconds(2);
    expect(received.at(-1)).toMatchObject({ type: 'player_left_win' });
    expect(lookups).toEqual([first]);
  });

  test('is not looked for while the room has yet to play the game that has begun', async () => {
    await enter(ann, ended, wonState({ finishedAt: new Date() }));
    pushGame(rematch);
    await seconds(5);
    expect(lookups).toEqual([]);
  });
});

describe('a request of a player that failed, although the game service may have served it', () => {
  const fail = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE'));
  const handlers = () => {
    const clients = { game: { calls: { takeControl: fail } } };
    return gameSocketHandlers({ fanout, clients, moveStreams: { move: fail } } as never);
  };

  test('shows within a second that the player has taken control', async () => {
    const { connection, received } = await enter(ann, roomState(), gameState([], { autoX: true }));
    games.set(first, gameState([], { version: 1 }));
    const requests = [1, 2].map(() =>
      handlers().disable_auto_play(connection, { type: 'disable_auto_play', gameId: first }),
    );
    const outcomes = await Promise.allSettled(requests);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await seconds(1);
    expect(received).toMatchObject([{ type: 'auto_play_disabled', player: 'X' }]);
    expect(lookups).toEqual([first]);
  });

  test('shows within a second that the player has moved', async () => {
    const { connection, received } = await enter(ann, roomState(), gameState());
    games.set(first, gameState([1]));
    const request = handlers().move(connection, { type: 'move', gameId: first, position: 1 });
    await expect(request).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await seconds(1);
    expect(received).toMatchObject([{ type: 'move', position: 1 }]);
  });

  test('looks no other game up than that of the room', async () => {
    const { connection } = await enter(ann, roomState(), gameState());
    const request = handlers().move(connection, { type: 'move', gameId: second, position: 1 });
    await expect(request).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await seconds(1);
    expect(lookups).toEqual([]);
  });
});

describe('while the broker is unavailable', () => {
  test('a rematch starts for the members of the room of an ended game', async () => {
    const { types } = await enter(ann, ended, wonState({ finishedAt: new Date() }));
    nats.isConnected = false;
    await seconds(1);
    expect(types()).toEqual([]);
    [stored] = [rematchRoom];
    games.set(second, rematch);
    await seconds(1);
    expect(types()).toEqual(['room_participants_updated', 'game_started']);
  });

  test('a room without a game shows who enters', async () => {
    const waiting = roomState({ status: RoomStatus.WAITING, gameId: toGameId(''), participants: [] });
    const [owner] = roomState().participants;
    const { types } = await enter(ann, { ...waiting, participants: [owner!] });
    nats.isConnected = false;
    stored = { ...waiting, participants: roomState().participants, version: 3 };
    await seconds(1);
    expect(types()).toEqual(['room_participant_joined', 'room_participants_updated']);
  });

  test('a running game is looked up each second without its room', async () => {
    await enter(ann, roomState(), gameState());
    nats.isConnected = false;
    await seconds(3);
    expect([lookups, roomLoads]).toEqual([[first, first, first], 0]);
  });
});

test('a room is loaded again a second after it was opened, whatever updates of its game come', async () => {
  games.set(first, gameState([1]));
  fanout.enter(connect(ann).connection, { room: roomState(), game: gameState(), offlineSince: undefined });
  pushGame(gameState([1]));
  await seconds(1);
  expect(roomLoads).toBe(1);
});
