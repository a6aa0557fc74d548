import type { GameId } from '@fifteen/domain';
import { isAppError, type Log } from '@fifteen/runtime';

/** Logs that a job failed for one game. Except in an outage, that is a defect or an invalid row: nothing repairs itself. */
export function logFailedGame(log: Log, gameId: GameId, error: unknown, message: string): void {
  if (isAppError(error, 'SERVICE_UNAVAILABLE')) log.warn({ err: error, gameId }, message);
  else log.error({ alarm: true, err: error, gameId }, message);
}
