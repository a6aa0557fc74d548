import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import type { ServerMessage } from '@fifteen/contract';
import { toUserId } from '@fifteen/domain';
import { Account, Session } from '@fifteen/proto/identity';
import { AppError, createLog, type Log } from '@fifteen/runtime';
import { WebSocket, WebSocketServer } from 'ws';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Sessions, type Caller } from '../src/auth/sessions.ts';
import { connectionHandlers } from '../src/realtime/connection-handlers.ts';
import { Connection } from '../src/realtime/connection.ts';
import { Dispatcher } from '../src/realtime/dispatcher.ts';
import { SOCKET_OPTIONS, SocketServer } from '../src/realtime/socket-server.ts';
import { closePayload, frame, OPCODE, RawSocket } from './fuzz/raw-socket.ts';
import { waitForClose } from './harness.ts';
import { gameState } from './samples.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, ...SOCKET_OPTIONS });
  await once(server, 'listening');
});
const servers: SocketServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((one) => one.drain(0)));
  server.close();
});

const caller = { userId: 'ann', sessionId: 's' } as Caller;
const large: ServerMessage = { type: 'game_expired', gameId: 'g', roomId: null, message: 'x'.repeat(10_000) };

/** Returns both ends of a connection. */
async function line() {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket, { socket: stream }]] = (await Promise.all([
    once(server, 'connection'),
    once(client, 'open'),
  ])) as [[WebSocket, IncomingMessage], unknown];
  return { client, socket, connection: new Connection(socket, caller, '127.0.0.1', { stream }) };
}

/** Returns both ends of a connection, and the function with which a socket server accepts it for a caller. */
async function acceptedSocket(deps: Partial<ConstructorParameters<typeof SocketServer>[0]>) {
  const sockets = new SocketServer({
    ...{
      dispatcher: {} as never,
      clients: {} as never,
      sessions: {} as never,
      disconnected: () => undefined,
      log: createLog('test', 'silent'),
    },
    ...{ scales: { address: 1, player: 1 }, sessionCheckMs: 60_000, ...deps },
  });
  servers.push(sockets);
  let accept: (socket: WebSocket, request: object) => void = () => undefined;
  sockets.register({ route: ({ wsHandler }: { wsHandler: typeof accept }) => (accept = wsHandler) } as never);
  const { client, socket } = await line();
  const acceptCaller = (signedIn: Caller) =>
    accept(socket, { caller: signedIn, ip: '127.0.0.1', raw: { socket: new PassThrough() } });
  return { client, socket, accept: acceptCaller };
}

test('a socket that closes while its session is looked up is not connected', async () => {
  const connected: Connection[] = [];
  let respond: (found: Caller) => void = () => undefined;
  const handlers = connectionHandlers({
    sessions: { isCached: () => false, find: () => new Promise((resolve) => (respond = resolve)) },
    authenticated: (one) => connected.push(one),
  });
  const { client, connection } = await line();
  const authenticating = handlers.auth(connection, { type: 'auth', userId: caller.userId });
  connection.dispose();
  respond(caller);
  await authenticating;
  expect(connected).toEqual([]);
  client.terminate();
});

describe('a frame that arrives while identity is requested for `auth`', () => {
  /** Opens a socket, sends `auth` and two frames, and returns what is handled and received after the lookup. */
  async function framesAfterLookup(outcome: Caller | undefined | AppError) {
    const lookup = Promise.withResolvers<Caller | undefined>();
    const handled: string[] = [];
    const log = createLog('test', 'silent');
    const handlers = connectionHandlers({
      sessions: { isCached: () => false, find: () => lookup.promise },
      authenticated: (one) => (one.isAuthenticated = true),
    });
    const handle = (_: Connection, { type }: { type: string }) => void handled.push(type);
    const dispatcher = new Dispatcher({
      handlers: { ...handlers, request_current_game_state: handle, leave_room: handle } as never,
      ...{ limits: {} as never, traced: false, log },
    });
    const { client, socket, accept } = await acceptedSocket({ dispatcher });
    const received: object[] = [];
    client.on('message', (data) => received.push(JSON.parse(String(data)) as object));
    accept(caller);
    const { userId } = caller;
    const roomId = 'r';
    for (const message of [
      { type: 'auth', userId },
      { type: 'request_current_game_state', userId },
      { type: 'leave_room', roomId },
    ])
      client.send(JSON.stringify(message));
    client.ping();
    await once(socket, 'ping');
    expect([handled, received]).toEqual([[], []]);
    if (outcome instanceof AppError) lookup.reject(outcome);
    else lookup.resolve(outcome);
    return { client, handled, received };
  }

  test('is handled after it, in order', async () => {
    const { client, handled, received } = await framesAfterLookup(caller);
    await expect.poll(() => handled).toEqual(['request_current_game_state', 'leave_room']);
    await expect.poll(() => received).toMatchObject([{ type: 'connected' }]);
    client.terminate();
  });

  test('is ignored when identity is unavailable: the socket is closed for another attempt', async () => {
    const { client, handled, received } = await framesAfterLookup(new AppError('SERVICE_UNAVAILABLE'));
    expect(await waitForClose(client)).toBe(1013);
    expect([handled, received]).toEqual([[], []]);
  });

  test('is ignored when the session has ended', async () => {
    const { client, handled, received } = await framesAfterLookup(undefined);
    expect(await waitForClose(client)).toBe(4401);
    expect([handled, received]).toEqual([[], []]);
  });
});

const neverCalled = () => Promise.reject(new Error('the session is cached'));

test('a session that ended without a push closes its socket at the next check, although it is cached', async () => {
  let requestCount = 0;
  const refreshSessions = async () => {
    requestCount += 1;
    if (requestCount === 1) throw new AppError('SERVICE_UNAVAILABLE');
    return { sessions: [] };
  };
  const pushes = { subscribe: () => () => undefined, settled: () => Promise.resolve() };
  const sessions = new Sessions({ refreshSessions, authenticate: neverCalled }, pushes as never, 60_000);
  const origin = { ip: '127.0.0.1', device: '' };
  const account = Account.fromPartial({ id: toUserId('ann') });
  await sessions.addNew({ token: 'secret', session: Session.fromPartial({ id: 's', account }) }, origin);
  const { client, accept } = await acceptedSocket({ sessions, sessionCheckMs: 100 });
  accept((await sessions.find('secret', origin))!);

  await expect.poll(() => requestCount).toBe(1);
  expect(client.readyState, 'while identity is unavailable').toBe(WebSocket.OPEN);
  expect(await waitForClose(client)).toBe(4401);
  expect(requestCount).toBe(2);
});

test('a check of sessions that fails without an outage is logged as an error, and closes no socket', async () => {
  const failure = new TypeError('a defect');
  const sessions = { refreshAll: () => Promise.reject(failure) } as unknown as Sessions;
  const errors: unknown[] = [];
  const log = { error: ({ err }: { err: unknown }) => errors.push(err) } as unknown as Log;
  const { client, accept } = await acceptedSocket({ sessions, sessionCheckMs: 100, log });
  accept(caller);
  await expect.poll(() => errors).toContain(failure);
  expect(client.readyState).toBe(WebSocket.OPEN);
});

describe('after the clock was set by an hour', () => {
  afterEach(() => vi.useRealTimers());

  /** Sets the clock after a socket was accepted whose client does not respond, and lets time pass. */
  async function setClock(hours: number, seconds: number) {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
    const dispatcher = { dispatch: async (one: Connection) => void (one.isAuthenticated = true) };
    const sessions = { refreshAll: async () => [] };
    const { client, socket, accept } = await acceptedSocket({ dispatcher, sessions } as never);
    const [ping, terminate] = [vi.spyOn(socket, 'ping'), vi.spyOn(socket, 'terminate')];
    client.pause();
    accept(caller);
    client.send(JSON.stringify({ type: 'auth', userId: caller.userId }));
    await once(socket, 'message');
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    vi.advanceTimersByTime(seconds * 1_000);
    client.terminate();
    return { pings: ping.mock.calls.length, isTerminated: terminate.mock.calls.length > 0 };
  }

  test.each([-1, 1])('a socket stays open and is pinged after 20 s (%i h)', async (hours) => {
    expect(await setClock(hours, 5)).toEqual({ pings: 0, isTerminated: false });
    expect(await setClock(hours, 22)).toEqual({ pings: 1, isTerminated: false });
  });

  test.each([-1, 1])('a dead socket is dropped after a minute (%i h)', async (hours) => {
    expect(await setClock(hours, 62)).toMatchObject({ isTerminated: true });
  });
});

describe('a client', () => {
  test.each(['ping', 'pong'] as const)('that floods with %s frames is closed', async (kind) => {
    const { client, accept } = await acceptedSocket({});
    accept(caller);
    const closed = waitForClose(client);
    for (let sent = 0; sent < 41; sent += 1) client[kind]();
    expect(await closed).toBe(1008);
  });

  test('gets an error that names its request and what is wrong, also before its authentication', async () => {
    const { client, accept } = await acceptedSocket({});
    accept(caller);
    const received: unknown[] = [];
    client.on('message', (data) => received.push(JSON.parse(String(data))));
    for (const roomData of [{}, 7])
      client.send(JSON.stringify({ type: 'create_room', requestId: 'first room', roomData }));
    await expect.poll(() => received).toHaveLength(2);
    expect(received).toMatchObject([
      { type: 'error', code: 'UNAUTHORIZED', requestId: 'first room' },
      { type: 'error', code: 'INVALID_MESSAGE', requestId: 'first room', details: { field: 'roomData' } },
    ]);
    client.terminate();
  });

  test('that sends many frames has its game looked up once in 20 s', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const getCurrentRoom = vi.fn(async () => ({ game: gameState([1]) }));
    const dispatch = vi.fn((connection: Connection) => {
      connection.isAuthenticated = true;
    });
    const clients = { room: { getCurrentRoom } };
    const { client, accept } = await acceptedSocket({ dispatcher: { dispatch }, clients } as never);
    accept(caller);
    for (const windows of [1, 2]) {
      for (let sent = 0; sent < 55; sent += 1) client.send(JSON.stringify({ type: 'auth', userId: 'ann' }));
      await expect.poll(() => dispatch.mock.calls.length).toBe(55 * windows);
      expect(getCurrentRoom).toHaveBeenCalledTimes(windows);
      vi.advanceTimersByTime(20_000);
    }
    client.terminate();
  });
});

describe('a connection', () => {
  // The default of ws is 30 s.
  test('is over 2 s after its client closed it and vanished', { timeout: 20_000 }, async () => {
    const { port } = server.address() as AddressInfo;
    const [[socket], client] = await Promise.all([
      once(server, 'connection') as Promise<[WebSocket]>,
      RawSocket.open(`http://127.0.0.1:${port}`, '', { allowHalfOpen: true }),
    ]);
    client.send(frame(closePayload(1000), { opcode: OPCODE.close }));
    await once(socket, 'close');
    expect(client.isClosed).toBe(false);
    client.destroy();
  });

  test('closes when the client does not read, before much is buffered', async () => {
    const { client, socket, connection } = await line();
    client.pause();
    let most = 0;
    for (let sent = 0; sent < 5_000 && socket.readyState === socket.OPEN; sent += 1) {
      connection.send(large);
      most = Math.max(most, socket.bufferedAmount);
      if (sent % 20 === 0) await new Promise(setImmediate);
    }
    expect(socket.readyState).not.toBe(socket.OPEN);
    // 256 KiB and the messages of one more turn.
    expect(most).toBeLessThan((256 + 21 * 10) * 1024);
    await once(socket, 'close');
    client.terminate();
  });

  test('stays open while the client reads, however much is sent', async () => {
    const { client, socket, connection } = await line();
    let received = 0;
    client.on('message', () => (received += 1));
    for (let sent = 0; sent < 2_000; sent += 1) {
      connection.send(large);
      if (sent % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await expect.poll(() => received).toBe(2_000);
    expect(socket.readyState).toBe(socket.OPEN);
    client.terminate();
  });

  test('stays open when hundreds of messages are written in one turn of the event loop', async () => {
    const { client, socket, connection } = await line();
    let received = 0;
    client.on('message', () => (received += 1));
    for (let sent = 0; sent < 500; sent += 1) connection.send(large);
    await expect.poll(() => received).toBe(500);
    expect(socket.readyState).toBe(socket.OPEN);
    client.terminate();
  });

  test('closes with 1013 when the oldest unsent byte is 15 s old, however few bytes there are', async () => {
    const { client, socket, connection } = await line();
    client.pause();
    const began = performance.now();
    while (socket.bufferedAmount === 0) {
      connection.send(large);
      await new Promise(setImmediate);
    }
    expect(connection.isReading(began + 14_000)).toBe(true);
    // A pause of this process would otherwise end in the timer that cuts a client which does not confirm the close.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(connection.isReading(performance.now() + 15_001)).toBe(false);
    vi.useRealTimers();
    const code = waitForClose(client);
    client.resume();
    expect(await code).toBe(1013);
  });
});
