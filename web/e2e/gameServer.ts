import type { Page, WebSocketRoute } from '@playwright/test';

/** A server for the socket of a page, controlled by the test. */
export interface GameServer {
  /** Sends a message to the page. */
  send(message: object): void;
  /** Closes the connection and accepts no other. */
  stop(): Promise<void>;
}

/** A game server that sends what the test wants it to; `now` is its clock. */
export async function gameServer(
  page: Page,
  userId: string,
  now: () => number = Date.now,
): Promise<GameServer> {
  let connection: WebSocketRoute | undefined;
  let isUp = true;
  await page.routeWebSocket('/ws', (socket) => {
    if (!isUp) return;
    connection = socket;
    const send = (type: string, more: object) =>
      socket.send(JSON.stringify({ type, serverTime: now(), ...more }));
    socket.onMessage((frame) => {
      const { type, timestamp } = JSON.parse(String(frame)) as { type: string; timestamp?: number };
      if (type === 'auth') send('connected', { userId });
      if (type === 'ping') send('pong', { timestamp });
    });
  });
  return {
    send: (message) => connection?.send(JSON.stringify(message)),
    stop: async () => {
      isUp = false;
      await connection?.close({ code: 3000 });
    },
  };
}
