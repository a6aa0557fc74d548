import { isAppError, unavailable } from '@fifteen/runtime';

/**
 * Returns the response to a call about the wallets of users who exist. After an outage of the economy, a new account gets
 * its wallet some seconds late; until then the same call succeeds later.
 * @throws SERVICE_UNAVAILABLE instead of USER_NOT_FOUND
 */
export async function withOpenWallet<T>(response: Promise<T>): Promise<T> {
  try {
    return await response;
  } catch (error) {
    throw isAppError(error, 'USER_NOT_FOUND') ? unavailable('economy') : error;
  }
}
