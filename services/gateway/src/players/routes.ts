import {
  AI_WIN_REWARD,
  COIN_PRICES,
  DEFAULT_COINS,
  DEFAULT_QUICK_MATCH_BET,
  MINIMUM_COINS_ONLINE,
  QUICK_MATCH_BETS,
  ROOM_BETS,
  TURN_SECONDS,
} from '@fifteen/contract';
import { AppError, isAppError } from '@fifteen/runtime';
import type { ProfileCache } from './profile-cache.ts';
import type { BlockGuard } from './block-guard.ts';
import type { Clients } from '../clients/clients.ts';
import { toOnlineUser, toPlayerStats, toPublicUser } from '../translation/player.ts';
import type { Player, PlayerLoader } from './player-loader.ts';
import type { PresenceStore } from '../presence/presence-store.ts';
import { version } from '../edge/version.ts';
import type { RouteHandlers } from '../edge/route-handlers.ts';

/** How long the game service's settings are kept; it reads them when it starts. */
const SETTINGS_MS = 60_000;
/** When an unavailable game service is asked again. */
const UNKNOWN_MS = 5_000;

/** Returns the seconds of a turn, as the game service has them; the newest known while it is unavailable. */
export function turnSeconds({ game }: Pick<Clients, 'game'>): () => Promise<number> {
  let known = TURN_SECONDS;
  let until = 0;
  return async () => {
    if (Date.now() < until) return known;
    try {
      ({ turnSeconds: known } = await game.calls.settings({}));
      until = Date.now() + SETTINGS_MS;
    } catch (error) {
      if (!isAppError(error)) throw error;
      until = Date.now() + UNKNOWN_MS;
    }
    return known;
  };
}

/** The product itself. */
export const systemRoutes = (
  supportEmail: string,
  presence: PresenceStore,
  turn: () => Promise<number>,
): RouteHandlers<'system'> => ({
  health: async () => ({ status: 'ok', version }),
  probe: async () => undefined,
  clientConfig: async () => ({
    version,
    turnSeconds: await turn(),
    roomBets: [...ROOM_BETS],
    quickMatchBets: [...QUICK_MATCH_BETS],
    defaultQuickMatchBet: DEFAULT_QUICK_MATCH_BET,
    minimumCoinsOnline: MINIMUM_COINS_ONLINE,
    aiWinReward: AI_WIN_REWARD,
    defaultCoins: DEFAULT_COINS,
    coinPrices: [...COIN_PRICES],
    supportEmail,
  }),
  heartbeat: async ({ caller }) => {
    void presence.touchFromHttp(caller.userId);
    return { serverTime: Date.now() };
  },
});

/** Other people. */
export function userRoutes(deps: {
  clients: Clients;
  playerLoader: PlayerLoader;
  profiles: ProfileCache;
  blockGuard: BlockGuard;
  presence: PresenceStore;
}): RouteHandlers<'users'> {
  const { clients, playerLoader, profiles, blockGuard, presence } = deps;
  const personOf = async (id: string): Promise<Player> => {
    const [person] = await playerLoader.find([id]);
    if (!person) throw new AppError('USER_NOT_FOUND', 'Player not found');
    profiles.store(person);
    return person;
  };
  const coinsOf = async (userId: string): Promise<number> => {
    const { balances } = await clients.economy.getBalances({ userIds: [userId] });
    return balances[0]?.coins ?? 0;
  };
  const statsOf = async (id: string, asker: string) => {
    const coins = id === asker ? coinsOf(id) : undefined;
    const [person, own] = await Promise.all([personOf(id), coins]);
    return toPlayerStats(person, own);
  };

  return {
    // Whom one blocks oneself stays in the list, to be unblocked there.
    online: async ({ caller }) => {
      const [total, online] = await Promise.all([presence.count(), presence.list()]);
      const userIds = online.map(({ userId }) => userId);
      const [seen] = await Promise.all([
        blockGuard.notBlocking(caller.userId, userIds),
        profiles.load(userIds),
      ]);
      const users = online
        .filter(({ userId }) => seen.has(userId))
        .map(({ userId, inRoom, lastSeen }) => toOnlineUser(profiles.get(userId), inRoom, lastSeen));
      // The two are looked up a moment apart.
      return { total: Math.max(total ?? 0, users.length), users };
    },
    ownStats: ({ caller }) => statsOf(caller.userId, caller.userId),
    get: async ({ params }) => toPublicUser(await personOf(params.id)),
    stats: ({ params, caller }) => statsOf(params.id, caller.userId),
    onlineStats: ({ params, caller }) => statsOf(params.id, caller.userId),
  };
}
