import { clearTimeout, setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { BACKOFF } from '../../../packages/contract/src/constants.ts';
import type { ClientMessage, ServerMessage } from '../../../packages/contract/src/index.ts';
import { connectionsLost } from './metrics.ts';

/** An upgrade and its `connected` take no longer, or the line counts as not to be had. */
const OPEN_MS = 10_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A player's socket, which goes from one gateway to the next when it is lost, as a browser behind a balancer does. */
export class Line {
  /** Told of every message. */
  onMessage: (message: ServerMessage) => void = () => undefined;
  /** Told when a line that was open is gone. */
  onLost: () => void = () => undefined;
  isOpen = false;
  /** Milliseconds by which the server's clock is ahead of ours. */
  ahead = 0;
  readonly #urls: readonly string[];
  readonly #userId: string;
  #gateway: number;
  #failures = 0;
  #socket: WebSocket | undefined;

  constructor(urls: readonly string[], first: number, userId: string) {
    this.#urls = urls;
    this.#gateway = first;
    this.#userId = userId;
  }

  /** Opens the line, however often that takes. Resolves when the server has agreed to it; false when it never did. */
  async open(patienceMs: number): Promise<boolean> {
    for (const until = Date.now() + patienceMs; Date.now() < until;) {
      if (await this.#attempt()) {
        this.#failures = 0;
        return true;
      }
      this.#gateway += 1;
      await this.backOff();
    }
    return false;
  }

  /** Waits as the web app does before it comes back. */
  backOff(): Promise<void> {
    const wait = BACKOFF.base * BACKOFF.factor ** this.#failures + Math.random() * BACKOFF.jitter;
    this.#failures += 1;
    return sleep(Math.min(BACKOFF.cap, wait));
  }

  send(message: ClientMessage): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Ends it for good, or as a lost line does. */
  close(): void {
    this.isOpen = false;
    this.#socket?.close();
  }

  #attempt(): Promise<boolean> {
    const url = this.#urls[this.#gateway % this.#urls.length] ?? '';
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
    this.#socket = socket;
    return new Promise((resolve) => {
      const late = setTimeout(() => socket.close(), OPEN_MS);
      const settle = (agreed: boolean): void => {
        clearTimeout(late);
        resolve(agreed);
      };
      let askedAt = 0;
      socket.onopen = () => {
        askedAt = Date.now();
        socket.send(JSON.stringify({ type: 'auth', userId: this.#userId }));
      };
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event?.data)) as ServerMessage;
        if (message.type !== 'connected') return this.onMessage(message);
        this.ahead = message.serverTime - (askedAt + Date.now()) / 2;
        this.isOpen = true;
        settle(true);
      };
      const end = (): void => {
        settle(false);
        if (this.#socket === socket && this.isOpen) this.#lose();
      };
      socket.onclose = end;
      socket.onerror = end;
    });
  }

  /** Whatever stands in front of the gateways would send us to another one. */
  #lose(): void {
    this.isOpen = false;
    this.#gateway += 1;
    connectionsLost.add(1);
    this.onLost();
  }
}
