import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServerMessage } from '@fifteen/contract';
import { X_WINS } from '@fifteen/testkit/games';
import { pairByQuickMatch, Player } from '@fifteen/testkit/player';
import { withQuickMatchAlone } from '@fifteen/testkit/shared-stack';
import { describe, expect, test } from 'vitest';
import { waitForClose, openSocket, useSharedStack, upgrade } from './harness.ts';

const stack = useSharedStack();
const url = () => stack().url;

/** Connects a guest with an authenticated socket. */
async function connected(): Promise<Player> {
  const player = await Player.guest(url());
  await player.connect();
  return player;
}

/** Two players in a game that has just started. */
async function newGame() {
  const [a, b] = await Promise.all([connected(), connected()]);
  const { x, o, game } = await withQuickMatchAlone(() => pairByQuickMatch(a, b, 0));
  return { x, o, game, gameId: game.id, roomId: game.roomId ?? '' };
}

/** Sends a frame, and returns the next message of a type. */
async function answer<T extends ServerMessage['type']>(player: Player, frame: object, type: T) {
  const from = player.received.length;
  player.send(frame);
  return player.waitFor(type, undefined, from);
}

describe('a socket opens', () => {
  test('only with a session', async () => {
    expect(await upgrade(url())).toEqual({ status: 401 });
    expect(await upgrade(url(), { cookie: `sid=${'A'.repeat(43)}` })).toEqual({ status: 401 });
    const player = await Player.guest(url());
    const { cookie } = player;
    await player.api.auth.logout();
    expect(await upgrade(url(), { cookie })).toEqual({ status: 401 });
  });

  test('only for the own site, or a client that is no browser', async () => {
    const { cookie } = await Player.guest(url());
    expect(await upgrade(url(), { cookie, origin: 'https://evil.example' })).toEqual({ status: 403 });
    expect(await upgrade(url(), { cookie, origin: 'null' })).toEqual({ status: 403 });
    const sameOrigin = await upgrade(url(), { cookie, origin: url() });
    expect(sameOrigin).toHaveProperty('socket');
    if ('socket' in sameOrigin) sameOrigin.socket.terminate();
  });

  test.each(['/', '/ws/more', '/api/health', '/api/auth/user', '/nothing'])(
    'at /ws only: %s is not found',
    async (path) => {
      const { cookie } = await Player.guest(url());
      expect(await upgrade(url(), { cookie }, path)).toEqual({ status: 404 });
    },
  );

  test('at most five times for one user: one more closes the one that has been silent longest, for good', async () => {
    const player = await Player.guest(url());
    await player.connect();
    const others = await Promise.all(Array.from({ length: 4 }, () => openSocket(player)));
    for (const socket of others) socket.send(JSON.stringify({ type: 'auth', userId: player.user.id }));
    await sleep(300);
    await answer(player, { type: 'ping' }, 'pong');
    const closed = Promise.race(others.map(waitForClose));
    const sixth = await openSocket(player);
    sixth.send(JSON.stringify({ type: 'auth', userId: player.user.id }));
    expect(await closed).toBe(1000);
    await answer(player, { type: 'ping' }, 'pong');
    expect(player.connected).toBe(true);
    for (const socket of [...others, sixth]) socket.terminate();
    player.close();
  });
});

describe('a socket closes', () => {
  test('when it authenticates as another user, who receives nothing of it', async () => {
    const [player, victim] = [await Player.guest(url()), await connected()];
    const socket = await openSocket(player);
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    const from = victim.received.length;
    socket.send(JSON.stringify({ type: 'auth', userId: victim.user.id }));
    expect(await waitForClose(socket)).toBe(4403);
    expect(received).toEqual([]);
    await answer(victim, { type: 'ping' }, 'pong');
    const types = victim.received.slice(from).map(({ type }) => type);
    // Other tests sign users in meanwhile.
    expect(types.filter((type) => type !== 'online_users_update')).toEqual(['pong']);
  });

  test('when its session ended before it authenticated', async () => {
    const player = await Player.guest(url());
    const socket = await openSocket(player);
    const closed = waitForClose(socket);
    await player.api.auth.logout();
    socket.send(JSON.stringify({ type: 'auth', userId: player.user.id }));
    expect(await closed).toBe(4401);
  });

  test('when it does not authenticate within ten seconds, and serves nothing before', async () => {
    const player = await Player.guest(url());
    const socket = await openSocket(player);
    const received: unknown[] = [];
    socket.on('message', (data) => received.push(JSON.parse(String(data))));
    socket.send(JSON.stringify({ type: 'request_current_game_state', userId: player.user.id }));
    socket.send(JSON.stringify({ type: 'start_matchmaking', betAmount: 0 }));
    expect(await waitForClose(socket)).toBe(4401);
    expect(received).toHaveLength(2);
    for (const message of received) expect(message).toMatchObject({ type: 'error', code: 'UNAUTHORIZED' });
  });

  test.each([
    ['a binary frame', (): Buffer => Buffer.from('{"type":"ping"}'), 1003],
    ['a frame over 16 KiB', () => JSON.stringify({ type: 'ping', pad: 'x'.repeat(17_000) }), 1009],
    ['a frame of 10 MB', () => 'x'.repeat(10_000_000), 1009],
  ])('after %s', async (_, frame, code) => {
    const socket = await openSocket(await Player.guest(url()));
    const closed = waitForClose(socket);
    socket.on('error', () => undefined);
    socket.send(frame());
    expect([code, 1006]).toContain(await closed);
  });

  test('after a frame in many pieces', async () => {
    const socket = await openSocket(await Player.guest(url()));
    socket.on('error', () => undefined);
    const closed = waitForClose(socket);
    for (let i = 0; i < 20; i += 1) socket.send('x', { fin: false });
    expect(await closed).toBe(1008);
  });

  test('after a flood of frames', async () => {
    const player = await connected();
    for (let i = 0; i < 60; i += 1) player.send({ type: 'game_started_ack', messageId: `m${i}` });
    expect(await player.closed()).toBe(1008);
  });

  test('after a flood of pings, which are counted separately', async () => {
    const player = await connected();
    for (let i = 0; i < 30; i += 1) player.send({ type: 'ping', timestamp: i });
    await player.waitFor('pong', ({ timestamp }) => timestamp === 29);
    for (let i = 0; i < 30; i += 1) player.send({ type: 'ping' });
    expect(await player.closed()).toBe(1008);
  });

  test('after twenty invalid frames in a minute', async () => {
    const player = await connected();
    for (let i = 0; i < 19; i += 1) player.send(i % 2 ? '{' : { type: 'game_over' });
    const pong = await answer(player, { type: 'ping', timestamp: 1.5 }, 'pong');
    expect(pong.timestamp).toBe(1.5);
    expect(player.received.filter(({ type }) => type === 'error')).toHaveLength(19);
    player.send('[]');
    expect(await player.closed()).toBe(1008);
  });
});

describe('invalid frames', () => {
  test('get an error, and the process survives', async () => {
    const player = await connected();
    const frames = [
      '',
      'null',
      '"x"',
      '{"type":1}',
      '[]'.repeat(10),
      '{"type":"move"}',
      `${'['.repeat(7_000)}`,
    ];
    for (const frame of frames) player.send(frame);
    await expect
      .poll(() => player.received.filter(({ type }) => type === 'error').length)
      .toBe(frames.length);
    expect(await answer(player, { type: 'ping' }, 'pong')).toBeDefined();
  });

  test('below the protocol close only the connection', async () => {
    const player = await connected();
    const { port, hostname } = new URL(url());
    const raw = connect(Number(port), hostname);
    raw.on('error', () => undefined);
    raw.write(
      `GET /ws HTTP/1.1\r\nHost: x\r\nCookie: ${(await Player.guest(url())).cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    await new Promise((resolve) => raw.once('data', resolve));
    raw.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]));
    await new Promise((resolve) => raw.once('close', resolve));
    expect(await answer(player, { type: 'ping' }, 'pong')).toBeDefined();
  });

  test('with text that is not UTF-8 close only the connection', async () => {
    const socket = await openSocket(await Player.guest(url()));
    socket.on('error', () => undefined);
    socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
    expect(await waitForClose(socket)).toBe(1007);
  });
});

describe('in a game', () => {
  test('all messages match the contract', async () => {
    const { x, o, gameId } = await newGame();
    await Promise.all([x.playOut(gameId, X_WINS), o.playOut(gameId, X_WINS)]);
    for (const player of [x, o]) {
      await player.waitFor('game_over');
      for (const message of player.received) expect(ServerMessage.parse(message)).toEqual(message);
      // Not their versions: after a pause of the machine, the turn gets its time back, which is a version, too.
      const positions = player.received.flatMap((m) => (m.type === 'move' ? [m.position] : []));
      expect(positions).toEqual(X_WINS);
    }
  });

  test.each([
    ['on a taken cell', 1, 'POSITION_OCCUPIED'],
    ['at 0', 0, 'INVALID_MOVE'],
    ['at 16', 16, 'INVALID_MOVE'],
    ['at -3', -3, 'INVALID_MOVE'],
  ])('a move %s is rejected without effect', async (_, position, code) => {
    const { x, o, gameId } = await newGame();
    await answer(x, { type: 'move', gameId, position: 1 }, 'move');
    await o.waitFor('move');
    const error = await answer(o, { type: 'move', gameId, position }, 'move_error');
    expect(error).toMatchObject({ code, gameId, position });
    expect(await o.api.games.get({ params: { id: gameId } })).toMatchObject({ moves: [1] });
  });

  test('the centre is locked at first, and only the player whose turn it is can move', async () => {
    const { x, o, gameId } = await newGame();
    expect(await answer(x, { type: 'move', gameId, position: 8 }, 'move_error')).toMatchObject({
      code: 'POSITION_LOCKED',
    });
    const error = await answer(o, { type: 'move', gameId, position: 1 }, 'move_error');
    expect(error).toMatchObject({
      code: 'NOT_YOUR_TURN',
      message: `Waiting for ${x.user.displayName} to make a move`,
    });
  });

  test('strangers can neither move, nor read the state, nor take control, nor leave for others', async () => {
    const [{ x, o, gameId, roomId }, stranger] = await Promise.all([newGame(), connected()]);
    expect(await answer(stranger, { type: 'move', gameId, position: 1 }, 'move_error')).toMatchObject({
      code: 'NOT_A_PLAYER',
    });
    expect(await answer(stranger, { type: 'disable_auto_play', gameId }, 'auto_play_error')).toMatchObject({
      code: 'NOT_A_PLAYER',
    });
    expect(await answer(stranger, { type: 'join_room', roomId }, 'join_room_error')).toMatchObject({
      code: 'ROOM_NOT_FOUND',
    });
    expect(
      await answer(stranger, { type: 'request_current_game_state', userId: x.user.id }, 'reconnection'),
    ).toMatchObject({ status: 'none' });
    await expect(stranger.api.games.get({ params: { id: gameId } })).rejects.toMatchObject({ status: 403 });
    await expect(stranger.api.rooms.participants({ params: { id: roomId } })).rejects.toMatchObject({
      status: 404,
    });
    stranger.send({ type: 'leave_room', roomId, userId: o.user.id });
    stranger.send({ type: 'player_chat', roomId, messageText: 'psst', userId: x.user.id });
    expect(await stranger.waitFor('error')).toMatchObject({ code: 'NOT_A_PLAYER' });
    await answer(x, { type: 'move', gameId, position: 1 }, 'move');
    expect(x.received.some(({ type }) => type === 'player_chat')).toBe(false);
  });

  test('a leave that names the opponent removes its sender', async () => {
    const { x, o, roomId } = await newGame();
    x.send({ type: 'leave_room', roomId, userId: o.user.id, playerName: o.user.username });
    expect(await x.waitFor('user_left_room')).toMatchObject({ userId: x.user.id });
    expect(await o.waitFor('player_left_win')).toMatchObject({ winner: 'O', isAbandonmentWin: true });
    await answer(x, { type: 'ping' }, 'pong');
    expect(x.received.some(({ type }) => type === 'game_abandoned')).toBe(false);
  });

  test('of two concurrent moves, on two sockets or by HTTP, one is made', async () => {
    const { x, gameId } = await newGame();
    const second = await openSocket(x);
    const received: ServerMessage[] = [];
    second.on('message', (data) => received.push(JSON.parse(String(data)) as ServerMessage));
    second.send(JSON.stringify({ type: 'auth', userId: x.user.id }));
    second.send(JSON.stringify({ type: 'request_current_game_state', userId: x.user.id }));
    await expect.poll(() => received.map(({ type }) => type)).toContain('game_reconnection');
    x.send({ type: 'move', gameId, position: 1 });
    second.send(JSON.stringify({ type: 'move', gameId, position: 2 }));
    const byHttp = x.api.games.move({ params: { id: gameId }, body: { position: 3 } });
    const [{ status }] = await Promise.allSettled([byHttp]);
    /** Each socket receives the moves of the other, and the error of its own. */
    const outcome = (messages: ServerMessage[], position: number) =>
      messages.flatMap((message) => {
        if (message.type === 'move_error') return ['rejected'];
        return message.type === 'move' && message.position === position ? ['fulfilled'] : [];
      })[0];
    const outcomes = () => [status, outcome(x.received, 1), outcome(received, 2)];
    await expect.poll(() => outcomes().toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const game = await x.api.games.get({ params: { id: gameId } });
    expect(game.moves).toHaveLength(1);
    second.terminate();
  });

  test('a repeated move gets the current state, any other an error', async () => {
    const { x, o, gameId } = await newGame();
    await answer(x, { type: 'move', gameId, position: 1 }, 'move');
    expect((await answer(x, { type: 'move', gameId, position: 1 }, 'move')).game).toMatchObject({
      moves: [1],
    });
    await o.waitFor('move');
    await answer(o, { type: 'move', gameId, position: 2 }, 'move');
    expect((await answer(x, { type: 'move', gameId, position: 1 }, 'move')).game).toMatchObject({
      moves: [1, 2],
    });
    expect(await answer(o, { type: 'move', gameId, position: 1 }, 'move_error')).toMatchObject({
      code: 'POSITION_OCCUPIED',
    });
  });

  test('a start is sent again until its receiver acknowledges it', async () => {
    const [a, b] = await Promise.all([connected(), connected()]);
    const [{ messageId }] = await withQuickMatchAlone(async () => {
      await Promise.all([a.search(0), b.search(0)]);
      return Promise.all([a.waitFor('game_started'), b.waitFor('game_started')]);
    });
    a.send({ type: 'game_started_ack', messageId });
    b.send({ type: 'game_started_ack', messageId: 'another' });
    const starts = ({ received }: Player) => received.filter(({ type }) => type === 'game_started');
    // On a busy machine, a start may be repeated before the server reads the acknowledgement.
    await answer(a, { type: 'ping' }, 'pong');
    const acknowledged = starts(a).length;
    // After 2, 4 and 6 s.
    await expect.poll(() => starts(b), { timeout: 20_000 }).toHaveLength(4);
    expect(starts(a)).toHaveLength(acknowledged);
    expect(acknowledged).toBeLessThan(4);
    expect(new Set(starts(b).map((m) => 'messageId' in m && m.messageId))).toEqual(new Set([messageId]));
  });

  test('messages of the server are unknown from a client', async () => {
    const { x, o, gameId } = await newGame();
    for (const type of ['game_over', 'player_left_win', 'move_error', 'auto_move']) {
      const from = x.received.length;
      x.send({ type, winner: 'X' });
      expect(await x.waitFor('error', undefined, from)).toMatchObject({ code: 'UNKNOWN_MESSAGE' });
    }
    x.send({ type: 'move', gameId, position: 1 });
    await o.waitFor('move');
    expect(o.received.some(({ type }) => type === 'game_over')).toBe(false);
  });
});

describe('chat', () => {
  test('has the sender of the socket, whatever it names, and arrives unchanged', async () => {
    const { x, o, gameId, roomId } = await newGame();
    const messageText = '<script>alert(1)</script> Grüße 👋';
    const forged = { userId: o.user.id, playerSymbol: 'O', playerInfo: { displayName: 'admin' } };
    x.send({ type: 'player_chat', roomId, gameId, messageText, ...forged });
    const message = await o.waitFor('player_chat');
    expect(message).toMatchObject({
      userId: x.user.id,
      playerSymbol: 'X',
      messageText,
      playerInfo: { id: x.user.id },
    });
    await x.waitFor('player_chat');
  });

  test.each([
    ['empty', '  '],
    ['too long', 'x'.repeat(201)],
    ['NUL', 'a\u0000b'],
    ['half a surrogate pair', '\ud800'],
    ['a right-to-left override', 'abc\u202Edef'],
    ['no text at all', 7],
  ])('that is %s is rejected', async (_, messageText) => {
    const { x, o, roomId } = await newGame();
    expect(await answer(x, { type: 'player_chat', roomId, messageText }, 'error')).toMatchObject({
      code: 'INVALID_MESSAGE',
    });
    x.send({ type: 'player_chat', roomId, messageText: 'hello' });
    expect(await o.waitFor('player_chat')).toMatchObject({ messageText: 'hello' });
  });

  test('is sent twenty times a minute', async () => {
    const { x, o, roomId } = await newGame();
    for (let i = 0; i < 22; i += 1) x.send({ type: 'player_chat', roomId, messageText: `${i}` });
    await expect.poll(() => x.received.filter(({ type }) => type === 'error').length).toBe(2);
    await expect.poll(() => o.received.filter(({ type }) => type === 'player_chat').length).toBe(20);
  });
});

describe('quick match', () => {
  test.each([4_999, -5_000, 1, 1e300, 5_000.5])('with a bet of %d is rejected', async (betAmount) => {
    const player = await connected();
    expect(await answer(player, { type: 'start_matchmaking', betAmount }, 'matchmaking_error')).toMatchObject(
      { code: 'INVALID_BET' },
    );
  });

  test('above the balance is rejected, with the word that clients look for', async () => {
    const player = await connected();
    const error = await answer(player, { type: 'start_matchmaking', betAmount: 5_000 }, 'matchmaking_error');
    expect(error).toMatchObject({ code: 'INSUFFICIENT_COINS', error: 'Insufficient Coins' });
    expect(error.message).toMatch(/coins/);
    await expect(player.api.matchmaking.join({ body: { betAmount: 5_000 } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('can be left, by socket or HTTP, even without a search', async () => {
    const player = await connected();
    await withQuickMatchAlone(async () => {
      await player.search(0);
      expect(await answer(player, { type: 'cancel_matchmaking' }, 'matchmaking_response')).toMatchObject({
        status: 'left',
      });
    });
    expect(await player.api.matchmaking.leave()).toHaveProperty('message');
  });

  test('is left by a cancellation that arrives before the search', async () => {
    const player = await connected();
    const answers = () =>
      player.received.flatMap((message) => (message.type === 'matchmaking_response' ? [message.status] : []));
    await withQuickMatchAlone(async () => {
      player.send({ type: 'start_matchmaking', betAmount: 0 });
      player.send({ type: 'cancel_matchmaking' });
      await expect.poll(answers).toEqual(['waiting', 'left']);
    });
  });
});

describe('an online user', () => {
  test('is counted, listed and announced, and offline ten seconds after the last socket', async () => {
    const [one, other] = await Promise.all([connected(), connected()]);
    // The list has 200 users, and more may be online in other tests: those with a heartbeat come first.
    await other.api.system.heartbeat();
    await one.waitFor('online_users_update', ({ count }) => count >= 2);
    const listed = async () => (await one.api.users.online()).users.map(({ id }) => id);
    await expect.poll(listed).toContain(other.user.id);
    other.close();
    await expect.poll(listed, { timeout: 30_000, interval: 500 }).not.toContain(other.user.id);
    expect((await one.api.users.online()).users.find(({ id }) => id === one.user.id)).not.toHaveProperty(
      'email',
    );
  });
});
