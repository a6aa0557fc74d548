import type { UserProfile } from '@fifteen/contract';
import type { UserId } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { assertUserExists, type Clients } from '../clients/clients.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';
import { type Player, toPlayerStats, toPublicUser } from '../translation/player.ts';
import { loadRelation } from './load-relation.ts';
import { loadOwnCoins } from './own-coins.ts';
import type { PlayerLoader } from './player-loader.ts';
import type { ProfileCache } from './profile-cache.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Profiles and statistics of players. */
export function userRoutes(deps: { clients: Clients; playerLoader: PlayerLoader; profiles: ProfileCache }): {
  users: RouteHandlers<'users', 'online'>;
  profile: Pick<RouteHandlers<'profile'>, 'player' | 'frame'>;
} {
  const { clients, playerLoader, profiles } = deps;
  const load = async (id: UserId): Promise<Player> => {
    const [player] = await playerLoader.find([id]);
    if (!player) throw new AppError('USER_NOT_FOUND');
    profiles.store(player);
    return player;
  };
  const profileOf = async (id: UserId, requesterId: UserId): Promise<UserProfile> => {
    const [player, relation] = await Promise.all([load(id), loadRelation(clients, requesterId, id)]);
    return { ...toPublicUser(player), ...(relation && { relation }) };
  };
  const statsOf = async (id: UserId, requesterId: UserId) => {
    const coins = id === requesterId ? loadOwnCoins(clients, id) : undefined;
    const [player, own] = await Promise.all([load(id), coins]);
    return toPlayerStats(player, own);
  };

  return {
    users: {
      ownStats: ({ caller }) => statsOf(caller.userId, caller.userId),
      get: ({ params, caller }) => profileOf(params.id, caller.userId),
      stats: ({ params, caller }) => statsOf(params.id, caller.userId),
      onlineStats: ({ params, caller }) => statsOf(params.id, caller.userId),
    },
    profile: {
      player: ({ params, caller }) => profileOf(params.id, caller.userId),
      frame: async ({ params: { id } }) => {
        const [equipped] = await Promise.all([
          unlessUnavailable(() => clients.economy.getCosmetics({ userIds: [id] })),
          assertUserExists(clients, id),
        ]);
        return { activeFrameId: equipped?.cosmetics[0]?.frame || null };
      },
    },
  };
}
