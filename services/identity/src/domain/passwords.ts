import { isStorableText, PASSWORD_MAX, PASSWORD_MIN } from '@fifteen/domain';
import { AppError } from '@fifteen/runtime';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Reads a new password (docs/spec/play.md#play-5.6).
 * @throws PASSWORD_REQUIRED, PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_INVALID or PASSWORD_TOO_COMMON
 */
export function parsePassword(text: string): string {
  if (text === '') throw new AppError('PASSWORD_REQUIRED');
  const password = normalizePassword(text);
  if (password.length > PASSWORD_MAX) throw new AppError('PASSWORD_TOO_LONG');
  if (password.length < PASSWORD_MIN) throw new AppError('PASSWORD_TOO_SHORT');
  if (!isStorableText(password)) throw new AppError('PASSWORD_INVALID');
  if (COMMON_PASSWORDS.has(password.toLowerCase())) throw new AppError('PASSWORD_TOO_COMMON');
  return password;
}

/** Returns a password in the form in which it is hashed: NFC, of the first 512 UTF-16 units. */
export const normalizePassword = (text: string): string => text.slice(0, PASSWORD_MAX * 4).normalize('NFC');
