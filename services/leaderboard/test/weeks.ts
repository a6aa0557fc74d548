import { startOf, weekOf, type Week } from '../src/domain/week.ts';

/** Returns a function whose calls return one past week after the other, so that no two tests of a file share one. */
export function pastWeeks(): () => Week {
  let weeksAgo = 1;
  return () => {
    weeksAgo += 1;
    return weekOf(new Date(Date.now() - weeksAgo * 7 * 86_400_000));
  };
}

/** Returns the moment so many seconds after the beginning of a week. */
export const within = (week: Week, seconds: number): Date =>
  new Date(startOf(week).getTime() + seconds * 1_000);
