import type { AppContext } from '../context.ts';
import { countGames } from '../db/games.ts';
import { finishedGameOf } from '../domain/finished-game.ts';
import type { TimeRange } from '../domain/week.ts';
import { recordGames } from './record-games.ts';

/** Timeout in milliseconds: a count of a whole week, or a page of games, takes longer than most calls. */
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

/** Records the games of a range from the game service. A game that was recorded before changes nothing. */
export async function fetchGames(context: AppContext, range: TimeRange): Promise<void> {
  let cursor = '';
  do {
    const page = await context.game.listEndedGames({ ...range, cursor }, SLOW_CALL);
    for (const game of page.games) {
      const afterCommit = await context.db.tx((sql) => recordGames(context, sql, [finishedGameOf(game)]));
      afterCommit?.();
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
}
