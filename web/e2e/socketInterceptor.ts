import type { BrowserContext, Page } from '@playwright/test';

/** Closes a browser's socket at a chosen message, which is lost. */
export interface SocketInterceptor {
  /** Loses the next message of a type from the page. Resolves when it is lost and the socket closed. */
  loseRequest(type: string): Promise<void>;
  /** Loses the next message of a type from the server. Resolves when it is lost and the socket closed. */
  loseResponse(type: string): Promise<void>;
}

/** Neither a clean close nor one that requires a new sign-in: the app reconnects by itself. */
const CLOSE_CODE = 3000;

interface PendingLoss {
  type: string;
  done: () => void;
}

const typeOf = (frame: string | Buffer): unknown => (JSON.parse(String(frame)) as { type?: unknown }).type;

/** Intercepts the sockets of a browser. Call it before the first page is opened. */
export async function interceptSocket(context: BrowserContext): Promise<SocketInterceptor> {
  let request: PendingLoss | null = null;
  let response: PendingLoss | null = null;
  await context.routeWebSocket('**/ws', (page) => {
    const server = page.connectToServer();
    const lose = (loss: PendingLoss) => {
      void page.close({ code: CLOSE_CODE });
      void server.close();
      loss.done();
    };
    page.onMessage((frame) => {
      const loss = request;
      if (!loss || loss.type !== typeOf(frame)) return server.send(frame);
      request = null;
      lose(loss);
    });
    server.onMessage((frame) => {
      const loss = response;
      if (!loss || loss.type !== typeOf(frame)) return page.send(frame);
      response = null;
      lose(loss);
    });
  });
  return {
    loseRequest: (type) => new Promise((done) => (request = { type, done })),
    loseResponse: (type) => new Promise((done) => (response = { type, done })),
  };
}

/** Loses the response to the next call of this address, which the server has carried out. */
export async function loseHttpResponse(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
