import { clearTimeout, setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { BACKOFF } from '../../../packages/contract/src/backoff.ts';
import type { ClientMessage, ServerMessage } from '../../../packages/contract/src/index.ts';
import { connectionsLost } from './metrics.ts';

/** Timeout of an attempt, from the upgrade to the message `connected`. */
const OPEN_MS = 10_000;

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A player's socket. A lost one is opened at the next gateway, as it is for a browser behind a load balancer. */
export class Connection {
  /** Receives every message. */
  onMessage: (message: ServerMessage) => void = () => undefined;
  /** Runs when an open connection is lost. */
  onLost: () => void = () => undefined;
  isOpen = false;
  /** Milliseconds by which the server's clock is ahead of the client's. */
  clockOffsetMs = 0;
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

  /** Opens the connection, with retries. Returns true once the server has accepted it, false after the timeout. */
  async open(timeoutMs: number): Promise<boolean> {
    for (const until = Date.now() + timeoutMs; Date.now() < until;) {
      if (await this.#tryConnect()) {
        this.#failures = 0;
        return true;
      }
      this.#gateway += 1;
      await this.backOff();
    }
    return false;
  }

  /** Waits before a reconnect, as long as the web app does. */
  backOff(): Promise<void> {
    const wait = BACKOFF.base * BACKOFF.factor ** this.#failures + Math.random() * BACKOFF.jitter;
    this.#failures += 1;
    return sleep(Math.min(BACKOFF.cap, wait));
  }

  send(message: ClientMessage): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Closes the socket without calling `onLost`. */
  close(): void {
    this.isOpen = false;
    this.#socket?.close();
  }

  #tryConnect(): Promise<boolean> {
    const url = this.#urls[this.#gateway % this.#urls.length] ?? '';
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`);
    this.#socket = socket;
    return new Promise((resolve) => {
      const timer = setTimeout(() => socket.close(), OPEN_MS);
      const finish = (isAccepted: boolean): void => {
        clearTimeout(timer);
        resolve(isAccepted);
      };
      let sentAt = 0;
      socket.onopen = () => {
        sentAt = Date.now();
        socket.send(JSON.stringify({ type: 'auth', userId: this.#userId }));
      };
      socket.onmessage = (event) => {
        const message = JSON.parse(String(event?.data)) as ServerMessage;
        if (message.type !== 'connected') return this.onMessage(message);
        this.clockOffsetMs = message.serverTime - (sentAt + Date.now()) / 2;
        this.isOpen = true;
        finish(true);
      };
      const onClose = (): void => {
        finish(false);
        if (this.#socket === socket && this.isOpen) this.#handleLoss();
      };
      socket.onclose = onClose;
      socket.onerror = onClose;
    });
  }

  /** Moves on to the next gateway, as a load balancer does. */
  #handleLoss(): void {
    this.isOpen = false;
    this.#gateway += 1;
    connectionsLost.add(1);
    this.onLost();
  }
}
