import type { Game, ServerMessage } from '@fifteen/contract';
import type { Player } from '@fifteen/testkit/player';
import { appendFileSync } from 'node:fs';

/** How a request ended for its client. `unknown`: no response came, so it may have happened. */
export type Outcome = 'ok' | 'rejected' | 'unknown';

/** Something that a client did or received. The last kinds explain why it did not move. */
export type Entry = { readonly user: string } & (
  | { readonly kind: 'account'; readonly coins: number }
  | {
      readonly kind: 'game';
      readonly gameId: string;
      readonly version: number;
      readonly moves: readonly number[];
      readonly status: Game['status'];
      readonly winner: 'X' | 'O' | null;
    }
  | {
      readonly kind: 'move';
      readonly gameId: string;
      readonly position: number;
      /** Its number in the game, from 1, if the client has sent it. */
      readonly ply?: number | undefined;
    }
  | { readonly kind: 'balance'; readonly coins: number; readonly version: number }
  | { readonly kind: 'left'; readonly gameId: string }
  | { readonly kind: 'unlisted'; readonly text: string }
  | { readonly kind: 'award'; readonly game: string; readonly outcome: Outcome }
  | { readonly kind: 'chat'; readonly text: string; readonly outcome: Outcome }
  | { readonly kind: 'registered' | 'named'; readonly name: string }
  | { readonly kind: 'blocked'; readonly other: string }
  | { readonly kind: 'purchase'; readonly item: string; readonly price: number; readonly outcome: Outcome }
  | {
      readonly kind: 'gift';
      readonly key: string;
      readonly recipient: string;
      readonly amount: number;
      readonly outcome: Outcome;
    }
  | { readonly kind: 'connected'; readonly gateway: string; readonly ms: number }
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'move rejected'; readonly gameId: string | undefined; readonly code: string }
  /** What the player does from now on, as a verb with its object. */
  | { readonly kind: 'step'; readonly step: string }
);

/** An entry, and when it was made. */
export type TimedEntry = Entry & { readonly at: Date };

/** Everything that the clients of a run did and received, in order; also as JSON lines in a file. */
export class History {
  readonly entries: TimedEntry[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add(entry: Entry): void {
    const timed = { at: new Date(), ...entry };
    this.entries.push(timed);
    appendFileSync(this.#file, `${JSON.stringify(timed)}\n`);
  }

  /** Records the games, results, balances and rejected moves that a player receives from now on, and its connections. */
  follow(player: Player): void {
    const versions = new Map<string, number>();
    player.onMessage = (message) => this.#receive(player.user.id, message, versions);
    player.onConnected = (gateway, ms) => this.add({ user: player.user.id, kind: 'connected', gateway, ms });
    player.onClosed = (code) => this.add({ user: player.user.id, kind: 'closed', code });
  }

  #receive(user: string, message: ServerMessage, versions: Map<string, number>): void {
    if (message.type === 'balance_changed')
      this.add({ user, kind: 'balance', coins: message.coins, version: message.version });
    if (message.type === 'move_error')
      this.add({ user, kind: 'move rejected', gameId: message.gameId, code: message.code });
    if (!('game' in message) || !message.game) return;
    const { id, version } = message.game;
    if ((versions.get(id) ?? -1) >= version) return;
    versions.set(id, version);
    this.addGame(user, message.game);
  }

  addGame(user: string, { id, version, moves, status, winner }: Game): void {
    this.add({ user, kind: 'game', gameId: id, version, moves, status, winner });
  }
}
