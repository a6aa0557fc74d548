import type { RouteHandlers } from '../edge/route-handlers.ts';
import type { BlockGuard } from '../players/block-guard.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import { toOnlineUser } from '../translation/player.ts';
import type { PresenceStore } from './presence-store.ts';
interface Deps {
  presence: PresenceStore;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
}

/** Who is online, and heartbeats of clients without a socket. */
export const presenceRoutes = ({
  presence,
  profiles,
  blockGuard,
}: Deps): {
  users: Pick<RouteHandlers<'users'>, 'online'>;
  system: Pick<RouteHandlers<'system'>, 'heartbeat'>;
} => ({
  users: {
    // Users whom the caller blocks stay in the list: it is where they can be unblocked.
    online: async ({ caller }) => {
      const [total, online] = await Promise.all([presence.count(), presence.list()]);
      const userIds = online.map(({ userId }) => userId);
      const [visible] = await Promise.all([
        blockGuard.notBlocking(caller.userId, userIds),
        profiles.load(userIds),
      ]);
      const users = online
        // A guest who logs out has no account, and a lease for a minute at most.
        .filter(({ userId }) => visible.has(userId) && profiles.exists(userId))
        .map(({ userId, inRoom, lastSeen }) => toOnlineUser(profiles.get(userId), inRoom, lastSeen));
      const hidden = online.length - users.length;
      // Count and list are read at different moments.
      return { total: Math.max((total ?? 0) - hidden, users.length), users };
    },
  },
  system: {
    heartbeat: async ({ caller }) => {
      void presence.touchFromHttp(caller.userId);
      return { serverTime: Date.now() };
    },
  },
});
