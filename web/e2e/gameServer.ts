import type { Page, WebSocketRoute } from '@playwright/test';

/** The server's side of a page's socket, controlled by the test. */
export interface SocketServer {
  /** Sends a message to the page. */
  send(message: object): void;
  /** Closes the connection and accepts no other. */
  stop(): Promise<void>;
}

/** Replaces the server of the page's socket. `now` is the server's clock. */
export async function gameServer(
  page: Page,
  userId: string,
  now: () => number = Date.now,
): Promise<SocketServer> {
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
