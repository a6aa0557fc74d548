import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import { Leaderboards } from './leaderboards.ts';
import { achievementRoutes, headToHeadRoutes, leaderboardRoutes, progressRoutes } from './routes.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  limits: Limits;
}

/** Achievements, levels, leaderboards, and records against other players. */
export function createProgress(deps: Deps) {
  const features = { ...deps, leaderboards: new Leaderboards(deps) };
  return {
    routes: {
      achievements: achievementRoutes(features),
      leaderboard: leaderboardRoutes(features),
      progress: progressRoutes(features),
      friends: headToHeadRoutes(features),
    },
  };
}
