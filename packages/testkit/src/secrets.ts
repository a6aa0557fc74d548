import { createHash, createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Secrets of one installation, by what they are for. The same directory gives the same ones again. */
export type Secrets = (purpose: string) => string;

/** All follow from one random file, so that there is one thing to keep and one to forget. */
export function secretsIn(dir: string): Secrets {
  const file = join(dir, 'secret');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  const key = readFileSync(file);
  return (purpose) => createHmac('sha256', key).update(purpose).digest('base64url');
}

/** The form in which a callee knows its callers' secrets. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
