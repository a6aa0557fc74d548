import { setTimeout as sleep } from 'node:timers/promises';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';
import { postFromAnywhere } from './addresses.ts';
import type { SendOne } from './storm.ts';

/** Players who search by turns. */
const SEARCHERS = 200;
const PASSWORD = 'storm-of-logins-3';

const post = (url: string, path: string, cookie: string, body: object = {}): Promise<Response> =>
  postFromAnywhere(new URL(path, url), cookie, body);

/** New guests. */
export const guests =
  (url: string): SendOne =>
  () =>
    post(url, '/api/auth/guest', '');

/** Logins of names that no account has, each of which costs a hash as any other. */
export function logins(url: string): SendOne {
  let number = 0;
  return async () => {
    const response = await post(url, '/api/auth/login', '', {
      username: `stranger${(number += 1) % 5_000}`,
      password: PASSWORD,
    });
    // A wrong password is what an accepted login of this kind gets.
    if (response.status !== 401) return response;
    await response.arrayBuffer();
    return new Response(null, { status: 200 });
  };
}

/** Milliseconds in which a match starts its game. */
const START_MS = 1_500;

/** A player who searches again and again. */
class Searcher {
  readonly #player: Player;
  #roomId: string | undefined;

  constructor(player: Player) {
    this.#player = player;
    player.onMessage = (message) => {
      if (message.type === 'game_started') this.#roomId = message.game.roomId ?? undefined;
      player.received.length = 0;
    };
  }

  search(url: string): Promise<Response> {
    this.#roomId = undefined;
    return post(url, '/api/matchmaking/join', this.#player.cookie, { betAmount: 0 });
  }

  /** Leaves the queue, or the match. */
  async leave(): Promise<void> {
    const { matchmaking, rooms } = this.#player.api;
    const { status } = await matchmaking.leave();
    if (status === 'matched') await sleep(START_MS);
    if (this.#roomId) await rooms.leave({ params: { id: this.#roomId } });
  }
}

/** Searches for a friendly game. Each player leaves the queue, or the match, before the next one. */
export async function searches(url: string): Promise<SendOne> {
  const free = (await openSearchers(url)).map((player) => new Searcher(player));
  return () => {
    const searcher = free.shift();
    if (!searcher) return undefined;
    const response = searcher.search(url);
    // A player who could not leave is rejected at the next search, with 409.
    void response
      .then(() => searcher.leave())
      .catch(() => undefined)
      .then(() => free.push(searcher));
    return response;
  };
}

async function openSearchers(url: string): Promise<Player[]> {
  const all: Player[] = [];
  const open = async (): Promise<Player> => {
    const player = await retryWhenBusy(() => Player.guest(url));
    await player.connect();
    return player;
  };
  while (all.length < SEARCHERS) all.push(...(await Promise.all(Array.from({ length: 10 }, open))));
  return all;
}
