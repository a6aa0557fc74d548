/** The levels of the computer, weakest first: three as specified, and `master`, which plays perfectly. */
export const DIFFICULTIES = ['easy', 'medium', 'hard', 'master'] as const;
/** A level of the computer. */
export type Difficulty = (typeof DIFFICULTIES)[number];
/** The level that is preselected for a new user. */
export const DEFAULT_DIFFICULTY = 'medium' satisfies Difficulty;
