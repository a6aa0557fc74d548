import type { GameId, RoomId } from '@fifteen/domain';
import { isAppError, pause } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { startRound } from './start-round.ts';

/** Seconds shown before the next round (docs/spec/play.md#play-9.2), one a second. */
const SECONDS = [2, 1, 0];
/** Seconds after which a countdown has ended or its process has crashed. */
export const COUNTDOWN_TIMEOUT_S = 5;

interface AgreedRound {
  roomId: RoomId;
  round: number;
}

/**
 * Counts down to an agreed round and starts it. After a crash, the job `resume-starts` does.
 * @param gameId game that was played before it
 */
export function startCountdown(context: AppContext, round: AgreedRound & { gameId: GameId }): void {
  const { roomId, gameId } = round;
  runInBackground(context, roomId, async (signal) => {
    for (const seconds of SECONDS) {
      if (seconds !== SECONDS[0]) await pause(1_000, signal);
      if (signal.aborted || !(await isAgreed(context, round))) return;
      context.push.toRoom(roomId, { $case: 'countdown', value: { roomId, gameId, seconds } });
    }
    await startRound(context, roomId, round.round);
  });
}

/** Starts an agreed round after the announcement of the computer player. */
export function startAfterAnnouncement(context: AppContext, round: AgreedRound): void {
  runInBackground(context, round.roomId, async (signal) => {
    await pause(context.announceMs, signal);
    if (signal.aborted || !(await isAgreed(context, round))) return;
    await startRound(context, round.roomId, round.round);
  });
}

function runInBackground(
  { countdowns, log }: AppContext,
  roomId: RoomId,
  task: (signal: AbortSignal) => Promise<void>,
): void {
  countdowns.run(task, (error) => {
    const level = isAppError(error) ? 'info' : 'error';
    log[level]({ err: error, roomId }, 'game start failed after the countdown');
  });
}

/** Returns false when a player has left, or another replica has started the round. */
async function isAgreed({ db }: AppContext, { roomId, round }: AgreedRound): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT 1 FROM round WHERE room_id = $1 AND round = $2 AND status = 'agreed'`,
    [roomId, round],
  );
  return rowCount === 1;
}
