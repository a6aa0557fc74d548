import type { AppContext } from '../context.ts';
import type { OpenRound } from '../db/rounds.ts';
import { reconcileRounds } from '../workflows/reconcile-games.ts';

/** Seconds. A legal game may take 16 minutes, but a lost event must not block a room for that long. */
const RECONCILE_AFTER_S = 60;
const BATCH = 20;

/** Queries the game service for games that have been running for long: the event of their end may be lost. */
export async function reconcileLongGames(context: AppContext): Promise<void> {
  const { rows } = await context.db.query<OpenRound>(
    `UPDATE round SET updated_at = now() WHERE (room_id, round) IN (
       SELECT room_id, round FROM round WHERE status = 'playing' AND updated_at < now() - make_interval(secs => $1)
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING game_id, status`,
    [RECONCILE_AFTER_S, BATCH],
  );
  await reconcileRounds(context, rows);
}
