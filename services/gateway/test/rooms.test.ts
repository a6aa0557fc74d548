import { ServerMessage } from '@fifteen/contract';
import { Player } from '@fifteen/testkit/player';
import { describe, expect, test } from 'vitest';
import { sharedProduct } from './harness.ts';
import { answer, enter, open, playing, playOut, seated, somebody, start } from './tables.ts';

const stack = sharedProduct();

describe('a room', () => {
  test('is opened, found by its code as people type it, and played in, by two at two gateways', async () => {
    const [owner, guest] = [await somebody(stack(), 0), await somebody(stack(), 1)];
    const { room, participants } = await open(owner, { name: ' Café Zürich ' });
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
    const joined = await enter(guest, ` ${room.code.toLowerCase()} `);
    expect(joined.participants.map(({ userId }) => userId)).toEqual([owner.user.id, guest.user.id]);
    expect(await owner.hears('room_participant_joined')).toMatchObject({
      roomId: room.id,
      participant: { userId: guest.user.id, role: 'player' },
    });
    const game = await start(owner, room.id);
    expect((await guest.hears('game_started')).game).toMatchObject({ id: game.id, betAmount: 0 });
    const [x, o] = game.playerXId === owner.user.id ? [owner, guest] : [guest, owner];
    await playOut({ x, o, gameId: game.id });
    for (const player of [x, o])
      for (const message of player.heard) expect(ServerMessage.parse(message)).toEqual(message);
  });

  test('can be used without a socket from beginning to end', async () => {
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
    await guest.api.rooms.leave({ params: { id: room.id } });
    expect(await owner.api.games.get({ params: { id: game.id } })).toMatchObject({ status: 'abandoned' });
  });

  test('is the same room when its request is repeated, and its key is the person’s own', async () => {
    const [ann, bob] = [await somebody(stack()), await somebody(stack())];
    const frame = { type: 'create_room', requestId: 'again', roomData: { betAmount: 0 } };
    const first = await answer(ann, frame, 'create_room_success');
    const second = await answer(ann, frame, 'create_room_success');
    expect(second).toEqual({ ...first, requestId: 'again' });
    expect((await answer(bob, frame, 'create_room_success')).room.id).not.toBe(first.room.id);
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
    ['a name of 41 letters', { betAmount: 0, name: 'x'.repeat(41) }, 'INVALID_REQUEST'],
    ['a name that turns the line around', { betAmount: 0, name: 'a\u202Eb' }, 'INVALID_REQUEST'],
    ['a privacy of 1', { betAmount: 0, isPrivate: 1 }, 'INVALID_REQUEST'],
    ['a bet that nobody here can pay', { betAmount: 5_000 }, 'INSUFFICIENT_COINS'],
  ])('with %s is refused at both doors', async (_, roomData, code) => {
    const player = await somebody(stack());
    const error = await answer(
      player,
      { type: 'create_room', requestId: 'q1', roomData },
      'create_room_error',
    );
    expect(error).toMatchObject({ code, requestId: 'q1' });
    if (code === 'INSUFFICIENT_COINS') expect(error.message).toMatch(/5000 coins/);
    const refused = player.request({ method: 'POST', url: '/api/rooms', body: roomData });
    // JSON has no such number: it is refused before it is looked at.
    await expect(refused).rejects.toMatchObject({ body: roomData.betAmount === 1e308 ? {} : { code } });
  });

  test('that does not exist, is private or is empty text cannot be entered, and one learns nothing', async () => {
    const [owner, stranger] = [await somebody(stack()), await somebody(stack())];
    const { room } = await open(owner, { isPrivate: true });
    const tried = async (code: string) => {
      const frame = { type: 'join_room_request', requestId: 'q', code, role: 'spectator' };
      const { message, code: why } = await answer(stranger, frame, 'join_room_error');
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
    const [owner, guest, third] = [await somebody(stack()), await somebody(stack()), await somebody(stack())];
    const { room } = await open(owner, { betAmount: 0 });
    const preview = { code: room.code, status: 'waiting', betAmount: 0, maxPlayers: 4 };
    const hostName = owner.user.displayName;
    const look = () => third.api.rooms.preview({ query: { code: ` ${room.code.toLowerCase()} ` } });
    expect(await look()).toEqual({ ...preview, hostName, freeSeats: 1 });
    await enter(guest, room.code);
    expect(await look()).toEqual({ ...preview, hostName, freeSeats: 0 });
  });

  test('is previewed by its code without a session, unless it is private', async () => {
    const owner = await somebody(stack());
    const { room } = await open(owner, { betAmount: 0 });
    const look = (code: string) => fetch(`${stack().urls[0]}/api/rooms/preview?code=${code}`);
    expect(await (await look(room.code)).json()).toMatchObject({
      hostName: owner.user.displayName,
      freeSeats: 1,
    });
    const { room: closed } = await open(owner, { betAmount: 0, isPrivate: true });
    const answers = await Promise.all([look(closed.code), look('AAAABBBB')]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await answers[0]?.json()).toEqual(await answers[1]?.json());
  });

  test('has two seats; who comes third may watch where that is allowed', async () => {
    const { room } = await seated(stack());
    const third = await somebody(stack());
    const frame = { type: 'join_room_request', requestId: 'q', code: room.code, role: 'player' };
    expect(await answer(third, frame, 'join_room_error')).toMatchObject({ code: 'ROOM_FULL' });
    await enter(third, room.code, 'spectator');
    const closed = await seated(stack(), { maxPlayers: 2 });
    const watch = { ...frame, code: closed.room.code, role: 'spectator' };
    expect(await answer(third, watch, 'join_room_error')).toMatchObject({ code: 'SPECTATORS_NOT_ALLOWED' });
  });

  test('goes on to the next player when its owner leaves, and ends behind the last', async () => {
    const { owner, guest, roomId } = await seated(stack());
    owner.send({ type: 'leave_room', roomId });
    await guest.hears('user_left_room', ({ userId }) => userId === owner.user.id);
    const updated = await guest.hears('room_participants_updated', (m) => m.room?.ownerId === guest.user.id);
    expect(updated.participants).toHaveLength(1);
    expect(await owner.hears('user_left_room')).toMatchObject({ roomId });
    await answer(guest, { type: 'leave_room', roomId }, 'user_left_room');
    expect(await answer(guest, { type: 'request_current_game_state' }, 'reconnection')).toMatchObject({
      status: 'none',
    });
  });

  test('is left when another is opened or entered', async () => {
    const { owner, guest, roomId } = await seated(stack());
    const { room } = await open(guest);
    await owner.hears('user_left_room', ({ userId }) => userId === guest.user.id);
    await enter(owner, room.code);
    await guest.hears('room_participant_joined', ({ participant }) => participant.userId === owner.user.id);
    await expect(owner.api.rooms.participants({ params: { id: roomId } })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('is not left in the middle of a game', async () => {
    const { x, gameId } = await playing(stack());
    const frame = { type: 'create_room', requestId: 'q', roomData: { betAmount: 0 } };
    expect(await answer(x, frame, 'create_room_error')).toMatchObject({ code: 'ALREADY_IN_GAME' });
    x.send({ type: 'move', gameId, position: 1 });
    await x.hears('move');
  });

  test('may be opened five times a minute', async () => {
    const player = await somebody(stack());
    for (let i = 0; i < 5; i += 1) await open(player);
    const frame = { type: 'create_room', requestId: 'sixth', roomData: { betAmount: 0 } };
    expect(await answer(player, frame, 'create_room_error')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const byHttp = player.api.rooms.create({ body: { betAmount: 0 } });
    await expect(byHttp).rejects.toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  });

  test('may be tried for ten times a minute: codes are not to be guessed', async () => {
    const player = await somebody(stack());
    const frame = { type: 'join_room_request', requestId: 'q', code: 'GGGGGGGG', role: 'player' };
    for (let i = 0; i < 10; i += 1)
      expect(await answer(player, frame, 'join_room_error')).toMatchObject({ code: 'ROOM_NOT_FOUND' });
    expect(await answer(player, frame, 'join_room_error')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const preview = player.api.rooms.preview({ query: { code: 'GGGGGGGG' } });
    await expect(preview).rejects.toMatchObject({ status: 429 });
  });
});

describe('a search', () => {
  test('may be begun six times a minute, by calls and over sockets together', async () => {
    const player = await somebody(stack());
    // With too few coins for it: nobody else meets this player.
    const search = () => player.api.matchmaking.join({ body: { betAmount: 5_000 } });
    for (let i = 0; i < 6; i += 1)
      await expect(search()).rejects.toMatchObject({ body: { code: 'INSUFFICIENT_COINS' } });
    await expect(search()).rejects.toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
    player.send({ type: 'start_matchmaking', betAmount: 5_000 });
    expect(await player.hears('matchmaking_error')).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('a start', () => {
  test('is the owner’s, needs two, and repeated is the same game', async () => {
    const owner = await somebody(stack());
    const { room } = await open(owner);
    const frame = { type: 'start_game_request', roomId: room.id, requestId: 'q' };
    expect(await answer(owner, frame, 'start_game_error')).toMatchObject({
      code: 'ROOM_NOT_READY',
      requestId: 'q',
    });
    const guest = await somebody(stack(), 1);
    await enter(guest, room.code);
    expect(await answer(guest, frame, 'start_game_error')).toMatchObject({ code: 'NOT_ROOM_OWNER' });
    const [first, second] = [await start(owner, room.id), await start(owner, room.id)];
    expect(second.id).toBe(first.id);
    expect((await owner.api.rooms.startGame({ params: { id: room.id } })).game.id).toBe(first.id);
  });

  test('waits for whoever is away: their consent went with them and comes back with them', async () => {
    const { owner, guest, roomId } = await seated(stack());
    guest.drop();
    const { userId } = await owner.hears('user_offline', undefined, 0, 15_000);
    expect(userId).toBe(guest.user.id);
    const told = await owner.hears('room_participants_updated', ({ participants }) =>
      participants.some(({ awaySince }) => awaySince),
    );
    const since = told.participants.find((one) => one.userId === userId)?.awaySince ?? '';
    expect(Date.now() - Date.parse(since)).toBeGreaterThan(9_000);
    const frame = { type: 'start_game_request', roomId, requestId: 'q' };
    expect(await answer(owner, frame, 'start_game_error')).toMatchObject({ code: 'CONSENT_MISSING' });
    // Whoever comes to this gateway or the other sees it as well.
    for (const url of stack().urls) {
      const watcher = await Player.guest(url);
      await watcher.connect();
      const { participants } = await enter(watcher, told.room?.code ?? '', 'spectator');
      expect(participants.find((one) => one.userId === userId)?.awaySince).toBe(since);
    }
    await guest.connect();
    guest.send({ type: 'request_current_game_state' });
    expect(await guest.hears('reconnection_room_join')).toMatchObject({ room: { id: roomId } });
    await owner.hears(
      'room_participants_updated',
      ({ participants }) => participants.every(({ awaySince }) => !awaySince),
      owner.heard.length,
    );
    await start(owner, roomId);
  }, 60_000);
});

describe('a second tab', () => {
  test('comes along when the first enters a room, by socket or HTTP, and is served like it', async () => {
    const [owner, guest] = [await somebody(stack(), 0), await somebody(stack(), 0)];
    const tabs = [owner.tab(stack().urls[1]), guest.tab(stack().urls[1])] as const;
    await Promise.all(tabs.map((tab) => tab.connect()));
    const { room } = await open(owner);
    await guest.api.rooms.join({ body: { code: room.code } });
    for (const tab of [...tabs, guest])
      expect(await tab.hears('reconnection_room_join')).toMatchObject({ room: { id: room.id } });
    const game = await start(owner, room.id);
    for (const tab of [...tabs, guest]) expect((await tab.hears('game_started')).game.id).toBe(game.id);
    await playOut({
      x: game.playerXId === owner.user.id ? tabs[0] : tabs[1],
      o: game.playerXId === owner.user.id ? guest : owner,
      gameId: game.id,
    });
  });

  test('is out of the room when the first leaves it', async () => {
    const owner = await somebody(stack(), 0);
    const tab = owner.tab(stack().urls[1]);
    await tab.connect();
    const { room } = await open(owner);
    await tab.hears('reconnection_room_join');
    await answer(owner, { type: 'leave_room', roomId: room.id }, 'user_left_room');
    expect(await tab.hears('room_ended')).toMatchObject({ roomId: room.id });
  });
});
