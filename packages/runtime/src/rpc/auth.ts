import { createHash, timingSafeEqual } from 'node:crypto';

/** Answers the name of the service whose token this is, or undefined. */
export type IdentifyCaller = (token: string) => string | undefined;

const digest = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The form in which a callee knows a caller's token. */
export const tokenHash = (token: string): string => digest(token).toString('hex');

/**
 * Reads `RPC_CALLERS`: `name=sha256hex(token)`, comma-separated; a name may stand there twice, while its token is exchanged.
 * The callee never holds a token it could misuse.
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
