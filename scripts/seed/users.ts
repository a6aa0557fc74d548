/** A user to try the product with. */
export interface SeededUser {
  /** Username and mailbox. */
  readonly name: string;
  readonly displayName: string;
  /** Coins beside the 1000 of every new account. */
  readonly coins: number;
}

/** All users of this list are friends. */
export const USERS: readonly SeededUser[] = [
  { name: 'ada', displayName: 'Ada', coins: 25_000_000 },
  { name: 'grace', displayName: 'Grace', coins: 5_000_000 },
  { name: 'alan', displayName: 'Alan', coins: 1_000_000 },
  { name: 'barbara', displayName: 'Barbara', coins: 250_000 },
  { name: 'edsger', displayName: 'Edsger', coins: 50_000 },
  { name: 'hedy', displayName: 'Hedy', coins: 0 },
];

/** A finished game of two users, with its bet. */
export interface SeededGame {
  readonly players: readonly [string, string];
  readonly bet: 0 | 5_000;
  readonly moves: readonly number[];
}

const COLUMN = [1, 2, 6, 3, 11];
const BOTTOM_ROW = [1, 11, 2, 12, 7, 13, 3, 14];
const DRAW = [3, 1, 6, 11, 12, 4, 14, 8, 10, 5, 9, 15, 13, 7, 2];

export const GAMES: readonly SeededGame[] = [
  { players: ['ada', 'grace'], bet: 5_000, moves: BOTTOM_ROW },
  { players: ['grace', 'alan'], bet: 5_000, moves: COLUMN },
  { players: ['alan', 'barbara'], bet: 0, moves: DRAW },
];
