import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the name of the service with this token, or undefined. */
export type IdentifyCaller = (token: string) => string | undefined;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns the hash by which a callee knows a caller's token. */
export const tokenHash = (token: string): string => digest(token).toString('hex');

/** The text of `RPC_CALLERS`: `name=sha256hex(token)`, comma-separated, with blanks around each. */
export const CALLERS = /^(\s*([a-z][a-z0-9_-]*=[0-9a-f]{64}\s*)?(,|$))+$/i;

/**
 * Parses {@link CALLERS}. A name may occur twice, while its token is rotated. The callee holds hashes only, so it cannot
 * impersonate a caller.
 */
export function parseCallers(callers: string): IdentifyCaller {
  const known = callers
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [name = '', hash = ''] = entry.split('=');
      return { name, hash: Buffer.from(hash, 'hex') };
    });
  return (token) => {
    const hash = digest(token);
    return known.find((caller) => caller.hash.length === hash.length && timingSafeEqual(caller.hash, hash))
      ?.name;
  };
}
