import type { Clients } from '../clients/clients.ts';
import type { Limits } from '../edge/limits.ts';
import type { ProfileCache } from '../players/profile-cache.ts';
import { awardRoutes } from './award-routes.ts';
import { giftRoutes } from './gift-routes.ts';
import { Gifts } from './gifts.ts';
import { rewardRoutes } from './reward-routes.ts';
import { shopRoutes } from './routes.ts';
import { Shop } from './shop.ts';

export { shopPushFormats } from './push-formats.ts';

interface Deps {
  clients: Clients;
  profiles: ProfileCache;
  limits: Limits;
}

/** Coins and items: the shop, rewards, gifts, and awards. */
export const createShop = (deps: Deps) => ({
  routes: {
    shop: shopRoutes({ shop: new Shop(deps) }),
    rewards: rewardRoutes(deps),
    gifts: giftRoutes({ gifts: new Gifts(deps) }),
    coins: awardRoutes(deps),
  },
});
