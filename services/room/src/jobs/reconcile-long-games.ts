import type { RoomId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import type { OpenRound } from '../db/rounds.ts';
import { reconcileRounds } from '../workflows/reconcile-games.ts';

/** Seconds. A legal game may take 16 minutes, but a lost event must not block a room for that long. */
const RECONCILE_AFTER_S = 60;
const BATCH = 20;

/**
 * Queries the game service for games that have been running for long: the event of their end may be lost. Each round is
 * reconciled by itself, so that one whose query fails does not delay the others. Returns whether there may be more.
 */
export async function reconcileLongGames(context: AppContext): Promise<boolean> {
  const { rows } = await context.db.query<OpenRound & { room_id: RoomId }>(
    `UPDATE round SET updated_at = now() WHERE (room_id, round) IN (
       SELECT room_id, round FROM round WHERE status = 'playing' AND updated_at < now() - make_interval(secs => $1)
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING room_id, game_id, status`,
    [RECONCILE_AFTER_S, BATCH],
  );
  const results = await Promise.allSettled(rows.map((row) => reconcileRounds(context, [row])));
  for (const [index, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    const error: unknown = result.reason;
    const level = isAppError(error) ? 'info' : 'error';
    context.log[level]({ err: error, roomId: rows[index]?.room_id }, 'reconciling a game failed');
  }
  return rows.length === BATCH;
}
