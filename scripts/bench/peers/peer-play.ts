import { setTimeout as sleep } from 'node:timers/promises';
import type { Times } from '../bench-game.ts';
import { DRAWN_GAME } from '../bench-player.ts';
import type { PeerPair } from './install.ts';

/** Milliseconds of thought before a move, as in the play of this product's players. */
const THINK_MS = [25, 50] as const;
const TICK_MS = 1;

/** The load of real play on a peer: pairs begin games at random moments of a fixed rate, whatever the responses do. */
export class PeerPlay {
  readonly times: Times = { own: [], opponent: [] };
  readonly #free: PeerPair[];
  readonly #pairsPerMs: number;
  #isStopped = false;

  constructor(rate: number, pairs: readonly PeerPair[]) {
    this.#free = [...pairs];
    this.#pairsPerMs = rate / DRAWN_GAME.length / 1_000;
  }

  async run(): Promise<void> {
    let [next, due] = [performance.now(), 0];
    while (!this.#isStopped) {
      for (; next <= performance.now(); next -= Math.log(1 - Math.random()) / this.#pairsPerMs) due += 1;
      for (; due > 0; due -= 1) {
        const pair = this.#free.shift();
        if (!pair) break;
        void this.#play(pair);
      }
      await sleep(TICK_MS);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #play(pair: PeerPair): Promise<void> {
    let [sent, sentAt] = [0, 0];
    const received = [0, 0];
    let onAllReceived = (): void => undefined;
    const game = await pair.start((seat, moves) => {
      if (moves <= (received[seat] ?? 0) || moves !== sent) return;
      received[seat] = moves;
      const mover = (moves - 1) % 2;
      this.times[seat === mover ? 'own' : 'opponent'].push(performance.now() - sentAt);
      if (received.every((each) => each === moves)) onAllReceived();
    });
    for (const position of DRAWN_GAME) {
      const [first, extra] = THINK_MS;
      const ms = first + Math.floor(Math.random() * extra);
      sentAt = performance.now() + ms;
      await sleep(ms);
      const all = new Promise<void>((resolve) => (onAllReceived = resolve));
      sent += 1;
      game.move((sent - 1) % 2, position);
      await all;
    }
    await game.end();
    this.#free.push(pair);
  }
}
