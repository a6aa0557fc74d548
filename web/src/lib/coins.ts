import { MINIMUM_COINS_ONLINE } from '@fifteen/domain';

/** Returns the balance that each player needs for a game with this bet; 0 for a friendly one. */
const coinsNeeded = (bet: number): number => (bet === 0 ? 0 : Math.max(bet, MINIMUM_COINS_ONLINE));

/** Returns the coins missing for a game with this bet; 0 if there are enough. */
export const coinsShort = (bet: number, coins: number): number => Math.max(0, coinsNeeded(bet) - coins);
