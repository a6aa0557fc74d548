import { isAppError } from './app-error.ts';
import { pause } from './job.ts';
import { sqlState } from './postgres.ts';

/** Pause between two attempts. */
const RETRY_MS = 500;
/** SQLSTATEs of a login, a database or a permission that does not exist: in a service that starts, a wrong configuration. */
const WRONG_CONFIGURATION = /^(28|3D|42)/;

/**
 * Runs a step of a service's start, and repeats it during an outage of what it needs, however long that lasts. A process
 * that ended instead would be started again up to five minutes after the outage.
 * @param step throws SERVICE_UNAVAILABLE in an outage, with a database's error as its cause, and logs the outage once,
 *   since nothing is logged here
 * @throws any other error, and that of a database that rejects the login
 */
export async function retryDuringOutage<T>(step: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const isOutage = isAppError(error, 'SERVICE_UNAVAILABLE');
      if (!isOutage || WRONG_CONFIGURATION.test(sqlState(error.cause))) throw error;
    }
    await pause(RETRY_MS);
  }
}
