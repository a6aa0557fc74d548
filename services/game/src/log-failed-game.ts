import type { GameId } from '@fifteen/domain';
import { isAppError, type Log } from '@fifteen/runtime';

/**
 * Logs that a job failed for one game. Except in an outage, and while a player does not own a stake that the ledger lost
 * in a restore, that is a defect or an invalid row: nothing repairs itself.
 */
export function logFailedGame(log: Log, gameId: GameId, error: unknown, message: string): void {
  if (isAppError(error, 'SERVICE_UNAVAILABLE') || isAppError(error, 'INSUFFICIENT_COINS'))
    log.warn({ err: error, gameId }, message);
  else log.error({ alarm: true, err: error, gameId }, message);
}
