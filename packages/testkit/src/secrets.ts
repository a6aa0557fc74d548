import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the secret of an installation for a purpose. The same directory always gives the same secrets. */
export type Secrets = (purpose: string) => string;

/** Derives all secrets from one random file, so that there is one file to keep or delete. */
export function secretsIn(dir: string): Secrets {
  const file = join(dir, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  const key = readFileSync(file);
  return (purpose) => createHmac('sha256', key).update(purpose).digest('base64url');
}

/** Returns the hash under which a service stores the secrets of its callers. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
