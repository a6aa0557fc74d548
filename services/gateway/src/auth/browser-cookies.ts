import { randomBytes } from 'node:crypto';
import type { Origin, SessionGrant } from '@fifteen/proto/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieNames } from './cookies.ts';

/**
 * Lifetime of the flow cookie. It exceeds the ten minutes of its code, so that a late Resend still names the
 * registration.
 */
const FLOW_SECONDS = 3_600;
const LANGUAGES_MAX = 200;
const DEVICE = /^[\w-]{22}$/;
/** Longest lifetime that browsers accept. */
const DEVICE_SECONDS = 400 * 86_400;

/** The part of a request that identifies its origin. */
export interface BrowserRequest {
  ip: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The cookies of a browser: for a session, a flow of codes, and a device. Scripts cannot read them. */
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
    this.setSession(reply, token, session?.expiresAt ?? new Date(0));
  }

  /** Sends the session cookie again, with the session's current end. */
  setSession(reply: FastifyReply, token: string, expires: Date): void {
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

  /** Returns the origin of a request and the language of its user. A browser without a device cookie receives one. */
  origin({ ip, request, reply }: BrowserRequest): Origin {
    const locale = (request.headers['accept-language'] ?? '').slice(0, LANGUAGES_MAX);
    const carried = this.device({ request });
    const device = carried || randomBytes(16).toString('base64url');
    reply.setCookie(this.#cookies.device, device, { ...this.#shared, maxAge: DEVICE_SECONDS });
    return { ip, locale, device, deviceCarried: carried !== '' };
  }
}
