import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the name of the service with this token, or undefined. */
export type IdentifyCaller = (token: string) => string | undefined;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Returns the hash by which a callee knows a caller's token. */
export const tokenHash = (token: string): string => digest(token).toString('hex');

/**
 * Parses `RPC_CALLERS`: `name=sha256hex(token)`, comma-separated. A name may occur twice, while its token is rotated. The
 * callee holds hashes only, so it cannot impersonate a caller.
 */
export function parseCallers(callers: string): IdentifyCaller {
  const known = callers
    .split(',')
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
