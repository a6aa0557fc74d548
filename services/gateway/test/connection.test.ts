import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServerMessage } from '@fifteen/contract';
import { WebSocket, WebSocketServer } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Who } from '../src/sessions.ts';
import { Connection } from '../src/socket/connection.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, perMessageDeflate: false });
  await once(server, 'listening');
});
afterAll(() => server.close());

const who = { userId: 'ann', sessionId: 's' } as Who;
const large: ServerMessage = { type: 'game_expired', gameId: 'g', roomId: null, message: 'x'.repeat(10_000) };

/** A line: our end of it, and the client's. */
async function line() {
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
    [WebSocket],
    unknown,
  ];
  return { client, socket, connection: new Connection(socket, who, '127.0.0.1') };
}

describe('a connection', () => {
  test('to a client that does not read is ended before much waits for it', async () => {
    const { client, socket, connection } = await line();
    client.pause();
    let most = 0;
    for (let sent = 0; sent < 5_000 && socket.readyState === socket.OPEN; sent += 1) {
      connection.tell(large);
      most = Math.max(most, socket.bufferedAmount);
      if (sent % 20 === 0) await new Promise(setImmediate);
    }
    expect(socket.readyState).not.toBe(socket.OPEN);
    // 64 messages of 10 kB or 256 KiB, whichever comes first, and one more.
    expect(most).toBeLessThan(300 * 1024);
    await once(socket, 'close');
    client.terminate();
  });

  test('to a client that reads is not, however much it is sent', async () => {
    const { client, socket, connection } = await line();
    let heard = 0;
    client.on('message', () => (heard += 1));
    for (let sent = 0; sent < 2_000; sent += 1) {
      connection.tell(large);
      if (sent % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await expect.poll(() => heard).toBe(2_000);
    expect(socket.readyState).toBe(socket.OPEN);
    client.terminate();
  });
});
