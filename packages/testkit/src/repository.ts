import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@fifteen/topology';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the folder with a service's migrations, or undefined for a service without a database. */
export function migrationsOf(service: ServiceName): string | undefined {
  const dir = `${root}services/${service}/migrations`;
  return existsSync(dir) ? dir : undefined;
}
