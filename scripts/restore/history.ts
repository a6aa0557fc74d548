import type { Game } from '@fifteen/contract';
import { ApiError, type Player } from '@fifteen/testkit/player';
import { setTimeout as sleep } from 'node:timers/promises';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';

/** Pause between two purchases or messages of a player. */
const PAUSE_MS = 700;

/** Something that the product has acknowledged to a player. */
interface Acknowledged {
  /** When the response or message arrived: its commit was before. */
  readonly at: number;
  readonly what: string;
  /** Returns whether the restored product has it. */
  readonly isThere: (player: Player) => Promise<boolean>;
}

/** Everything that the product has acknowledged to one player before it was lost. */
export class History {
  readonly player: Player;
  readonly #entries: Acknowledged[] = [];
  /** Games as the restored product has them. */
  readonly #restored = new Map<string, Promise<Game | undefined>>();

  constructor(player: Player) {
    this.player = player;
    this.#add(
      `the account of ${player.user.id}`,
      async (now) => (await now.api.auth.user()).id === player.user.id,
    );
    player.onMessage = (message) => {
      if ('game' in message && message.game) this.#addGame(message.game);
    };
  }

  /** Makes friends with another player. */
  async befriend({ player: friend }: History): Promise<void> {
    const { request } = await this.player.api.friends.request({ body: { requestedId: friend.user.id } });
    await friend.api.friends.respond({ body: { requestId: request.id, response: 'accepted' } });
    this.#add(
      `the friendship with ${friend.user.id}`,
      async (now) => (await now.api.friends.list()).length === 1,
    );
  }

  /** Buys emojis and writes to a friend until the product is gone. */
  async spend(friend: Player, over: AbortSignal): Promise<void> {
    const emojis = await this.player.api.emojis.list();
    const onSale = emojis.filter(({ price }) => price > 0 && price < 1_000_000);
    for (const [index, { id, price }] of onSale.entries()) {
      if (over.aborted) return;
      await this.player.api.shop.purchaseEmoji({ body: { emojiId: id } });
      this.#add(`emoji ${id} for ${price}`, async (now) =>
        (await now.api.emojis.owned()).some(({ emojiId }) => emojiId === id),
      );
      const message = `message ${index}`;
      await this.player.api.chat.send({ body: { targetUserId: friend.user.id, message } });
      this.#add(message, async (now) => {
        const { messages } = await now.api.chat.history({ params: { userId: friend.user.id } });
        return messages.some((one) => one.message === message);
      });
      await sleep(PAUSE_MS);
    }
  }

  /** Returns what was acknowledged up to a moment, and what after it, which a restore to that moment loses. */
  count(moment: Date): { before: number; after: number } {
    const before = this.#entries.filter(({ at }) => at < moment.getTime()).length;
    return { before, after: this.#entries.length - before };
  }

  /** Returns a line for everything acknowledged before a moment that the restored product does not have. */
  async lost(moment: Date, url: string): Promise<string[]> {
    const now = this.player.openTab(url);
    const lost: string[] = [];
    for (const { at, what, isThere } of this.#entries) {
      if (at >= moment.getTime() || (await retryWhenBusy(() => isThere(now)))) continue;
      lost.push(`${this.player.user.id}: ${what}, acknowledged at ${new Date(at).toISOString()}, is lost`);
    }
    return lost;
  }

  #addGame({ id, moves, status, winner }: Game): void {
    this.#add(`game ${id}, ${status}, moves ${moves.join(' ')}`, async (now) => {
      const restored = this.#restored.get(id) ?? gameOf(now, id);
      this.#restored.set(id, restored);
      const game = await restored;
      if (!game || !moves.every((position, ply) => game.moves[ply] === position)) return false;
      return status === 'active' || (game.status === status && game.winner === winner);
    });
  }

  #add(what: string, isThere: Acknowledged['isThere']): void {
    this.#entries.push({ at: Date.now(), what, isThere });
  }
}

async function gameOf(player: Player, id: string): Promise<Game | undefined> {
  try {
    return await player.api.games.get({ params: { id } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
