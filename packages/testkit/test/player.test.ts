import type { ClientMessage, Game, User } from '@fifteen/contract';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { Player } from '../src/player.ts';

const urlOf = (server: { address(): unknown }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Returns a player of a gateway that responds to each message with those that `respond` returns. */
async function playerOf(respond: (message: ClientMessage) => readonly object[]) {
  const gateway = new WebSocketServer({ port: 0 });
  onTestFinished(() => gateway.close());
  await once(gateway, 'listening');
  const received: string[] = [];
  gateway.on('connection', (socket) =>
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ClientMessage;
      received.push(message.type);
      for (const response of respond(message)) socket.send(JSON.stringify(response));
    }),
  );
  const player = new Player(urlOf(gateway));
  vi.spyOn(player, 'user', 'get').mockReturnValue({ id: 'ann' } as User);
  return { player, gateway, received };
}

const confirm = ({ type }: ClientMessage): readonly object[] =>
  type === 'auth' ? [{ type: 'connected' }] : [];

test('a connection that the server does not confirm in time is closed, and never counts', async () => {
  const { player, gateway, received } = await playerOf(() => []);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const connecting = expect(player.connect()).rejects.toThrow('no connected');
  const [socket] = (await once(gateway, 'connection')) as [WebSocket];
  const closed = once(socket, 'close');
  await once(socket, 'message');
  expect(received).toEqual(['auth']);
  expect(player.connected).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  await connecting;
  await closed;
  expect(player.connected).toBe(false);
});

test('a server that accepts connections without a handshake is given up after five seconds', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await expect(new Player(urlOf(server)).connect()).rejects.toThrow('handshake has timed out');
}, 8_000);

test('attempts to connect at the same time share a connection', async () => {
  const { player, gateway, received } = await playerOf(confirm);
  const connected: string[] = [];
  player.onConnected = (url) => connected.push(url);
  await Promise.all([player.connect(), player.connect()]);
  expect(player.connected).toBe(true);
  expect(gateway.clients.size).toBe(1);
  expect(received).toEqual(['auth']);
  expect(connected).toEqual([player.url]);
  player.close();
});

test('an older state of a game does not replace a newer one', () => {
  const player = new Player('');
  const [older, newer] = [1, 2].map((version) => ({ id: 'g1', version }) as Game);
  for (const game of [newer!, older!]) player.updateGame(game);
  expect(player.game).toBe(newer);
});
