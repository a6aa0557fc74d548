import type { AppContext } from '../context.ts';
import { countGames } from '../db/games.ts';
import { finishedGameOf } from '../domain/finished-game.ts';
import type { Span } from '../domain/week.ts';
import { recordGames } from './record-games.ts';

/** Timeout in milliseconds: a count of a whole week, or a page of games, takes longer than most calls. */
const SLOW_CALL = { limitMs: 10_000 };

/**
 * Returns how many games of a span the game service has and this service lacks, because their events were lost or are
 * still on their way, and the game service's clock.
 */
export async function countMissingGames(
  { db, game }: AppContext,
  span: Span,
): Promise<{ missing: number; now: Date }> {
  const { games, now } = await game.countEndedGames(span, SLOW_CALL);
  return { missing: Math.max(0, games - (await countGames(db, span))), now: now ?? new Date(0) };
}

/** Records the games of a span from the game service. A game that was recorded before changes nothing. */
export async function fetchGames(context: AppContext, span: Span): Promise<void> {
  let cursor = '';
  do {
    const page = await context.game.listEndedGames({ ...span, cursor }, SLOW_CALL);
    for (const game of page.games) {
      const afterCommit = await context.db.tx((sql) => recordGames(context, sql, [finishedGameOf(game)]));
      afterCommit?.();
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
}
