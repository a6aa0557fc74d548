/** An ISO-8601 week in UTC: Monday 00:00:00 to the next. Its year is the week-year, that of its Thursday. */
export interface Week {
  readonly year: number;
  readonly number: number;
}

/** A range of time: from its first instant to the one before `until`. */
export interface TimeRange {
  readonly from: Date;
  readonly until: Date;
}

/** Milliseconds of a day: UTC has no other. */
export const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY = -3 * DAY_MS;

/** Returns the week of an instant. */
export function weekOf(at: Date): Week {
  const monday = mondayBefore(at.getTime());
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  return { year, number: Math.round((monday - firstMonday(year)) / WEEK_MS) + 1 };
}

/** Returns the weeks of some instants, each once and in their order. */
export function weeksOf(instants: readonly Date[]): Week[] {
  const weeks = new Map(instants.toSorted((a, b) => a.getTime() - b.getTime()).map(weekEntry));
  return [...weeks.values()];
}

const weekEntry = (at: Date): [string, Week] => [weekName(weekOf(at)), weekOf(at)];

/** Returns the first instant of a week. */
export const startOf = ({ year, number }: Week): Date => new Date(firstMonday(year) + (number - 1) * WEEK_MS);

/** Returns the first instant after a week. */
export const endOf = (week: Week): Date => new Date(startOf(week).getTime() + WEEK_MS);

/** Returns a range in pieces of at most `ms`, in their order. */
export function* piecesOf({ from, until }: TimeRange, ms: number): Generator<TimeRange> {
  for (let at = from.getTime(); at < until.getTime(); at += ms)
    yield { from: new Date(at), until: new Date(Math.min(at + ms, until.getTime())) };
}

/** Returns the week after a week. */
export const weekAfter = (week: Week): Week => weekOf(endOf(week));

/** Returns the name of a week, such as `2026-W53`. */
export const weekName = ({ year, number }: Week): string => `${year}-W${String(number).padStart(2, '0')}`;

const mondayBefore = (ms: number): number =>
  FIRST_MONDAY + Math.floor((ms - FIRST_MONDAY) / WEEK_MS) * WEEK_MS;

/** Returns the Monday of the year's first week, which is the week with January 4th. */
const firstMonday = (year: number): number => mondayBefore(Date.UTC(year, 0, 4));
