/** Bets, in whole coins (docs/spec/play.md#play-5). 0 is a friendly game, for which no player needs coins. */

/** Bets of a room. */
export const ROOM_BETS = [0, 5_000, 50_000, 250_000, 1_000_000, 10_000_000] as const;
/** Any bet that a game can have. */
export type Bet = (typeof ROOM_BETS)[number];
/** Bets that stake coins. */
export const STAKED_BETS = [5_000, 50_000, 250_000, 1_000_000, 10_000_000] as const satisfies readonly Bet[];
/** The bet that is preselected for a new room. */
export const DEFAULT_ROOM_BET = 5_000;

/** Bets of a quick match: friendly, Starter, Pro. */
export const QUICK_MATCH_BETS = [0, 5_000, 1_000_000] as const satisfies readonly Bet[];
/** A bet that quick match offers. */
export type QuickMatchBet = (typeof QUICK_MATCH_BETS)[number];
/** The bet of a search without one (docs/spec/play.md#play-5). */
export const DEFAULT_QUICK_MATCH_BET = 1_000_000;

/** Whether quick match offers this bet. */
export const isQuickMatchBet = (bet: number): bet is QuickMatchBet =>
  (QUICK_MATCH_BETS as readonly number[]).includes(bet);

/** The least balance with which a player may play for coins, however small the bet (docs/spec/play.md#play-9). */
export const MINIMUM_COINS_ONLINE = 1_000;

/** The balance that a game with this bet requires of each player. */
export const requiredCoins = (bet: number): number => (bet === 0 ? 0 : Math.max(bet, MINIMUM_COINS_ONLINE));
