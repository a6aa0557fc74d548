import { AppError } from '@fifteen/runtime';
import type { Game } from './game.ts';

/** PostgreSQL has no year 0. */
const CURSOR =
  /^((?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Returns the cursor of a page that ends with this game. */
export const cursorOf = (game: Game): string =>
  Buffer.from(`${game.finishedAt?.toISOString()} ${game.id}`).toString('base64url');

/**
 * Parses the cursor of a page.
 * @throws INVALID
 */
export function parseCursor(cursor: string): { at: string; id: string } {
  const [, at = '', id = ''] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!isInstant(at)) throw new AppError('INVALID', { reason: 'Invalid cursor' });
  return { at, id };
}

/** Returns whether the calendar has this day: `Date` takes February 30 for March 2, PostgreSQL rejects it. */
function isInstant(at: string): boolean {
  const time = Date.parse(at);
  return !Number.isNaN(time) && new Date(time).toISOString() === at;
}
