import type { Log, Pusher } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { Searches } from '../matchmaking/searches.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { PresenceTracker } from '../presence/presence-tracker.ts';
import type { Realtime } from '../realtime/index.ts';
import { Rematches } from './rematches.ts';
import { Resync } from './resync.ts';
import { Rooms } from './rooms.ts';
import { invitationRoutes, rematchRoutes, roomRoutes } from './routes.ts';
import { roomSocketHandlers } from './socket-handlers.ts';

interface Deps extends Realtime {
  clients: Clients;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  presence: PresenceStore;
  presenceTracker: PresenceTracker;
  searches: Searches;
  limits: Limits;
  push: Pusher;
  log: Log;
}

/** Rooms, invitations and rematches, and the state of a client that reconnects. */
export function createRooms(deps: Deps) {
  const rooms = new Rooms(deps);
  const rematches = new Rematches(deps);
  const resync = new Resync({ ...deps, rooms, rematches });
  const features = { ...deps, rooms, rematches, resync };
  return {
    routes: {
      rooms: roomRoutes(features),
      invitations: invitationRoutes(features),
      playAgain: rematchRoutes(features),
    },
    socketHandlers: roomSocketHandlers(features),
  };
}
