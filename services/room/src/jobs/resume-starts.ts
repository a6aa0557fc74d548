import type { RoomId } from '@fifteen/domain';
import { isAppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { COUNTDOWN_TIMEOUT_S } from '../workflows/countdown.ts';
import { startRound } from '../workflows/start-round.ts';

/** Seconds after which a start was interrupted by a crash or an outage. */
const START_TIMEOUT_S = 3;
const BATCH = 20;

/**
 * Resumes interrupted starts of rounds. Each attempt moves a round to the end of the queue, so that rounds that keep
 * failing do not delay the others. A batch starts concurrently, so that a slow round does not either. Returns
 * whether there may be more.
 */
export async function resumeStarts(context: AppContext): Promise<boolean> {
  const { rows } = await context.db.query<{ room_id: RoomId; round: number }>(
    `UPDATE round SET updated_at = now() WHERE (room_id, round) IN (
       SELECT room_id, round FROM round WHERE status IN ('agreed', 'starting')
         AND updated_at < now() - make_interval(secs => CASE status WHEN 'agreed' THEN $1::float8 ELSE $2 END)
       ORDER BY updated_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING room_id, round`,
    [COUNTDOWN_TIMEOUT_S, START_TIMEOUT_S, BATCH],
  );
  const starts = await Promise.allSettled(rows.map((row) => startRound(context, row.room_id, row.round)));
  for (const [index, start] of starts.entries()) {
    if (start.status === 'fulfilled') continue;
    const error: unknown = start.reason;
    const level = isAppError(error) ? 'info' : 'error';
    context.log[level]({ err: error, roomId: rows[index]?.room_id }, 'round start failed');
  }
  return rows.length === BATCH;
}
