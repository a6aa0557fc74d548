import type { SessionGrant } from '@fifteen/proto/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tokenFrom, type CookieNames } from '../cookies.ts';

/** Codes live ten minutes; so does the cookie that binds them to a browser. */
const FLOW_SECONDS = 600;
const LANGUAGES_MAX = 200;

/** A request as far as identity wants to know where it came from. */
export interface Sender {
  ip: string;
  request: FastifyRequest;
}

/** What a browser carries for us: the session's cookie and that of a flow of codes, neither of which scripts can read. */
export class Browser {
  readonly #cookies: CookieNames;
  readonly #shared: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: '/' };

  constructor(cookies: CookieNames) {
    this.#cookies = cookies;
    this.#shared = { httpOnly: true, sameSite: 'lax', secure: cookies.secure, path: '/' };
  }

  /** The session's token; empty for none. */
  token({ request }: Sender): string {
    return tokenFrom(request.headers.cookie, this.#cookies) ?? '';
  }

  flow({ request }: Sender): string {
    return request.cookies[this.#cookies.flow] ?? '';
  }

  signIn(reply: FastifyReply, { token, session }: SessionGrant): void {
    const expires = session?.expiresAt ?? new Date(0);
    reply.setCookie(this.#cookies.session, token, { ...this.#shared, expires });
  }

  signOut(reply: FastifyReply): void {
    reply.clearCookie(this.#cookies.session, this.#shared);
  }

  beginFlow(reply: FastifyReply, flow: string): void {
    reply.setCookie(this.#cookies.flow, flow, { ...this.#shared, maxAge: FLOW_SECONDS });
  }

  endFlow(reply: FastifyReply): void {
    reply.clearCookie(this.#cookies.flow, this.#shared);
  }
}

/** Where a request came from, and what its person reads. */
export const originOf = ({ ip, request }: Sender) => ({
  ip,
  locale: (request.headers['accept-language'] ?? '').slice(0, LANGUAGES_MAX),
});

/** The key of a repeat that identity itself knows. */
export const keyOf = ({ request }: Sender): string => String(request.headers['idempotency-key'] ?? '');
