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
import type { Cards } from '../cards.ts';
import type { Circle } from '../circle.ts';
import type { Neighbours } from '../neighbours.ts';
import { onlineUser, playerStats, publicUser } from '../people.ts';
import type { Person, Persons } from '../persons.ts';
import type { Presence } from '../presence.ts';
import { version } from '../version.ts';
import type { Handlers } from './handler.ts';

/** How long the game service's settings are kept; it reads them when it starts. */
const SETTINGS_MS = 60_000;
/** When an unavailable game service is asked again. */
const UNKNOWN_MS = 5_000;

/** Returns the seconds of a turn, as the game service has them; the newest known while it is unavailable. */
export function turnSeconds({ game }: Pick<Neighbours, 'game'>): () => Promise<number> {
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
export const systemHandlers = (
  supportEmail: string,
  presence: Presence,
  turn: () => Promise<number>,
): Handlers<'system'> => ({
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
  heartbeat: async ({ who }) => {
    void presence.spoke(who.userId);
    return { serverTime: Date.now() };
  },
});

/** Other people. */
export function userHandlers(parts: {
  neighbours: Neighbours;
  persons: Persons;
  cards: Cards;
  circle: Circle;
  presence: Presence;
}): Handlers<'users'> {
  const { neighbours, persons, cards, circle, presence } = parts;
  const personOf = async (id: string): Promise<Person> => {
    const [person] = await persons.find([id]);
    if (!person) throw new AppError('USER_NOT_FOUND', 'Player not found');
    cards.keep(person);
    return person;
  };
  const coinsOf = async (userId: string): Promise<number> => {
    const { balances } = await neighbours.economy.getBalances({ userIds: [userId] });
    return balances[0]?.coins ?? 0;
  };
  const statsOf = async (id: string, asker: string) => {
    const coins = id === asker ? coinsOf(id) : undefined;
    const [person, own] = await Promise.all([personOf(id), coins]);
    return playerStats(person, own);
  };

  return {
    // Whom one blocks oneself stays in the list, to be unblocked there.
    online: async ({ who }) => {
      const [total, online] = await Promise.all([presence.count(), presence.list()]);
      const userIds = online.map(({ userId }) => userId);
      const [seen] = await Promise.all([circle.notBlocking(who.userId, userIds), cards.load(userIds)]);
      const users = online
        .filter(({ userId }) => seen.has(userId))
        .map(({ userId, inRoom, lastSeen }) => onlineUser(cards.show(userId), inRoom, lastSeen));
      // The two are looked up a moment apart.
      return { total: Math.max(total ?? 0, users.length), users };
    },
    ownStats: ({ who }) => statsOf(who.userId, who.userId),
    get: async ({ params }) => publicUser(await personOf(params.id)),
    stats: ({ params, who }) => statsOf(params.id, who.userId),
    onlineStats: ({ params, who }) => statsOf(params.id, who.userId),
  };
}
