/** Names of the cookies of a session, a flow of codes, and a device. On https their prefix binds them to host and path. */
export interface CookieNames {
  session: string;
  flow: string;
  device: string;
  secure: boolean;
}

/** The names of our cookies: bound to the host where the site is on https. */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  return { session: `${prefix}sid`, flow: `${prefix}flow`, device: `${prefix}did`, secure };
}

const DEVICE = /^[\w-]{22}$/;

/** The session's token in a Cookie header. */
export const tokenFrom = (header: string | undefined, { session }: CookieNames): string | undefined =>
  cookieFrom(header, session);

/** The device in a Cookie header; empty when there is none or it is malformed. */
export function deviceFrom(header: string | undefined, { device }: CookieNames): string {
  const carried = cookieFrom(header, device) ?? '';
  return DEVICE.test(carried) ? carried : '';
}

function cookieFrom(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}
