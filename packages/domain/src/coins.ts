/** Amounts of coins other than bets (docs/spec/around-play.md#around-9.1). */

/** Balance of a new user. */
export const DEFAULT_COINS = 1_000;
/** Award for a win against the computer. */
export const AI_WIN_AWARD = 100;
/** Awards of a user on a UTC day; the limit itself is the ledger's (sql/00_constants.sql). */
export const AI_AWARDS_A_DAY = 50;
/** Coins sold outside the app. */
export const COIN_PRICES = [
  { coins: 10_000_000, rupees: 100, discountPercent: 0 },
  { coins: 100_000_000, rupees: 700, discountPercent: 30 },
] as const;

/** The smallest gift. */
export const GIFT_MIN = 1;
/** Longest message with a gift, in UTF-16 units. */
export const GIFT_MESSAGE_MAX = 200;
/** Amounts that the gift dialog offers. */
export const GIFT_QUICK_AMOUNTS = [100, 500, 1_000, 5_000] as const;
