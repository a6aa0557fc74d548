import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { DRAWN } from '@fifteen/testkit/games';
import { Player } from '@fifteen/testkit/player';
import type { WebSocket } from 'ws';
import { afterAll, describe, expect, test } from 'vitest';
import { waitForClose, openSocket, useOwnStack, send, type Answer } from '../harness.ts';
import { seatAndStart } from '../room-fixtures.ts';

const stack = useOwnStack();
const url = () => stack().url;

const lines: Socket[] = [];
afterAll(() => lines.forEach((line) => line.destroy()));

/** Opens a TCP connection to the gateway, and sends these bytes. */
function line(bytes: string): Socket {
  const { port, hostname } = new URL(url());
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(bytes);
  lines.push(socket);
  return socket;
}

/** The longest delay of a move during a flood by others, on a busy machine too. */
const MAX_DELAY_MS = 4_000;

/** Two players play a whole game, and `happens` runs at each move, which may not delay it. */
async function expectPlay(happens: (ply: number) => void): Promise<void> {
  const { x, o, gameId } = await seatAndStart(stack());
  for (const [ply, position] of DRAWN.entries()) {
    const sent = performance.now();
    happens(ply);
    (ply % 2 === 0 ? x : o).send({ type: 'move', gameId, position });
    await Promise.all([x, o].map((one) => one.waitFor('move', ({ game }) => game.moves.length === ply + 1)));
    expect(performance.now() - sent).toBeLessThan(MAX_DELAY_MS);
  }
  expect((await x.waitFor('game_over')).winner).toBeNull();
}

describe('during a flood, two players finish a game without slow moves', () => {
  /** Starts a flood with each move, each from an authenticated socket, and returns the close codes of the sockets. */
  async function flooded(flood: (socket: WebSocket) => void): Promise<number[]> {
    const sockets = await Promise.all(
      DRAWN.map(async () => {
        const player = await Player.guest(url());
        const socket = await openSocket(player);
        socket.on('error', () => undefined);
        socket.send(JSON.stringify({ type: 'auth', userId: player.user.id }));
        return socket;
      }),
    );
    const closes = sockets.map(waitForClose);
    await expectPlay((ply) => {
      const [socket] = sockets.slice(ply);
      if (socket) flood(socket);
    });
    return Promise.all(closes);
  }

  test('with frames: each socket is closed with 1008, or cut', async () => {
    const frame = JSON.stringify({ type: 'game_started_ack', messageId: 'none' });
    const closes = await flooded((socket) => {
      for (let i = 0; i < 2_000; i += 1) socket.send(frame);
    });
    // The gateway cuts a client that does not confirm the close within two seconds.
    for (const code of closes) expect([1006, 1008]).toContain(code);
  });

  test('with frames of ten megabytes: each socket is closed with 1009, or cut', async () => {
    const closes = await flooded((socket) => socket.send('x'.repeat(10_000_000)));
    for (const code of closes) expect([1006, 1009]).toContain(code);
  });

  test('with frames in one-byte pieces: each socket is closed with 1008, or cut', async () => {
    const closes = await flooded((socket) => {
      for (let i = 0; i < 2_000; i += 1) socket.send('x', { fin: false });
    });
    for (const code of closes) expect([1006, 1008]).toContain(code);
  });

  test('with requests: all above 100 in ten seconds get the time to retry', async () => {
    const PER_PLY = 20;
    const { cookie } = await Player.guest(url());
    const paths = ['/api/users/online', '/api/leaderboard/time-left', '/api/auth/user'];
    const answers: Promise<Answer>[] = [];
    const began = performance.now();
    await expectPlay((ply) => {
      const path = paths[ply % paths.length] ?? '';
      for (let i = 0; i < PER_PLY; i += 1) answers.push(send(`${url()}${path}`, { headers: { cookie } }));
    });
    const limited = (await Promise.all(answers)).filter(({ status }) => status === 429);
    // The first window may have begun with the sign-in, and the last one ends later.
    const windows = 2 + Math.floor((performance.now() - began) / 10_000);
    expect(limited.length).toBeGreaterThanOrEqual(Math.max(1, PER_PLY * DRAWN.length - 100 * windows));
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

test('two hundred requests that never end are closed, without delay for other clients', async () => {
  const drips = Array.from({ length: 200 }, (_, index) =>
    line(
      index % 2 === 0
        ? 'POST /api/auth/guest HTTP/1.1\r\nHost: x\r\nX-Slow: '
        : 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    ),
  );
  let open = drips.length;
  for (const drip of drips) drip.resume().once('close', () => (open -= 1));
  const dripping = setInterval(() => drips.forEach((drip) => drip.writable && drip.write('x')), 1_000);
  await expectPlay(() => undefined);
  await expect.poll(() => open, { timeout: 40_000, interval: 250 }).toBe(0);
  clearInterval(dripping);
}, 90_000);

test('one user has five sockets at most: older ones are closed for good', async () => {
  const player = await Player.guest(url());
  const sockets = await Promise.all(Array.from({ length: 12 }, () => openSocket(player)));
  const closes: number[] = [];
  for (const socket of sockets) {
    socket.once('close', (code) => closes.push(code));
    socket.send(JSON.stringify({ type: 'auth', userId: player.user.id }));
  }
  await expect.poll(() => closes).toEqual(Array.from({ length: 7 }, () => 1000));
  for (const socket of sockets) socket.terminate();
});

test('a rejected upgrade ends the connection, even if the client keeps its half open', async () => {
  const { port, hostname } = new URL(url());
  const half = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  half.on('error', () => undefined);
  half.write('GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  half.resume();
  await once(half, 'end');
  // The client has gone: these bytes have no reader.
  const drip = setInterval(() => half.write('x'), 50);
  await expect.poll(() => half.destroyed).toBe(true);
  clearInterval(drip);
});
