/**
 * Names of the cookies for a session, a flow of codes, and a device. On https their prefix binds them to host and path.
 */
export interface CookieNames {
  session: string;
  flow: string;
  device: string;
  secure: boolean;
}

/** Returns the names of the cookies. They are bound to the host if the site uses https. */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = publicUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  return { session: `${prefix}sid`, flow: `${prefix}flow`, device: `${prefix}did`, secure };
}
