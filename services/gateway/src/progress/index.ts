import type { Log, Nats } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { UserConnections } from '../realtime/user-connections.ts';
import { Leaderboards } from './leaderboards.ts';
import { notifyRecordChanges } from './record-changes.ts';
import { achievementRoutes, headToHeadRoutes, leaderboardRoutes, progressRoutes } from './routes.ts';

export { progressPushFormats } from './push-formats.ts';

interface Deps {
  clients: Clients;
  nats: Nats;
  log: Log;
  connections: UserConnections;
  profiles: ProfileCache;
  limits: Limits;
}

/** Achievements, levels, leaderboards, and records against other players. Starts to notify users of changed records. */
export function createProgress(deps: Deps) {
  notifyRecordChanges(deps, deps.connections);
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
