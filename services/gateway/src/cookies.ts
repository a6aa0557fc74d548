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
export function tokenFrom(header: string | undefined, { session }: CookieNames): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === session) return pair.slice(at + 1).trim();
  }
  return undefined;
}
