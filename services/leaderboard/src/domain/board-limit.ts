import { WEEKLY_ENTRIES } from '@fifteen/domain';

/** Returns the number of rows of a board for a requested limit: at most 50, which 0 stands for. */
export const boardLimit = (limit: number): number =>
  limit === 0 ? WEEKLY_ENTRIES : Math.min(limit, WEEKLY_ENTRIES);
