import type { Log, Pusher } from '@fifteen/runtime';
import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import { FriendList } from './friend-list.ts';
import { FriendPresenceNotifier } from './friend-presence-notifier.ts';
import { blockRoutes, chatRoutes, friendRoutes, userSearchRoutes } from './routes.ts';

export { socialPushFormats } from './push-formats.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  presence: PresenceStore;
  limits: Limits;
  push: Pusher;
  log: Log;
}

/** Friends, blocks, direct chat, and the search for players. */
export function createSocial(deps: Deps) {
  const friendList = new FriendList(deps);
  const features = { ...deps, friendList };
  return {
    friendPresence: new FriendPresenceNotifier(features),
    routes: {
      friends: friendRoutes(features),
      chat: chatRoutes(features),
      blocks: blockRoutes(features),
      profile: userSearchRoutes(features),
    },
  };
}
