import { startJob, type ProcessContext, type Pusher } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { Realtime } from '../realtime/index.ts';
import { announceMatch } from './match-announcer.ts';
import { matchmakingRoutes } from './routes.ts';
import { Searches } from './searches.ts';
import { matchmakingSocketHandlers } from './socket-handlers.ts';

const KEEP_ALIVE_MS = 5_000;

interface Deps extends ProcessContext, Realtime {
  clients: Clients;
  profiles: ProfileCache;
  presence: PresenceStore;
  limits: Limits;
  push: Pusher;
}

/** Quick match. Starts to keep the searches of this replica alive. */
export function createMatchmaking(deps: Deps) {
  const { log, lifecycle } = deps;
  const searches = new Searches({
    ...deps,
    announce: (userId, room, game) => announceMatch(deps, userId, room, game),
  });
  const job = startJob('searches', KEEP_ALIVE_MS, log, () => searches.keepAlive());
  lifecycle.onStop('searches', () => job.stop());
  return {
    searches,
    routes: { matchmaking: matchmakingRoutes(searches) },
    socketHandlers: matchmakingSocketHandlers(searches),
  };
}
