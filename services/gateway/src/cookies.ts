import { fastifyCookie } from '@fastify/cookie';

/** Names of the session's and the flow's cookie. On https they are bound to host and path by their prefix. */
export interface CookieNames {
  session: string;
  flow: string;
  secure: boolean;
}

export function cookieNames(publicUrl: string): CookieNames {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  return { session: `${prefix}sid`, flow: `${prefix}flow`, secure };
}

/** The session's token in a Cookie header. */
export const tokenFrom = (header: string | undefined, names: CookieNames): string | undefined =>
  header ? fastifyCookie.parse(header)[names.session] : undefined;
