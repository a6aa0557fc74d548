import type { BrowserContext, Page } from '@playwright/test';

/** The line of a browser, which can be cut at a word. */
export interface Wire {
  /** Loses the next frame of that type that the page sends, and the connection with it. Resolves when that has happened. */
  loseAsked(type: string): Promise<void>;
  /** The same with the next one that the server sends. */
  loseAnswer(type: string): Promise<void>;
}

/** Neither a clean close nor one that asks for a new sign-in: the app has to come back by itself. */
const CUT = 3000;

interface Trap {
  type: string;
  sprung: () => void;
}

const typeOf = (frame: string | Buffer): unknown => (JSON.parse(String(frame)) as { type?: unknown }).type;

/** Lays a wire that lets everything pass but for what is to be lost; before the first page is opened. */
export async function layWire(context: BrowserContext): Promise<Wire> {
  let asked: Trap | null = null;
  let answer: Trap | null = null;
  await context.routeWebSocket('**/ws', (page) => {
    const server = page.connectToServer();
    const cut = (trap: Trap) => {
      void page.close({ code: CUT });
      void server.close();
      trap.sprung();
    };
    page.onMessage((frame) => {
      const trap = asked;
      if (!trap || trap.type !== typeOf(frame)) return server.send(frame);
      asked = null;
      cut(trap);
    });
    server.onMessage((frame) => {
      const trap = answer;
      if (!trap || trap.type !== typeOf(frame)) return page.send(frame);
      answer = null;
      cut(trap);
    });
  });
  return {
    loseAsked: (type) => new Promise((sprung) => (asked = { type, sprung })),
    loseAnswer: (type) => new Promise((sprung) => (answer = { type, sprung })),
  };
}

/** Lets the server do what the next such call asks for, and loses the answer on its way. */
export async function loseCallAnswer(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
