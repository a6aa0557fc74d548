import type { CountEndedGamesResponse, CountEndedGamesRequest } from '@fifteen/proto/game';
import type { AppContext } from '../context.ts';
import { assertTimeRange } from '../domain/time-range.ts';

/**
 * Counts the games that ended in a span of time. An end is written within seconds of its instant
 * (`live/write-changes.ts`), so the count of a span that ended a minute ago no longer grows.
 * @throws INVALID
 */
export async function countEndedGames(
  { db }: AppContext,
  request: CountEndedGamesRequest,
): Promise<CountEndedGamesResponse> {
  const { from, until } = assertTimeRange(request);
  const { rows } = await db.query<{ games: number; now: Date }>(
    `SELECT count(*) AS games, now() FROM game
     WHERE status IN ('finished', 'abandoned') AND finished_at >= $1 AND finished_at < $2`,
    [from, until],
  );
  const [row] = rows;
  if (!row) throw new Error('the count of games returned no row');
  return row;
}
