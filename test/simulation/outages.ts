import type { SendHeartbeatRequest } from '@fifteen/proto/game';
import { clock } from './clock.ts';
import { Process } from './process.ts';
import type { World } from './world.ts';

/** What keeps players from their moves: no replica of the game service has its database, or no gateway reaches it. */
const CAUSES = ['game service', 'gateways'] as const;
type Cause = (typeof CAUSES)[number];

/** A time in which no player could move, in milliseconds since the epoch. */
export interface Outage {
  cause: Cause;
  from: number;
  until: number;
}

const POLL_MS = 20;

/** Observes when no player could move, by what is up: the product knows only what it noticed. */
export class Outages {
  readonly #world: World;
  readonly #all: Outage[] = [];
  readonly #open = new Map<Cause, Outage>();

  constructor(world: World) {
    this.#world = world;
    Process.outside(() => this.#poll());
  }

  /**
   * Observes a call that a service has handled. The game service dates a report of players, or a move, by its arrival: one
   * that the network held up since before an outage of the gateways delays the beginning of what it can notice.
   */
  observe(path: string, request: unknown): void {
    const isReport =
      path === '/fifteen.game.v1.GameService/SendHeartbeat'
        ? (request as SendHeartbeatRequest).users > 0
        : path === '/fifteen.game.v1.GameService/Move';
    const outage = this.#open.get('gateways');
    if (isReport && outage) outage.from = clock.now;
  }

  /** Returns the outages that were at least so many milliseconds long, in the order of their beginnings. */
  longerThan(ms: number): Outage[] {
    return this.#all.filter(({ from, until }) => until - from >= ms);
  }

  #poll(): void {
    const { network, servers } = this.#world;
    const isUp: Readonly<Record<Cause, boolean>> = {
      'game service': servers.postgres.game.isUp && network.isServed('game'),
      gateways: network.isConnected('player', 'game'),
    };
    for (const cause of CAUSES) this.#note(cause, isUp[cause]);
    clock.after(POLL_MS, () => this.#poll());
  }

  #note(cause: Cause, isUp: boolean): void {
    if (isUp) return void this.#open.delete(cause);
    const outage = this.#open.get(cause) ?? { cause, from: clock.now, until: clock.now };
    outage.until = clock.now;
    if (this.#open.has(cause)) return;
    this.#open.set(cause, outage);
    this.#all.push(outage);
  }
}
