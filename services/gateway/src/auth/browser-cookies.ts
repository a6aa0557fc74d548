import { randomBytes } from 'node:crypto';
import type { Origin, SessionGrant } from '@fifteen/proto/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieNames } from './cookies.ts';

/** The flow cookie outlives its code of ten minutes, so that a late Resend still names the registration it was for. */
const FLOW_SECONDS = 3_600;
const LANGUAGES_MAX = 200;
const DEVICE = /^[\w-]{22}$/;
/** The longest a browser keeps a cookie. */
const DEVICE_SECONDS = 400 * 86_400;

/** A request as far as identity wants to know where it came from. */
export interface BrowserRequest {
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a browser carries for us: the cookies of a session, a flow of codes and a device; scripts can read none. */
export class BrowserCookies {
  readonly #cookies: CookieNames;
  readonly #shared: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: '/' };

  constructor(cookies: CookieNames) {
    this.#cookies = cookies;
    this.#shared = { httpOnly: true, sameSite: 'lax', secure: cookies.secure, path: '/' };
  }

  /** The session's token; empty for none. */
  token({ request }: Pick<BrowserRequest, 'request'>): string {
    return request.cookies[this.#cookies.session] ?? '';
  }

  /** The device; empty when there is none or it is malformed. */
  device({ request }: Pick<BrowserRequest, 'request'>): string {
    const carried = request.cookies[this.#cookies.device] ?? '';
    return DEVICE.test(carried) ? carried : '';
  }

  flow({ request }: BrowserRequest): string {
    return request.cookies[this.#cookies.flow] ?? '';
  }

  signIn(reply: FastifyReply, { token, session }: SessionGrant): void {
    this.keepSession(reply, token, session?.expiresAt ?? new Date(0));
  }

  /** Gives the browser the cookie of its session again, with the session's present end. */
  keepSession(reply: FastifyReply, token: string, expires: Date): void {
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

  /** Where a request came from, and the language of its user. A browser without a device cookie receives one. */
  origin({ ip, request, reply }: BrowserRequest): Origin {
    const locale = (request.headers['accept-language'] ?? '').slice(0, LANGUAGES_MAX);
    const carried = this.device({ request });
    const device = carried || randomBytes(16).toString('base64url');
    reply.setCookie(this.#cookies.device, device, { ...this.#shared, maxAge: DEVICE_SECONDS });
    return { ip, locale, device, deviceCarried: carried !== '' };
  }
}

/** The key of a repeat that identity itself knows. */
export const keyOf = ({ request }: BrowserRequest): string =>
  String(request.headers['idempotency-key'] ?? '');
