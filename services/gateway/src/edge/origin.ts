import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser sends this on behalf of a page of ours (docs/spec/guarantees.md#guarantees-10): same site by its own word, or by its
 * Origin. Programs that are no browsers send neither and are let through: they carry nobody's cookies by accident.
 * A page that was loaded from the host it calls is ours, under whatever name people reach it.
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
