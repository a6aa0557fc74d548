/** Moves of a short game that X wins with a column. */
export const X_WINS: readonly number[] = [1, 2, 6, 3, 11];

/** Fifteen moves that fill the board without a line for either player. */
export const DRAWN: readonly number[] = [3, 1, 6, 11, 12, 4, 14, 8, 10, 5, 9, 15, 13, 7, 2];
