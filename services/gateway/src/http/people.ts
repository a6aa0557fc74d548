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
import type { Account } from '@fifteen/proto/identity';
import { AppError } from '@fifteen/runtime';
import type { Cards } from '../cards.ts';
import type { Neighbours } from '../neighbours.ts';
import { onlineUser, playerStats, publicUser } from '../people.ts';
import type { Presence } from '../presence.ts';
import { version } from '../version.ts';
import type { Handlers } from './handler.ts';

/** The product itself. */
export const systemHandlers = (supportEmail: string, presence: Presence): Handlers<'system'> => ({
  health: async () => ({ status: 'ok', version }),
  probe: async () => undefined,
  clientConfig: async () => ({
    version,
    turnSeconds: TURN_SECONDS,
    roomBets: [...ROOM_BETS],
    quickMatchBets: [...QUICK_MATCH_BETS],
    defaultQuickMatchBet: DEFAULT_QUICK_MATCH_BET,
    minimumCoinsOnline: MINIMUM_COINS_ONLINE,
    aiWinReward: AI_WIN_REWARD,
    defaultCoins: DEFAULT_COINS,
    coinPrices: [...COIN_PRICES],
    supportEmail,
  }),
  heartbeat: async ({ who }) => {
    void presence.spoke(who.userId);
    return { serverTime: Date.now() };
  },
});

/** Other people. */
export function userHandlers(parts: {
  neighbours: Neighbours;
  cards: Cards;
  presence: Presence;
}): Handlers<'users'> {
  const { neighbours, cards, presence } = parts;
  const accountOf = async (id: string): Promise<Account> => {
    const { accounts } = await neighbours.identity.getAccounts({ ids: [id] });
    const [account] = accounts;
    if (!account) throw new AppError('USER_NOT_FOUND', 'Player not found');
    cards.keep(account);
    return account;
  };
  const coinsOf = async (userId: string): Promise<number> => {
    const { balances } = await neighbours.economy.getBalances({ userIds: [userId] });
    return balances[0]?.coins ?? 0;
  };
  const statsOf = async (id: string, asker: string) =>
    id === asker ? playerStats(id, await coinsOf(id)) : playerStats((await accountOf(id)).id);

  return {
    online: async () => {
      const [total, online] = await Promise.all([presence.count(), presence.list()]);
      await cards.load(online.map(({ userId }) => userId));
      const users = online.map(({ userId, inRoom, lastSeen }) =>
        onlineUser(cards.show(userId), inRoom, lastSeen),
      );
      return { total: total ?? users.length, users };
    },
    ownStats: ({ who }) => statsOf(who.userId, who.userId),
    get: async ({ params }) => publicUser(await accountOf(params.id)),
    stats: ({ params, who }) => statsOf(params.id, who.userId),
    onlineStats: ({ params, who }) => statsOf(params.id, who.userId),
  };
}
