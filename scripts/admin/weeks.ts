import type { Command } from './connect.ts';
import { parseArguments } from './usage-error.ts';

/** Milliseconds to close a week, enough for a hundred thousand players. */
const LIMIT_MS = 600_000;

/** Closes the weeks that have ended and prints them. Returns whether all could be closed. */
export function closeWeeks(args: string[]): Command {
  parseArguments(args, []);
  return async ({ leaderboard }) => {
    const { weeks } = await leaderboard().closeWeeks({}, { limitMs: LIMIT_MS });
    for (const { week, waitsFor } of weeks)
      console.log(
        `${week?.year}-W${String(week?.number).padStart(2, '0')}  ${waitsFor || 'closed and paid'}`,
      );
    const waiting = weeks.filter(({ waitsFor }) => waitsFor !== '').length;
    console.log(waiting ? `${waiting} of them wait.` : 'Every week that is over is closed.');
    return waiting === 0;
  };
}
