import type { AppContext } from '../context.ts';
import { countGames, missingGames } from '../db/games.ts';
import { finishedGameOf } from '../domain/finished-game.ts';
import type { TimeRange } from '../domain/week.ts';
import { recordGames } from './record-games.ts';

/** Timeout in milliseconds: a count of a whole day, or a page of games, takes longer than most calls. */
const SLOW_CALL = { limitMs: 10_000 };

/**
 * Returns how many games of a range the game service has and this service lacks, because their events were lost or are
 * still on their way, and the game service's clock.
 */
export async function countMissingGames(
  { db, game }: AppContext,
  range: TimeRange,
): Promise<{ missing: number; now: Date }> {
  const { games, now } = await game.countEndedGames(range, SLOW_CALL);
  return { missing: Math.max(0, games - (await countGames(db, range))), now: now ?? new Date(0) };
}

/**
 * Records the missing games of a range from the game service, those of a page in one transaction. After an outage most games
 * of a page are known.
 */
export async function fetchGames(context: AppContext, range: TimeRange): Promise<void> {
  const { db, game } = context;
  let cursor = '';
  do {
    const page = await game.listEndedGames({ ...range, cursor }, SLOW_CALL);
    const missing = await missingGames(
      db,
      page.games.map(({ id }) => id),
    );
    const games = page.games.filter(({ id }) => missing.has(id)).map(finishedGameOf);
    if (games.length > 0) {
      const afterCommit = await db.tx((sql) => recordGames(context, sql, games));
      afterCommit?.();
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
}
