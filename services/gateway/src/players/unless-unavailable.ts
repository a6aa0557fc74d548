import { isAppError } from '@fifteen/runtime';

/** Returns the response of a service, and undefined while the service is unavailable. Throws every other error. */
export async function unlessUnavailable<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (isAppError(error, 'SERVICE_UNAVAILABLE')) return undefined;
    throw error;
  }
}
