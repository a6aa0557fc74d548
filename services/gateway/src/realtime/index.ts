import { startJob, type Nats, type ProcessContext } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { PushSubscriptions } from '../clients/push-subscriptions.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import { Fanout } from './fanout.ts';
import { RoomRefresher } from './room-refresher.ts';
import { UserConnections } from './user-connections.ts';
import { UserNotifications } from './user-notifications.ts';
import type { UserPushFormats } from './user-push-formats.ts';

const REFRESH_EVERY_MS = 1_000;

interface Deps extends ProcessContext {
  clients: Clients;
  nats: Nats;
  pushes: PushSubscriptions;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
}

/** Functions with which features send to connected users and rooms. */
export interface Realtime {
  connections: UserConnections;
  fanout: Fanout;
  notifications: UserNotifications;
}

/** Creates the fan-out to connected users and rooms, and starts refreshing rooms. */
export function createRealtime(deps: Deps, formats: UserPushFormats): Realtime {
  const { log, lifecycle, profiles } = deps;
  const connections = new UserConnections(deps.pushes);
  const notifications = new UserNotifications({ connections, profiles, formats, log });
  const fanout = new Fanout(deps);
  const refresher = new RoomRefresher({ ...deps, fanout });
  const job = startJob('open games', REFRESH_EVERY_MS, log, () => refresher.refreshDue());
  lifecycle.onStop('room refresh', () => job.stop());
  return { connections, fanout, notifications };
}
