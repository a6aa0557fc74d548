import { ServerMessage } from '@fifteen/contract';
import { toGameId, toRoomId, toUserId, type UserId } from '@fifteen/domain';
import { Mark } from '@fifteen/proto/game';
import { Account } from '@fifteen/proto/identity';
import { Role, RoomStatus, type RoomState } from '@fifteen/proto/room';
import { createLog, type PushBody } from '@fifteen/runtime';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Connection, type Encoded } from '../src/realtime/connection.ts';
import { Fanout } from '../src/realtime/fanout.ts';
import { RoomRefresher } from '../src/realtime/room-refresher.ts';
import { toSeen } from '../src/realtime/game-update-differ.ts';
import { ProfileCache } from '../src/players/profile-cache.ts';
import type { Player } from '../src/translation/player.ts';
import { gameState, roomState, wonState } from './samples.ts';

const log = createLog('test', 'silent');
const [ann, bob, cat, dan] = [toUserId('ann'), toUserId('bob'), toUserId('cat'), toUserId('dan')];

const playerOf = (id: UserId): Player => ({
  account: Account.fromPartial({ id, displayName: id }),
  cosmetics: undefined,
  record: undefined,
});

/** Returns a connection of a user, and the messages that it receives. */
function connectionOf(userId: UserId) {
  const received: ServerMessage[] = [];
  const write = ({ json }: Encoded) => void received.push(ServerMessage.parse(JSON.parse(String(json))));
  const connection = {
    userId,
    write,
    send: (message: ServerMessage) => void received.push(ServerMessage.parse(message)),
    sendUntilAcknowledged: (_: string, started: Encoded) => write(started),
    endStart: () => undefined,
  } as unknown as Connection;
  return { connection, received };
}

/** Opens a room that ann is in, whose players' profiles load when the test says so. The others and `blocked` have a block between them. */
function openRoom({ blocked, status }: { blocked?: UserId; status?: RoomStatus } = {}) {
  const loads = new Map<UserId, (player: Player) => void>();
  const findOne = (id: UserId) =>
    new Promise<Player>((resolve) => {
      const earlier = loads.get(id);
      loads.set(id, (player) => [earlier, resolve].forEach((load) => load?.(player)));
    });
  const find = (ids: UserId[]) => Promise.all(ids.map(findOne));
  const profiles = new ProfileCache({ find } as never, log);
  let push: ((body: PushBody) => void) | undefined;
  const subscribe = (_kind: string, _id: string, receive: (body: PushBody) => void) => {
    push = receive;
    return () => undefined;
  };
  const blockGuard = {
    withoutBlocks: async (senderId: UserId, ids: readonly UserId[]) =>
      new Set(senderId === blocked ? [] : ids),
  };
  const fanout = new Fanout({ pushes: { subscribe } as never, profiles, blockGuard, log });
  const { connection, received } = connectionOf(ann);
  const room = roomState(status ? { status } : {});
  fanout.enter(connection, { room, game: gameState(), offlineSince: undefined });
  connection.seen = toSeen(gameState(), false);
  return {
    received,
    fanout,
    connection,
    blockGuard,
    store: (id: UserId) => profiles.store(playerOf(id)),
    load: (id: UserId) => loads.get(id)?.(playerOf(id)),
    /** Receives the failed start of a rematch of `g1`, as the room service pushes it. */
    pushStartFailed: (code: string, about: { shortUserIds?: UserId[]; leaverIds?: UserId[] } = {}) =>
      push?.({
        $case: 'startFailed',
        value: {
          ...{ roomId: room.id, gameId: toGameId('g1'), code, shortUserIds: [], leaverIds: [] },
          ...about,
        },
      }),
    push: (body: PushBody) => push?.(body),
    /** Receives an emoji of a player of the game. */
    pushEmoji: (senderId: UserId) =>
      push?.({
        $case: 'emoji',
        value: { roomId: room.id, gameId: toGameId('g1'), senderId, emojiId: 'owl', glyph: '🦉' },
      }),
    /** Receives the room with these spectators, as its service pushes it. */
    pushRoom: (version: number, ...spectators: UserId[]) =>
      push?.({ $case: 'room', value: { room: withSpectators(room, version, spectators) } }),
  };
}

const withSpectators = (room: RoomState, version: number, spectators: UserId[]): RoomState => ({
  ...room,
  version,
  participants: [
    ...room.participants,
    ...spectators.map((userId) => ({ ...room.participants[0], id: userId, userId, role: Role.SPECTATOR })),
  ] as RoomState['participants'],
});

/** Lets everything happen that waits for no more than promises. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a game of the next room is shown, whatever round the last room was in', async () => {
  const { fanout, connection, received, store } = openRoom();
  store(ann);
  store(bob);
  connection.seen = toSeen(gameState([], { round: 3 }), true);
  const room = roomState({ id: toRoomId('r2') });
  fanout.enter(connection, { room, game: undefined, offlineSince: undefined });
  const state = gameState([], { id: toGameId('g2'), roomId: room.id, round: 1 });
  fanout.gameUpdated({ state, final: false });
  expect(received.map(({ type }) => type)).toEqual(['game_started']);
});

test('a start is not repeated on a connection that has left the room', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { fanout, store } = openRoom();
  store(ann);
  store(bob);
  const received: string[] = [];
  const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (json: string) => received.push(json) };
  const connection = new Connection(socket as never, { userId: bob } as never, '127.0.0.1');
  fanout.enter(connection, { room: roomState(), game: undefined, offlineSince: undefined });
  fanout.gameUpdated({ state: gameState(), final: false });
  vi.advanceTimersByTime(2_000);
  fanout.exit(connection);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  const types = received.map((json) => ServerMessage.parse(JSON.parse(json)).type);
  expect(types.filter((type) => type === 'game_started')).toHaveLength(2);
});

test.each([
  ['the player who lacks the coins', [ann], 'INSUFFICIENT_COINS', { coins: 5_000 }],
  ['the opponent of that player', [bob], 'OPPONENT_SHORT_OF_COINS', undefined],
  ['a player when both lack the coins', [ann, bob], 'INSUFFICIENT_COINS', { coins: 5_000 }],
  ['a player when an older service does not say who does', [], 'INSUFFICIENT_COINS', { coins: 5_000 }],
])('a rematch that cannot be paid is an error for %s', (_, shortUserIds, code, details) => {
  const { received, pushStartFailed } = openRoom();
  pushStartFailed('INSUFFICIENT_COINS', { shortUserIds });
  expect(received).toMatchObject([
    { type: 'play_again_error', gameId: 'g1', code, ...(details && { details }) },
  ]);
});

test('a rematch whose player leaves is an error for the opponent only', () => {
  const { received, pushStartFailed, fanout } = openRoom();
  const leaver = connectionOf(bob);
  fanout.enter(leaver.connection, { room: roomState(), game: undefined, offlineSince: undefined });
  pushStartFailed('OPPONENT_LEFT', { leaverIds: [bob] });
  expect(leaver.received).toEqual([]);
  expect(received).toMatchObject([{ type: 'play_again_error', gameId: 'g1', code: 'OPPONENT_LEFT' }]);
});

test.each([
  { who: 'but the owner, who requested it', status: RoomStatus.ACTIVE, receives: [] },
  {
    who: 'and the owner, whose game was called off',
    status: RoomStatus.PLAYING,
    receives: ['start_game_error'],
  },
])(
  'a game that is no rematch and cannot be played is an error for its players, $who',
  ({ status, receives }) => {
    const { received, push, fanout } = openRoom({ status });
    const other = connectionOf(bob);
    fanout.enter(other.connection, { room: roomState({ status }), game: undefined, offlineSince: undefined });
    const failed = { roomId: toRoomId('r1'), gameId: toGameId(''), code: 'SERVICE_UNAVAILABLE' };
    push({ $case: 'startFailed', value: { ...failed, shortUserIds: [], leaverIds: [] } });
    expect(received.map(({ type }) => type)).toEqual(receives);
    expect(other.received.map(({ type }) => type)).toEqual(['start_game_error']);
  },
);

test('a late state of a game that is over starts it for no one who enters later', async () => {
  const { fanout, store } = openRoom();
  [ann, bob, cat].forEach(store);
  const spectator = connectionOf(cat);
  const room = withSpectators(roomState(), 2, [cat]);
  fanout.enter(spectator.connection, { room, game: undefined, offlineSince: undefined });
  fanout.gameUpdated({ state: wonState(), final: true });
  fanout.gameUpdated({ state: gameState([1, 2]), final: false });
  await settled();
  expect(spectator.received.filter(({ type }) => type === 'game_started')).toEqual([]);
});

test('a message that cannot be sent to a player and a spectator reaches the others', async () => {
  const { fanout, push, connection } = openRoom();
  const [bobs, cats, dans] = [bob, cat, dan].map(connectionOf);
  const room = withSpectators(roomState(), 2, [cat, dan]);
  for (const one of [bobs!, cats!, dans!])
    fanout.enter(one.connection, { room, game: undefined, offlineSince: undefined });
  for (const one of [connection, cats!.connection])
    one.write = () => {
      throw new TypeError('a defect');
    };
  push({ $case: 'countdown', value: { roomId: room.id, gameId: toGameId('g1'), seconds: 2 } });
  await settled();
  for (const { received } of [bobs!, dans!])
    expect(received).toContainEqual({ type: 'play_again_countdown', gameId: 'g1', countdown: 2 });
});

describe('an emoji', () => {
  test('reaches the room although the one before it could not be sent', async () => {
    const { received, pushEmoji, blockGuard } = openRoom();
    vi.spyOn(blockGuard, 'withoutBlocks').mockRejectedValueOnce(new TypeError('a defect'));
    for (const sender of [ann, bob]) pushEmoji(sender);
    await settled();
    expect(received).toMatchObject([{ type: 'emoji_sent', senderId: bob }]);
  });

  test('reaches the members of the room, and its sender', async () => {
    const { received, pushEmoji } = openRoom();
    for (const sender of [ann, bob]) pushEmoji(sender);
    await settled();
    expect(received).toMatchObject([ann, bob].map((senderId) => ({ type: 'emoji_sent', senderId })));
  });

  test('of a player with a block reaches only its sender', async () => {
    const { received, pushEmoji, fanout } = openRoom({ blocked: bob });
    const sender = connectionOf(bob);
    fanout.enter(sender.connection, { room: roomState(), game: undefined, offlineSince: undefined });
    pushEmoji(bob);
    await settled();
    expect([received.length, sender.received.length]).toEqual([0, 1]);
  });

  test('of a player who has left the room reaches no one', async () => {
    const { received, pushEmoji } = openRoom();
    pushEmoji(cat);
    await settled();
    expect(received).toEqual([]);
  });
});

test('a room is sent with its participants only where more than these has changed', async () => {
  const { received, push, pushRoom, store } = openRoom();
  [ann, bob, cat].forEach(store);
  pushRoom(3, cat);
  push({
    $case: 'presence',
    value: { roomId: toRoomId('r1'), userId: cat, online: false, since: new Date() },
  });
  await settled();
  const room = withSpectators(roomState({ status: RoomStatus.ACTIVE }), 4, [cat]);
  push({ $case: 'room', value: { room } });
  await settled();
  const updates = received.filter((message) => message.type === 'room_participants_updated');
  expect(updates.map((update) => update.room?.status)).toEqual([undefined, undefined, 'active']);
});

test('participants whose presence changes in one turn are sent together', async () => {
  const { fanout, received, pushRoom, store } = openRoom();
  const spectators = [cat, dan];
  [ann, bob, ...spectators].forEach(store);
  pushRoom(3, ...spectators);
  await settled();
  received.length = 0;
  const open = fanout.rooms.get(toRoomId('r1'))!;
  const since = new Date();
  fanout.setOffline(open, new Map(spectators.map((userId) => [userId, since])));
  await settled();
  expect(received).toMatchObject([
    ...spectators.map((userId) => ({ type: 'user_offline', userId })),
    {
      type: 'room_participants_updated',
      participants: [null, null, since.toISOString(), since.toISOString()].map((awaySince) => ({
        awaySince,
      })),
    },
  ]);
});

describe('while profiles load', () => {
  test('a move does not overtake the one before it', async () => {
    const { fanout, received, store, load } = openRoom();
    store(bob);
    fanout.gameUpdated({ state: gameState([1]), final: false });
    await settled();
    // Another request has loaded the missing profile meanwhile.
    store(ann);
    fanout.gameUpdated({ state: gameState([1, 7]), final: false });
    load(ann);
    await settled();
    fanout.gameUpdated({ state: gameState([1, 7, 2]), final: false });
    await settled();
    expect(received.map((message) => message.type === 'move' && message.position)).toEqual([1, 7, 2]);
  });

  test('a newcomer is announced once, though another follows', async () => {
    const { received, pushRoom, store, load } = openRoom();
    store(ann);
    store(bob);
    pushRoom(3, cat);
    await settled();
    store(cat);
    store(dan);
    pushRoom(4, cat, dan);
    await settled();
    load(cat);
    await settled();
    const joined = received.flatMap((message) =>
      message.type === 'room_participant_joined' ? [message.participant.userId] : [],
    );
    expect(joined).toEqual([cat, dan]);
  });

  test('a newcomer is not announced before their own profile is there', async () => {
    const { received, pushRoom, store, load } = openRoom();
    store(ann);
    store(bob);
    pushRoom(3, cat);
    await settled();
    pushRoom(4, cat, dan);
    await settled();
    load(cat);
    await settled();
    const joined = () =>
      received.flatMap((message) =>
        message.type === 'room_participant_joined' ? [message.participant.user.displayName] : [],
      );
    expect(joined()).toEqual([cat]);
    load(dan);
    await settled();
    expect(joined()).toEqual([cat, dan]);
  });

  test('a newcomer is not among the participants before they are announced', async () => {
    const { received, push, pushRoom, store, load } = openRoom();
    store(ann);
    store(bob);
    const presence = { roomId: toRoomId('r1'), userId: bob, online: false, since: new Date() };
    push({ $case: 'presence', value: presence });
    pushRoom(3, cat);
    await settled();
    load(cat);
    await settled();
    expect(received).toMatchObject([
      { type: 'user_offline' },
      { type: 'room_participants_updated', participants: [{ userId: ann }, { userId: bob }] },
      { type: 'room_participant_joined', participant: { user: { displayName: cat } } },
      { type: 'room_participants_updated', participants: [{}, {}, { user: { displayName: cat } }] },
    ]);
  });

  test('a player who reconnects is announced with their own profile, after the disconnection', async () => {
    const { received, push, store, load } = openRoom();
    store(ann);
    const presence = { roomId: toRoomId('r1'), userId: bob };
    push({ $case: 'presence', value: { ...presence, online: false, since: new Date() } });
    push({ $case: 'presence', value: { ...presence, online: true } });
    await settled();
    load(bob);
    await settled();
    await settled();
    expect(received).toMatchObject([
      { type: 'user_offline' },
      { type: 'room_participant_joined', participant: { user: { displayName: bob } } },
      { type: 'room_participants_updated', participants: [{}, { user: { displayName: bob } }] },
    ]);
  });

  test('a chat message has the profile of its sender, and later ones stay behind it', async () => {
    const { received, push, pushEmoji, store, load } = openRoom();
    store(ann);
    const message = { roomId: toRoomId('r1'), gameId: toGameId('g1'), userId: bob, seat: Mark.O, text: 'Hi' };
    push({ $case: 'chat', value: message });
    pushEmoji(ann);
    await settled();
    load(bob);
    await settled();
    expect(received).toMatchObject([
      { type: 'player_chat', playerInfo: { displayName: bob } },
      { type: 'emoji_sent' },
    ]);
  });
});

describe('a room whose state was loaded before its pushes were subscribed to', () => {
  /**
   * Refreshes the room, which its service has in this state by now. Returns for whom it was loaded. `left` is in no room.
   */
  async function refresh(
    fanout: Fanout,
    state: RoomState | undefined,
    { meanwhile = () => {}, left }: { meanwhile?: () => void; left?: UserId } = {},
  ) {
    const loadedFor: UserId[] = [];
    const getCurrentRoom = async ({ userId }: { userId: UserId }) => {
      loadedFor.push(userId);
      meanwhile();
      return { room: userId === left ? undefined : state, game: undefined };
    };
    const room = { getCurrentRoom };
    const nats = { isConnected: true, onReconnect: () => undefined };
    const refresher = new RoomRefresher({ fanout, clients: { room }, nats, log } as never);
    for (const open of fanout.rooms.values()) open.confirmAt = 0;
    await refresher.refreshDue();
    return loadedFor;
  }

  test('is sent to its members a second later as it is by now', async () => {
    const { fanout, received, store } = openRoom();
    store(ann);
    store(bob);
    const { participants } = roomState();
    await refresh(fanout, roomState({ version: 3, participants: participants.slice(0, 1) }));
    expect(received.map(({ type }) => type)).toEqual(['user_left_room', 'room_participants_updated']);
    expect(received[0]).toMatchObject({ userId: bob });
  });

  test('is left by a member who has left it', async () => {
    const { fanout, received, connection } = openRoom();
    await refresh(fanout, undefined);
    const message = 'You are no longer in this room.';
    expect(received).toMatchObject([{ type: 'room_ended', roomId: 'r1', message }]);
    expect(connection.room).toBeUndefined();
  });

  test.each([
    { who: 'all its members', left: undefined, loadedFor: [ann] },
    { who: 'those who have stayed', left: ann, loadedFor: [ann, bob] },
  ])('is loaded once for $who', async ({ left, loadedFor }) => {
    const { fanout, connection, store } = openRoom();
    [ann, bob, cat].forEach(store);
    const state = withSpectators(roomState(), 2, [cat]);
    const others = [bob, cat].map((id) => connectionOf(id).connection);
    for (const other of others)
      fanout.enter(other, { room: state, game: undefined, offlineSince: undefined });
    await settled();
    const participants = state.participants.filter(({ userId }) => userId !== left);
    expect(await refresh(fanout, { ...state, version: 3, participants }, { left })).toEqual(loadedFor);
    const inRoom = [connection, ...others].filter(({ room }) => room).map(({ userId }) => userId);
    expect(inRoom).toEqual([ann, bob, cat].filter((id) => id !== left));
  });

  test('is left by a member who entered with an older state than its members have', async () => {
    const { fanout, store } = openRoom();
    [ann, bob].forEach(store);
    const { connection, received } = connectionOf(cat);
    fanout.enter(connection, { room: roomState(), game: undefined, offlineSince: undefined });
    await refresh(fanout, roomState());
    expect(received).toMatchObject([{ type: 'room_ended', roomId: 'r1' }]);
    expect(connection.room).toBeUndefined();
  });

  test('is left by a member who entered it later with an older state', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { fanout, store } = openRoom();
    [ann, bob].forEach(store);
    await refresh(fanout, roomState());
    const { connection, received } = connectionOf(cat);
    const open = fanout.enter(connection, { room: roomState(), game: undefined, offlineSince: undefined });
    expect([open.isConfirmed, open.confirmAt]).toEqual([false, performance.now() + 1_000]);
    await refresh(fanout, roomState());
    expect(received).toMatchObject([{ type: 'room_ended', roomId: 'r1' }]);
    expect(connection.room).toBeUndefined();
  });

  test('does not take a member out of the next room', async () => {
    const { fanout, received, connection, store } = openRoom();
    store(ann);
    store(bob);
    const next = roomState({ id: toRoomId('r2') });
    const meanwhile = () =>
      void fanout.enter(connection, { room: next, game: undefined, offlineSince: undefined });
    await refresh(fanout, next, { meanwhile });
    expect(received).toEqual([]);
    expect(connection.room?.id).toBe('r2');
  });
});
