import { requiredCoins } from '@fifteen/domain';

/** Returns the coins missing for a game with this bet; 0 if there are enough. */
export const coinsShort = (bet: number, coins: number): number => Math.max(0, requiredCoins(bet) - coins);
