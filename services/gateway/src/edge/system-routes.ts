import {
  AI_WIN_AWARD,
  COIN_PRICES,
  DEFAULT_COINS,
  DEFAULT_QUICK_MATCH_BET,
  MINIMUM_COINS_ONLINE,
  QUICK_MATCH_BETS,
  ROOM_BETS,
} from '@fifteen/domain';
import { version } from '@fifteen/runtime';
import type { RouteHandlers } from './route-handlers.ts';

/** Health, and the settings of the product for clients. */
export const systemRoutes = (
  supportEmail: string,
  turnSeconds: () => Promise<number>,
): RouteHandlers<'system', 'heartbeat'> => ({
  health: async () => ({ status: 'ok', version }),
  probe: async () => undefined,
  clientConfig: async () => ({
    version,
    turnSeconds: await turnSeconds(),
    roomBets: [...ROOM_BETS],
    quickMatchBets: [...QUICK_MATCH_BETS],
    defaultQuickMatchBet: DEFAULT_QUICK_MATCH_BET,
    minimumCoinsOnline: MINIMUM_COINS_ONLINE,
    aiWinReward: AI_WIN_AWARD,
    defaultCoins: DEFAULT_COINS,
    coinPrices: [...COIN_PRICES],
    supportEmail,
  }),
});
