import { AppError, type LimitSetting } from '@fifteen/runtime';

/** Returns the error of a rejected code, which is the same for every reason. */
export const invalidCode = (): AppError => new AppError('INVALID_CODE');

/** Returns the error of a rejected login, which is the same for every reason. */
export const invalidCredentials = (): AppError => new AppError('INVALID_CREDENTIALS');

/** Returns the error of what a banned user may not do. */
export const accountBanned = (): AppError => new AppError('ACCOUNT_BANNED');

/** Returns the error of a missing account. */
export const userNotFound = (): AppError => new AppError('USER_NOT_FOUND');

/** Returns the error of an exceeded limit, with the seconds after which the same call can succeed. */
export const tooManyRequests = (seconds: number, details: { setting?: LimitSetting } = {}): AppError =>
  new AppError('TOO_MANY_REQUESTS', {
    retryAfter: Math.max(1, Math.ceil(seconds)),
    ...details,
  });

/** Returns the error of this service when too much work waits. */
export const overloaded = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', { upstream: 'identity', retryAfter: 1 });
