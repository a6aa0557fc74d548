import { AppError } from '@fifteen/runtime';
import { COMMON_PASSWORDS } from './common-passwords.ts';

const MIN = 6;
const MAX = 128;

/**
 * Reads a new password (docs/spec/play.md#play-5.6). Throws PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG,
 * PASSWORD_INVALID or PASSWORD_TOO_COMMON.
 */
export function parsePassword(text: string): string {
  if (text === '') throw new AppError('PASSWORD_REQUIRED', 'Password required');
  const password = normalizePassword(text);
  if (password.length > MAX)
    throw new AppError('PASSWORD_TOO_LONG', 'Password must be at most 128 characters long');
  if (password.length < MIN)
    throw new AppError('PASSWORD_TOO_SHORT', 'Password must be at least 6 characters long');
  if (/[\0\p{Cs}]/u.test(password))
    throw new AppError('PASSWORD_INVALID', 'This password has characters that cannot be used');
  if (COMMON_PASSWORDS.has(password.toLowerCase()))
    throw new AppError('PASSWORD_TOO_COMMON', 'This password is too common. Please choose another one.');
  return password;
}

/** Returns a password in the form in which it is hashed: NFC, of the first 512 UTF-16 units. */
export const normalizePassword = (text: string): string => text.slice(0, MAX * 4).normalize('NFC');
