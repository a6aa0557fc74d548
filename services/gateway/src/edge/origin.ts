import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns whether a browser sends this on behalf of a page of this site (docs/spec/guarantees.md#guarantees-10), by
 * Sec-Fetch-Site or Origin. Other programs send neither and are accepted, because they send no cookies of a user by
 * accident. A page that was loaded from the called host belongs to this site, under any name of the host.
 */
export function isSameSite(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return site === undefined;
  return origin === publicOrigin || hostOf(origin) === headers.host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
