import type { Clients } from '../clients/clients.ts';
import type { PlayerLoader } from './player-loader.ts';
import type { ProfileCache } from './profile-cache.ts';
import { userRoutes } from './routes.ts';

interface Deps {
  clients: Clients;
  playerLoader: PlayerLoader;
  profiles: ProfileCache;
}

/** Profiles and statistics of players. */
export const createPlayers = (deps: Deps) => ({ routes: userRoutes(deps) });
