import type { UserId } from '@fifteen/domain';
import type { ProcessContext, Pusher } from '@fifteen/runtime';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { Realtime } from '../realtime/index.ts';
import type { PresenceStore } from './presence-store.ts';
import { PresenceTracker } from './presence-tracker.ts';
import { presenceRoutes } from './routes.ts';

interface Deps extends ProcessContext, Realtime {
  presence: PresenceStore;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  push: Pusher;
  /** Notifies a user's friends; with `since`, that the user is offline since then. */
  notifyFriends: (userId: UserId, since?: Date) => Promise<void>;
}

/** Who is online. Starts to renew the presence leases of connected users, and to send them the count. */
export const createPresence = (deps: Deps) => ({
  presenceTracker: new PresenceTracker(deps, deps),
  routes: presenceRoutes(deps),
});
