import { ServerMessage } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { useSharedStack } from './harness.ts';
import {
  sendAndWait,
  enterRoom,
  openRoom,
  seatAndStart,
  playOut,
  seatPlayers,
  connectGuest,
  startGame,
} from './room-fixtures.ts';

const stack = useSharedStack();

describe('a room', () => {
  test('is created, joined by its code in any spelling, and played by two on two gateways', async () => {
    const [owner, guest] = [await connectGuest(stack(), 0), await connectGuest(stack(), 1)];
    const { room, participants } = await openRoom(owner, { name: ' Café Zürich ' });
    expect(room).toMatchObject({
      name: 'Café Zürich',
      status: 'waiting',
      ownerId: owner.user.id,
      maxPlayers: 4,
      isPrivate: false,
      betAmount: 0,
      code: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
    });
    expect(participants).toEqual([
      expect.objectContaining({ userId: owner.user.id, role: 'player', awaySince: null }),
    ]);
    const joined = await enterRoom(guest, ` ${room.code.toLowerCase()} `);
    expect(joined.participants.map(({ userId }) => userId)).toEqual([owner.user.id, guest.user.id]);
    expect(await owner.waitFor('room_participant_joined')).toMatchObject({
      roomId: room.id,
      participant: { userId: guest.user.id, role: 'player' },
    });
    const game = await startGame(owner, room.id);
    expect((await guest.waitFor('game_started')).game).toMatchObject({ id: game.id, betAmount: 0 });
    const [x, o] = game.playerXId === owner.user.id ? [owner, guest] : [guest, owner];
    await playOut({ x, o, gameId: game.id });
    for (const player of [x, o])
      for (const message of player.received) expect(ServerMessage.parse(message)).toEqual(message);
  });

  test('can be used without a socket from start to end', async () => {
    const [owner, guest] = await Promise.all(stack().urls.map((url) => Player.guest(url)));
    if (!owner || !guest) throw new Error('two gateways');
    const { room } = await owner.api.rooms.create({ body: { betAmount: 0 } });
    expect(room).toMatchObject({ name: 'Game Room', maxPlayers: 2 });
    const joined = await guest.api.rooms.join({ body: { code: room.code } });
    expect(joined.participants).toHaveLength(2);
    const { game } = await owner.api.rooms.startGame({ params: { id: room.id } });
    const mover = game.playerXId === owner.user.id ? owner : guest;
    await mover.api.games.move({ params: { id: game.id }, body: { position: 1 } });
    expect(await guest.api.rooms.participants({ params: { id: room.id } })).toHaveLength(2);
    const leave = { params: { id: room.id } };
    await expect(guest.api.rooms.leave({ ...leave, query: { unlessPlaying: 'true' } })).rejects.toMatchObject(
      { body: { code: 'ALREADY_IN_GAME' } },
    );
    await guest.api.rooms.leave(leave);
    expect(await owner.api.games.get({ params: { id: game.id } })).toMatchObject({ status: 'abandoned' });
  });

  test('can be left also by a user who is not in it, and when it does not exist', async () => {
    const [owner, other] = await Promise.all(stack().urls.map((url) => Player.guest(url)));
    if (!owner || !other) throw new Error('two gateways');
    const { room } = await owner.api.rooms.create({ body: { betAmount: 0 } });
    await other.api.rooms.leave({ params: { id: room.id } });
    await other.api.rooms.leave({ params: { id: 'no-such-room' } });
    expect(await owner.api.rooms.participants({ params: { id: room.id } })).toHaveLength(1);
  });

  test('is the same when its request is repeated, and another for the key of another user', async () => {
    const [ann, bob] = [await connectGuest(stack()), await connectGuest(stack())];
    const frame = { type: 'create_room', requestId: 'again', roomData: { betAmount: 0 } };
    const first = await sendAndWait(ann, frame, 'create_room_success');
    const second = await sendAndWait(ann, frame, 'create_room_success');
    expect(second).toEqual({ ...first, requestId: 'again' });
    expect((await sendAndWait(bob, frame, 'create_room_success')).room.id).not.toBe(first.room.id);
    const idempotencyKey = 'k1';
    const [one, two] = [
      await bob.api.rooms.create({ body: { betAmount: 0 }, idempotencyKey }),
      await bob.api.rooms.create({ body: { betAmount: 0 }, idempotencyKey }),
    ];
    expect(two).toEqual(one);
  });

  test.each([
    ['a bet of 4999', { betAmount: 4999 }, 'INVALID_BET'],
    ['a bet of -5000', { betAmount: -5000 }, 'INVALID_BET'],
    ['a bet of 1e308', { betAmount: 1e308 }, 'INVALID_BET'],
    ['a bet in quotes', { betAmount: '5000' }, 'INVALID_BET'],
    ['one player', { betAmount: 0, maxPlayers: 1 }, 'INVALID_REQUEST'],
    ['a billion players', { betAmount: 0, maxPlayers: 1e9 }, 'INVALID_REQUEST'],
    ['three players', { betAmount: 0, maxPlayers: 3 }, 'INVALID_REQUEST'],
    ['a name of spaces', { betAmount: 0, name: '   ' }, 'ROOM_NAME_REQUIRED'],
    ['a name of a Hangul filler', { betAmount: 0, name: '\u3164' }, 'ROOM_NAME_REQUIRED'],
    ['a name of 41 letters', { betAmount: 0, name: 'x'.repeat(41) }, 'INVALID_REQUEST'],
    ['a name that turns the line around', { betAmount: 0, name: 'a\u202Eb' }, 'INVALID_REQUEST'],
    ['a privacy of 1', { betAmount: 0, isPrivate: 1 }, 'INVALID_REQUEST'],
    ['a bet above the balance', { betAmount: 5_000 }, 'INSUFFICIENT_COINS'],
  ])('with %s is rejected by socket and HTTP', async (_, roomData, code) => {
    const player = await connectGuest(stack());
    const error = await sendAndWait(
      player,
      { type: 'create_room', requestId: 'q1', roomData },
      'create_room_error',
    );
    expect(error).toMatchObject({ code, requestId: 'q1' });
    if (code === 'INSUFFICIENT_COINS') expect(error.message).toMatch(/5000 coins/);
    const created = player.request({ method: 'POST', url: '/api/rooms', body: roomData });
    // JSON has no such number: parsing fails before validation.
    await expect(created).rejects.toMatchObject({ body: roomData.betAmount === 1e308 ? {} : { code } });
  });

  test('that is unknown or private cannot be joined, with the same error for both', async () => {
    const [owner, stranger] = [await connectGuest(stack()), await connectGuest(stack())];
    const { room } = await openRoom(owner, { isPrivate: true });
    const tried = async (code: string) => {
      const frame = { type: 'join_room_request', requestId: 'q', code, role: 'spectator' };
      const { message, code: why } = await sendAndWait(stranger, frame, 'join_room_error');
      return { message, why };
    };
    expect(await tried(room.code)).toEqual(await tried('AAAABBBB'));
    expect(await tried('AAAABBBB')).toEqual({ message: 'Room not found', why: 'ROOM_NOT_FOUND' });
    expect(await tried('  ')).toEqual({ message: 'Please enter a room code', why: 'ROOM_CODE_REQUIRED' });
    const byHttp = stranger.api.rooms.join({ body: { code: room.code } });
    await expect(byHttp).rejects.toMatchObject({ status: 404, body: { code: 'ROOM_NOT_FOUND' } });
    const preview = stranger.api.rooms.preview({ query: { code: room.code } });
    await expect(preview).rejects.toMatchObject({ status: 404, body: { code: 'ROOM_NOT_FOUND' } });
    const look = stranger.api.rooms.participants({ params: { id: room.id } });
    await expect(look).rejects.toMatchObject({ status: 404 });
  });

  test('is previewed by its code, with its host, bet, status and free seats', async () => {
    const [owner, guest, third] = [
      await connectGuest(stack()),
      await connectGuest(stack()),
      await connectGuest(stack()),
    ];
    const { room } = await openRoom(owner, { betAmount: 0 });
    const preview = { code: room.code, status: 'waiting', betAmount: 0, maxPlayers: 4 };
    const hostName = owner.user.displayName;
    const look = () => third.api.rooms.preview({ query: { code: ` ${room.code.toLowerCase()} ` } });
    expect(await look()).toEqual({ ...preview, hostName, freeSeats: 1 });
    await enterRoom(guest, room.code);
    expect(await look()).toEqual({ ...preview, hostName, freeSeats: 0 });
  });

  test('is previewed by its code without a session, unless it is private', async () => {
    const owner = await connectGuest(stack());
    const { room } = await openRoom(owner, { betAmount: 0 });
    const look = (code: string) => fetch(`${stack().urls[0]}/api/rooms/preview?code=${code}`);
    expect(await (await look(room.code)).json()).toMatchObject({
      hostName: owner.user.displayName,
      freeSeats: 1,
    });
    const { room: closed } = await openRoom(owner, { betAmount: 0, isPrivate: true });
    const answers = await Promise.all([look(closed.code), look('AAAABBBB')]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await answers[0]?.json()).toEqual(await answers[1]?.json());
  });

  test('has two seats, and admits a third player as a spectator where allowed', async () => {
    const { room } = await seatPlayers(stack());
    const third = await connectGuest(stack());
    const frame = { type: 'join_room_request', requestId: 'q', code: room.code, role: 'player' };
    expect(await sendAndWait(third, frame, 'join_room_error')).toMatchObject({ code: 'ROOM_FULL' });
    await enterRoom(third, room.code, 'spectator');
    const closed = await seatPlayers(stack(), { maxPlayers: 2 });
    const watch = { ...frame, code: closed.room.code, role: 'spectator' };
    expect(await sendAndWait(third, watch, 'join_room_error')).toMatchObject({
      code: 'SPECTATORS_NOT_ALLOWED',
    });
  });

  test('passes to the next player when its owner leaves, and closes after the last', async () => {
    const { owner, guest, roomId } = await seatPlayers(stack());
    owner.send({ type: 'leave_room', roomId });
    await guest.waitFor('user_left_room', ({ userId }) => userId === owner.user.id);
    const updated = await guest.waitFor(
      'room_participants_updated',
      (m) => m.room?.ownerId === guest.user.id,
    );
    expect(updated.participants).toHaveLength(1);
    expect(await owner.waitFor('user_left_room')).toMatchObject({ roomId });
    await sendAndWait(guest, { type: 'leave_room', roomId }, 'user_left_room');
    expect(await sendAndWait(guest, { type: 'request_current_game_state' }, 'reconnection')).toMatchObject({
      status: 'none',
    });
  });

  test('is left when its player creates or joins another', async () => {
    const { owner, guest, roomId } = await seatPlayers(stack());
    const { room } = await openRoom(guest);
    await owner.waitFor('user_left_room', ({ userId }) => userId === guest.user.id);
    await enterRoom(owner, room.code);
    await guest.waitFor('room_participant_joined', ({ participant }) => participant.userId === owner.user.id);
    await expect(owner.api.rooms.participants({ params: { id: roomId } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('is left when its player starts a search', async () => {
    await withQuickMatchAlone(async () => {
      const { owner, guest, roomId } = await seatPlayers(stack());
      const search = { type: 'start_matchmaking', betAmount: 0 };
      expect(await sendAndWait(guest, search, 'matchmaking_response')).toMatchObject({ status: 'waiting' });
      await owner.waitFor('user_left_room', ({ userId }) => userId === guest.user.id);
      const start = { type: 'start_game_request', roomId, requestId: 'q' };
      expect(await sendAndWait(owner, start, 'start_game_error')).toMatchObject({ code: 'ROOM_NOT_READY' });
      const left = await sendAndWait(guest, { type: 'cancel_matchmaking' }, 'matchmaking_response');
      expect(left).toMatchObject({ status: 'left' });
    });
  });

  test('is left when its player starts a search at a gateway where they have no socket', async () => {
    await withQuickMatchAlone(async () => {
      const { owner, guest } = await seatPlayers(stack());
      guest.url = owner.url;
      await guest.api.matchmaking.join({ body: { betAmount: 0 } });
      await owner.waitFor('user_left_room', ({ userId }) => userId === guest.user.id);
      expect(await guest.api.matchmaking.leave()).toMatchObject({ status: 'left' });
    });
  });

  test('cannot be left for a search during a game', async () => {
    const { x, gameId } = await seatAndStart(stack());
    const search = { type: 'start_matchmaking', betAmount: 0 };
    expect(await sendAndWait(x, search, 'matchmaking_error')).toMatchObject({ code: 'ALREADY_IN_GAME' });
    x.send({ type: 'move', gameId, position: 1 });
    await x.waitFor('move');
  });

  test('cannot be left for another during a game', async () => {
    const { x, gameId } = await seatAndStart(stack());
    const frame = { type: 'create_room', requestId: 'q', roomData: { betAmount: 0 } };
    expect(await sendAndWait(x, frame, 'create_room_error')).toMatchObject({ code: 'ALREADY_IN_GAME' });
    x.send({ type: 'move', gameId, position: 1 });
    await x.waitFor('move');
  });

  test('can be created five times a minute', async () => {
    const player = await connectGuest(stack());
    for (let i = 0; i < 5; i += 1) await openRoom(player);
    const frame = { type: 'create_room', requestId: 'sixth', roomData: { betAmount: 0 } };
    expect(await sendAndWait(player, frame, 'create_room_error')).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    const byHttp = player.api.rooms.create({ body: { betAmount: 0 } });
    await expect(byHttp).rejects.toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  });

  test('can be joined by code ten times a minute, against guessing', async () => {
    const player = await connectGuest(stack());
    const frame = { type: 'join_room_request', requestId: 'q', code: 'GGGGGGGG', role: 'player' };
    for (let i = 0; i < 10; i += 1)
      expect(await sendAndWait(player, frame, 'join_room_error')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    expect(await sendAndWait(player, frame, 'join_room_error')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const preview = player.api.rooms.preview({ query: { code: 'GGGGGGGG' } });
    await expect(preview).rejects.toMatchObject({ status: 429 });
  });
});

describe('a search', () => {
  test('can be started six times a minute, by HTTP and socket together', async () => {
    const player = await connectGuest(stack());
    // A balance below the bet keeps this player out of matches with other tests.
    const search = () => player.api.matchmaking.join({ body: { betAmount: 5_000 } });
    for (let i = 0; i < 6; i += 1)
      await expect(search()).rejects.toMatchObject({ body: { code: 'INSUFFICIENT_COINS' } });
    await expect(search()).rejects.toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
    player.send({ type: 'start_matchmaking', betAmount: 5_000 });
    expect(await player.waitFor('matchmaking_error')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('the start of a game', () => {
  test('is for the owner, needs two players, and returns the same game when repeated', async () => {
    const owner = await connectGuest(stack());
    const { room } = await openRoom(owner);
    const frame = { type: 'start_game_request', roomId: room.id, requestId: 'q' };
    expect(await sendAndWait(owner, frame, 'start_game_error')).toMatchObject({
      code: 'ROOM_NOT_READY',
      requestId: 'q',
    });
    const guest = await connectGuest(stack(), 1);
    await enterRoom(guest, room.code);
    expect(await sendAndWait(guest, frame, 'start_game_error')).toMatchObject({ code: 'NOT_ROOM_OWNER' });
    const [first, second] = [await startGame(owner, room.id), await startGame(owner, room.id)];
    expect(second.id).toBe(first.id);
    expect((await owner.api.rooms.startGame({ params: { id: room.id } })).game.id).toBe(first.id);
  });

  test('needs the consent of an absent player, which returns with them', async () => {
    const { owner, guest, room, roomId } = await seatPlayers(stack());
    guest.drop();
    const { userId } = await owner.waitFor('user_offline', undefined, 0, 30_000);
    expect(userId).toBe(guest.user.id);
    const update = await owner.waitFor('room_participants_updated', ({ participants }) =>
      participants.some(({ awaySince }) => awaySince),
    );
    const since = update.participants.find((one) => one.userId === userId)?.awaySince ?? '';
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(9_000);
    const frame = { type: 'start_game_request', roomId, requestId: 'q' };
    expect(await sendAndWait(owner, frame, 'start_game_error')).toMatchObject({ code: 'CONSENT_MISSING' });
    // A player who joins on any gateway sees it as well.
    for (const url of stack().urls) {
      const watcher = await Player.guest(url);
      await watcher.connect();
      const { participants } = await enterRoom(watcher, room.code, 'spectator');
      expect(participants.find((one) => one.userId === userId)?.awaySince).toBe(since);
    }
    // The owner may receive the update before the guest receives the room.
    const before = owner.received.length;
    await guest.connect();
    guest.send({ type: 'request_current_game_state' });
    expect(await guest.waitFor('reconnection_room_join')).toMatchObject({ room: { id: roomId } });
    await owner.waitFor(
      'room_participants_updated',
      ({ participants }) => participants.every(({ awaySince }) => !awaySince),
      before,
    );
    await startGame(owner, roomId);
  }, 60_000);

  test('is repeated with the same game while the other player is offline', async () => {
    const { owner, guest, roomId } = await seatPlayers(stack());
    const frame = { type: 'start_game_request', roomId, requestId: 'q' };
    const { game } = await sendAndWait(owner, frame, 'start_game_success');
    await guest.waitFor('game_started');
    const [x, o] = game.playerXId === owner.user.id ? [owner, guest] : [guest, owner];
    await playOut({ x, o, gameId: game.id });
    guest.drop();
    await owner.waitFor('user_offline', ({ userId }) => userId === guest.user.id, 0, 30_000);
    expect((await sendAndWait(owner, frame, 'start_game_success')).game.id).toBe(game.id);
    const next = { ...frame, requestId: 'r' };
    expect(await sendAndWait(owner, next, 'start_game_error')).toMatchObject({ code: 'CONSENT_MISSING' });
  }, 60_000);
});

describe('a second tab', () => {
  test('follows the first into a room, by socket or HTTP, and is served like it', async () => {
    const [owner, guest] = [await connectGuest(stack(), 0), await connectGuest(stack(), 0)];
    const tabs = [owner.openTab(stack().urls[1]), guest.openTab(stack().urls[1])] as const;
    await Promise.all(tabs.map((tab) => tab.connect()));
    const { room } = await openRoom(owner);
    await guest.api.rooms.join({ body: { code: room.code } });
    for (const tab of [...tabs, guest])
      expect(await tab.waitFor('reconnection_room_join')).toMatchObject({ room: { id: room.id } });
    const game = await startGame(owner, room.id);
    for (const tab of [...tabs, guest]) expect((await tab.waitFor('game_started')).game.id).toBe(game.id);
    await playOut({
      x: game.playerXId === owner.user.id ? tabs[0] : tabs[1],
      o: game.playerXId === owner.user.id ? guest : owner,
      gameId: game.id,
    });
  });

  test('leaves the room with the first', async () => {
    const owner = await connectGuest(stack(), 0);
    const tab = owner.openTab(stack().urls[1]);
    await tab.connect();
    const { room } = await openRoom(owner);
    await tab.waitFor('reconnection_room_join');
    await sendAndWait(owner, { type: 'leave_room', roomId: room.id }, 'user_left_room');
    expect(await tab.waitFor('room_ended')).toMatchObject({ roomId: room.id });
  });
});
