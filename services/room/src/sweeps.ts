import { isAppError, startJob, type ProcessContext } from '@fifteen/runtime';
import { lapseRequests } from './again.ts';
import { COUNTDOWN_OVER_S } from './countdown.ts';
import { lapseInvitations } from './invitations.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { deleteClosed } from './retention.ts';
import { closeRoom } from './rooms.ts';
import { applyEnd, startRound } from './rounds.ts';

/** A start whose caller died is taken up again after this long. */
const START_AFTER_S = 3;
/** No legal game is longer than 7.5 minutes, but a lost fact should not keep a room busy that long. */
const ASK_AFTER_S = 60;
/** Minutes after which a room is closed in which nothing happened: after a game, and before the first one. */
const PLAYED_MINUTES = 30;
const IDLE_MINUTES = 24 * 60;
const BATCH = 20;

/** What a crash left undone. Every replica runs these; each step is safe to do twice. */
export function startSweeps(parts: Parts, context: ProcessContext): void {
  const loops = [
    startJob('unstarted rounds', 2_000, context.log, () => resumeStarts(parts)),
    startJob('forgotten games', 10_000, context.log, () => askForgotten(parts)),
    startJob('requests to play again', 5_000, context.log, () => lapseRequests(parts)),
    startJob('invitations', 60_000, context.log, () => lapseInvitations(parts)),
    startJob('idle rooms', 60_000, context.log, () => closeIdle(parts)),
    startJob('old rooms', 3_600_000, context.log, () => deleteClosed(parts.db)),
  ];
  context.lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
}

/**
 * Takes up rounds whose start was interrupted. Taking one up moves it to the end of the queue, so that rounds that keep
 * failing do not hold up the others; all of a batch start at once, so that a slow one does not either.
 */
async function resumeStarts(parts: Parts): Promise<boolean> {
  const { rows } = await parts.db.query<{ room_id: string; round: number }>(
    `UPDATE round SET updated_at = now() WHERE (room_id, round) IN (
       SELECT room_id, round FROM round WHERE status IN ('agreed', 'starting')
         AND updated_at < now() - make_interval(secs => CASE status WHEN 'agreed' THEN $1::float8 ELSE $2 END)
       ORDER BY updated_at LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING room_id, round`,
    [COUNTDOWN_OVER_S, START_AFTER_S, BATCH],
  );
  const starts = await Promise.allSettled(rows.map((row) => startRound(parts, row.room_id, row.round)));
  for (const [index, start] of starts.entries()) {
    if (start.status === 'fulfilled') continue;
    const error: unknown = start.reason;
    const level = isAppError(error) ? 'info' : 'error';
    parts.log[level]({ err: error, roomId: rows[index]?.room_id }, 'round start failed');
  }
  return rows.length === BATCH;
}

/** Asks the game service about games whose end should have been heard of by now. */
async function askForgotten(parts: Parts): Promise<void> {
  const { rows } = await parts.db.query<{ game_id: string }>(
    `UPDATE round SET updated_at = now() WHERE (room_id, round) IN (
       SELECT room_id, round FROM round WHERE status = 'playing' AND updated_at < now() - make_interval(secs => $1)
       ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING game_id`,
    [ASK_AFTER_S, BATCH],
  );
  for (const { game_id } of rows) await applyEnd(parts, game_id);
}

/** Closes rooms that nothing happened in for too long. */
async function closeIdle(parts: Parts): Promise<boolean> {
  return commit(parts, 'idle', async (sql, news) => {
    const { rows } = await sql.query<{ id: string }>(
      `SELECT id FROM room WHERE status IN ('waiting', 'active')
         AND updated_at < now() - make_interval(mins => CASE status WHEN 'active' THEN $1::int ELSE $2 END)
       ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`,
      [PLAYED_MINUTES, IDLE_MINUTES, BATCH],
    );
    for (const { id } of rows) await closeRoom(sql, news, id);
    return rows.length === BATCH;
  });
}
