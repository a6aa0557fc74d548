import type { Account, IdentityService } from '@fifteen/proto/identity';
import { AppError, isAppError, type Calls } from '@fifteen/runtime';
import { LRUCache } from 'lru-cache';
import type { Pushes } from './pushes.ts';

/** How long a session is believed without asking again; a revocation that is heard ends it at once. */
const BELIEVED_MS = 60_000;
const SESSIONS = 50_000;
/** Longer tokens are nobody's. */
const TOKEN_MAX = 128;

/** Who speaks: proven by the cookie, never by what a request says. */
export interface Who {
  readonly userId: string;
  /** Safe to log. */
  readonly sessionId: string;
  readonly token: string;
  readonly guest: boolean;
  readonly account: Account;
}

interface Entry {
  who: Who;
  release: () => void;
}

/** Sessions by their tokens, asked of identity and believed for a while. */
export class Sessions {
  readonly #identity: Pick<Calls<typeof IdentityService>, 'authenticate'>;
  readonly #pushes: Pushes;
  readonly #entries = new LRUCache<string, Entry>({
    max: SESSIONS,
    ttl: BELIEVED_MS,
    ttlAutopurge: false,
    dispose: ({ release }) => release(),
  });

  constructor(identity: Pick<Calls<typeof IdentityService>, 'authenticate'>, pushes: Pushes) {
    this.#identity = identity;
    this.#pushes = pushes;
    setInterval(() => this.#entries.purgeStale(), BELIEVED_MS).unref();
  }

  /** Whether this session is believed now, without asking anybody. */
  believes(token: string): boolean {
    return this.#entries.has(token);
  }

  /** Whose session this is, undefined for nobody's. Errors: SERVICE_UNAVAILABLE. */
  async find(token: string | undefined): Promise<Who | undefined> {
    if (!token || token.length > TOKEN_MAX) return undefined;
    return this.#entries.get(token)?.who ?? (await this.ask(token));
  }

  /** The same, without believing what was said before. */
  async ask(token: string): Promise<Who | undefined> {
    try {
      const { id, account } = await this.#identity.authenticate({ token });
      if (!account) throw new AppError('UNAUTHORIZED', 'Unauthorized');
      const who = { userId: account.id, sessionId: id, token, guest: account.guest, account };
      this.#entries.delete(token);
      this.#entries.set(token, { who, release: this.#listen(who) });
      return who;
    } catch (error) {
      if (!isAppError(error, 'UNAUTHORIZED')) throw error;
      this.forget(token);
      return undefined;
    }
  }

  forget(token: string): void {
    this.#entries.delete(token);
  }

  #listen({ userId, sessionId, token }: Who): () => void {
    return this.#pushes.listen('user', userId, (body) => {
      if (body.$case === 'sessionRevoked' && (body.value.sessionId || sessionId) === sessionId)
        this.forget(token);
    });
  }
}
