import { setTimeout as sleep } from 'node:timers/promises';
import { Player } from '@fifteen/testkit/player';
import { retryWhenBusy } from '../lib/retry-when-busy.ts';
import { postFrom } from './addresses.ts';
import type { SendOne } from './storm.ts';

/** Players who search by turns: enough for 500 searches a second, of which each takes a player for three seconds. */
const SEARCHERS = 1_500;
const PASSWORD = 'storm-of-logins-3';

const post = (url: string, path: string, body: object = {}): Promise<Response> =>
  postFrom(new URL(path, url), '', body);

/** New guests. */
export const guests =
  (url: string): SendOne =>
  () =>
    post(url, '/api/auth/guest');

/** Logins of names that no account has, each of which costs a hash as any other. */
export function logins(url: string): SendOne {
  let number = 0;
  return async () => {
    const response = await post(url, '/api/auth/login', {
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

/** A player who searches again and again, from one address. */
class Searcher {
  readonly #player: Player;
  readonly #index: number;
  #roomId: string | undefined;

  constructor(player: Player, index: number) {
    this.#player = player;
    this.#index = index;
    player.onMessage = (message) => {
      if (message.type === 'game_started') this.#roomId = message.game.roomId ?? undefined;
      player.received.length = 0;
    };
  }

  search(): Promise<Response> {
    this.#roomId = undefined;
    return this.#post('/api/matchmaking/join', { betAmount: 0 });
  }

  /** Leaves the queue, or the match. */
  async leave(): Promise<void> {
    const left = await this.#post('/api/matchmaking/leave');
    const { status } = (await left.json()) as { status?: string };
    if (status === 'matched') await sleep(START_MS);
    if (this.#roomId) await (await this.#post(`/api/rooms/${this.#roomId}/leave`)).arrayBuffer();
  }

  #post(path: string, body: object = {}): Promise<Response> {
    return postFrom(new URL(path, this.#player.url), this.#player.cookie, body, this.#index);
  }
}

/** Searches for a friendly game. Each player leaves the queue, or the match, before the next one. */
export async function searches(url: string): Promise<SendOne> {
  const free = (await openSearchers(url)).map((player, index) => new Searcher(player, index));
  return () => {
    const searcher = free.shift();
    if (!searcher) return undefined;
    const response = searcher.search();
    // A player who could not leave is rejected at the next search, with 409.
    void response
      .then(({ ok }) => (ok ? searcher.leave() : undefined))
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
