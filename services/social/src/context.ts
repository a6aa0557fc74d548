import { createServiceContext, type ProcessContext, type ServiceContext } from '@fifteen/runtime';
import type { SocialConfig } from './config.ts';

/** Everything a handler may use. */
export interface AppContext extends ServiceContext {
  /** PLAYER_LIMIT_SCALE: multiplies the limits of one player. */
  playerScale: number;
}

/** Connects to the database and the broker. Throws when the schema is older than this code. */
export async function createContext(config: SocialConfig, process: ProcessContext): Promise<AppContext> {
  const service = await createServiceContext('social', config, import.meta.url, process);
  return { ...service, playerScale: config.PLAYER_LIMIT_SCALE };
}
