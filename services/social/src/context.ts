import { fileURLToPath } from 'node:url';
import { createServiceContext, type ProcessContext, type ServiceContext } from '@fifteen/runtime';
import type { SocialConfig } from './config.ts';

/** The service's folder, with `migrations/` and `sql/`. */
const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Everything a handler may use. */
export interface AppContext extends ServiceContext {
  /** PLAYER_LIMIT_SCALE: multiplies the limits of one player. */
  playerScale: number;
}

/** Connects to the database and the broker. Throws when the schema is older than this code. */
export async function createContext(config: SocialConfig, process: ProcessContext): Promise<AppContext> {
  const service = await createServiceContext('social', config, FOLDER, process);
  return { ...service, playerScale: config.PLAYER_LIMIT_SCALE };
}
