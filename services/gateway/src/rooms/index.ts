import { startJob, type ProcessContext, type Pusher } from '@fifteen/runtime';
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
import { StateRequests } from './state-requests.ts';

export { roomPushFormats } from './push-formats.ts';

/** Milliseconds between the attempts to send the states that could not be sent. */
const REPEAT_EVERY_MS = 1_000;

interface Deps extends ProcessContext, Realtime {
  clients: Clients;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  presence: PresenceStore;
  presenceTracker: PresenceTracker;
  searches: Searches;
  limits: Limits;
  push: Pusher;
}

/** Rooms, invitations and rematches, and the state of a client that reconnects. */
export function createRooms(deps: Deps) {
  const rooms = new Rooms(deps);
  const rematches = new Rematches(deps);
  const resync = new Resync({ ...deps, rooms, rematches });
  const stateRequests = new StateRequests(resync);
  const repeats = startJob('failed state requests', REPEAT_EVERY_MS, deps.log, () =>
    stateRequests.repeatFailed(),
  );
  deps.lifecycle.onStop('failed state requests', () => repeats.stop());
  const features = { ...deps, rooms, rematches, stateRequests };
  return {
    routes: {
      rooms: roomRoutes(features),
      invitations: invitationRoutes(features),
      playAgain: rematchRoutes(features),
    },
    socketHandlers: roomSocketHandlers(features),
  };
}
