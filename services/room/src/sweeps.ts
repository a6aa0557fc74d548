import { isAppError, sweep, type ServiceContext } from '@fifteen/runtime';
import { lapseRequests } from './again.ts';
import { COUNTDOWN_OVER_S } from './countdown.ts';
import { lapseInvitations } from './invitations.ts';
import { commit } from './news.ts';
import type { Parts } from './parts.ts';
import { closeRoom } from './rooms.ts';
import { applyEnd, startRound } from './rounds.ts';

/** A start whose caller died is taken up again after this long. */
const START_AFTER_S = 3;
/** No legal game is longer than 7.5 minutes, but a lost fact should not keep a room busy that long. */
const ASK_AFTER_S = 60;
/** Rooms nobody touched for so long are closed. */
const IDLE_HOURS = 24;
const BATCH = 20;

/** What a crash left undone. Every replica runs these; each step is safe to do twice. */
export function startSweeps(parts: Parts, context: ServiceContext): void {
  const loops = [
    sweep('unstarted rounds', 2_000, context.log, () => resumeStarts(parts)),
    sweep('forgotten games', 10_000, context.log, () => askForgotten(parts)),
    sweep('requests to play again', 5_000, context.log, () => lapseRequests(parts)),
    sweep('invitations', 60_000, context.log, () => lapseInvitations(parts)),
    sweep('idle rooms', 600_000, context.log, () => closeIdle(parts)),
  ];
  context.lifecycle.onStop('sweeps', () => Promise.all(loops.map((loop) => loop.stop())));
}

async function resumeStarts(parts: Parts): Promise<void> {
  const { rows } = await parts.db.query<{ room_id: string; round: number }>(
    `SELECT room_id, round FROM round WHERE status IN ('agreed', 'starting')
       AND updated_at < now() - make_interval(secs => CASE status WHEN 'agreed' THEN $1::float8 ELSE $2 END)
     ORDER BY updated_at LIMIT $3`,
    [COUNTDOWN_OVER_S, START_AFTER_S, BATCH],
  );
  for (const row of rows) {
    await startRound(parts, row.room_id, row.round).catch((error: unknown) => {
      if (!isAppError(error)) throw error;
      parts.log.info({ code: error.code, roomId: row.room_id }, 'round could not be started');
    });
  }
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

async function closeIdle(parts: Parts): Promise<boolean> {
  return commit(parts, 'idle', async (sql, news) => {
    const { rows } = await sql.query<{ id: string }>(
      `SELECT id FROM room WHERE status IN ('waiting', 'active') AND updated_at < now() - make_interval(hours => $1)
       ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED`,
      [IDLE_HOURS, BATCH],
    );
    for (const { id } of rows) await closeRoom(sql, news, id);
    return rows.length === BATCH;
  });
}
