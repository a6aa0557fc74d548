import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@fifteen/topology';

/** The repository's root, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the folder of a service with a database (`migrations/`, `sql/`), or undefined for a service without one. */
export function schemaFolder(service: ServiceName): string | undefined {
  const dir = `${root}services/${service}`;
  return existsSync(`${dir}/migrations`) ? dir : undefined;
}
