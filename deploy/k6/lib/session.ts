import { check, sleep } from 'k6';
import http, { type RefinedResponse } from 'k6/http';
import type { Game } from '../../../packages/contract/src/index.ts';
import { errors } from './metrics.ts';

/** Attempts of a call before its failure counts, and the pause between two: every call is safe to repeat. */
const TRIES = 5;
const RETRY_SECONDS = 0.5;

/** Calls the API with the session of this virtual user: k6 keeps the cookies. */
export class Session {
  readonly #urls: readonly string[];
  #gateway: number;

  constructor(urls: readonly string[], first: number) {
    this.#urls = urls;
    this.#gateway = first;
  }

  /** Signs in as a new guest. Returns their id, or undefined when the gateway rejects it. */
  signIn(): string | undefined {
    return (this.#call('guest', 'POST', '/api/auth/guest', 201) as { id: string } | undefined)?.id;
  }

  /** Returns the current balance of the user in the ledger. */
  coins(): number | undefined {
    return (this.#call('user', 'GET', '/api/auth/user', 200) as { coins: number } | undefined)?.coins;
  }

  /** Returns the server's record of a game. */
  game(id: string): Game | undefined {
    return this.#call('game', 'GET', `/api/games/${id}`, 200) as Game | undefined;
  }

  /** Ends the session, and with it the guest. */
  signOut(): void {
    this.#call('logout', 'POST', '/api/auth/logout', 204);
  }

  /** Repeats a call at the next gateway while one is unavailable, as a load balancer does. */
  #call(name: string, method: 'GET' | 'POST', path: string, status: number): unknown {
    let response = this.#request(name, method, path);
    for (let tries = 1; (response.status === 0 || response.status === 503) && tries < TRIES; tries += 1) {
      this.#gateway += 1;
      sleep(RETRY_SECONDS);
      response = this.#request(name, method, path);
    }
    const isExpected = check(response, {
      [`${name} is answered`]: ({ status: received }) => received === status,
    });
    errors.add(!isExpected);
    return isExpected && response.body ? response.json() : undefined;
  }

  #request(name: string, method: 'GET' | 'POST', path: string): RefinedResponse<'text'> {
    const url = this.#urls[this.#gateway % this.#urls.length] ?? '';
    return http.request(method, url + path, null, { tags: { name } });
  }
}
