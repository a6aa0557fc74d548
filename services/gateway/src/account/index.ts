import type { Log } from '@fifteen/runtime';
import type { BrowserCookies } from '../auth/browser-cookies.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { PlayerLoader } from '../players/player-loader.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { authRoutes } from './auth-routes.ts';
import { profileRoutes } from './profile-routes.ts';

export { registerAvatars } from './avatars.ts';

interface Deps {
  clients: Clients;
  connections: UserConnections;
  playerLoader: PlayerLoader;
  profiles: ProfileCache;
  sessions: Sessions;
  searches: Searches;
  browser: BrowserCookies;
  limits: Limits;
  log: Log;
}

/** The own account: sign-in, sign-out, and profile. */
export const createAccount = (deps: Deps) => ({
  routes: { auth: authRoutes(deps), profile: profileRoutes(deps) },
});
