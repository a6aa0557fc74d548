/** Quick-match bets (docs/spec/play.md#play-9.1), and 0: a friendly game for those who own less. */
export const BETS = [0, 5_000, 1_000_000] as const;

export type Bet = (typeof BETS)[number];

export const isBet = (value: number): value is Bet => (BETS as readonly number[]).includes(value);
