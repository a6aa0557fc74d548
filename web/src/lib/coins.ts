import { MINIMUM_COINS_ONLINE } from '@fifteen/domain';

/** Coins that a game for this bet asks of each player; a friendly one asks for none. */
const coinsNeeded = (bet: number): number => (bet === 0 ? 0 : Math.max(bet, MINIMUM_COINS_ONLINE));

/** Coins that are missing for a game with that bet; 0 when there are enough. */
export const coinsShort = (bet: number, coins: number): number => Math.max(0, coinsNeeded(bet) - coins);
