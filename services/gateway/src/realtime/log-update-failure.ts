import { isAppError, type Log } from '@fifteen/runtime';

/** Returns a handler that logs why clients did not receive an update: an outage is no defect, so it raises no alarm. */
export const logUpdateFailure =
  (log: Log) =>
  (error: unknown): void => {
    const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE');
    log[isOutage ? 'warn' : 'error']({ err: error }, 'sending an update failed');
  };
