const MAX_ROWS = 50;

/** Returns the number of rows of a board for a requested limit: at most 50, which 0 stands for. */
export const boardLimit = (limit: number): number => (limit === 0 ? MAX_ROWS : Math.min(limit, MAX_ROWS));
