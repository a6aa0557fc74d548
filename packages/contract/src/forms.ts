import * as z from 'zod/mini';
import {
  CODE_LENGTH,
  EMAIL_MAX,
  type ErrorCode,
  isEmailAddress,
  isNameText,
  isStorableText,
  normaliseText,
  PASSWORD_MAX,
  PASSWORD_MIN,
  RESERVED_USERNAME,
  USERNAME_MAX,
} from '@fifteen/domain';

/**
 * Schemas of the auth forms (docs/spec/play.md#play-5.6), in zod/mini, because the browser loads them too. The gateway
 * validates the bodies of its calls with the same schemas. The message of every issue is a code of the error catalogue:
 * the server responds with the catalogue's text, and the web app with its translation.
 */

/** Returns the code. Makes the compiler check codes where zod accepts any string. */
const code = (of: ErrorCode): ErrorCode => of;
/** Returns `missing` for a missing field, and zod's own text for a wrong type. */
const whenMissing = (missing: ErrorCode) => ({
  error: (issue: { input?: unknown }) => (issue.input === undefined ? missing : undefined),
});

const username = z.string(whenMissing('USERNAME_REQUIRED')).check(
  z.maxLength(USERNAME_MAX * 4, { error: code('USERNAME_INVALID'), abort: true }),
  z.overwrite(normaliseText),
  z.minLength(1, { error: code('USERNAME_REQUIRED'), abort: true }),
  z.maxLength(USERNAME_MAX, { error: code('USERNAME_INVALID'), abort: true }),
  // NFKC, as a login compares: it has "@" for the full-width and the small one.
  z.refine((name) => !name.normalize('NFKC').includes('@') && isNameText(name), code('USERNAME_INVALID')),
  z.refine((name) => !RESERVED_USERNAME.test(name.toLowerCase()), code('USERNAME_RESERVED')),
  z.describe('1 to 32 characters, NFC, nothing invisible, no "@"; unique without regard to case'),
);

const email = z
  .string(whenMissing('EMAIL_REQUIRED'))
  .check(
    z.maxLength(EMAIL_MAX, { error: code('EMAIL_INVALID'), abort: true }),
    z.trim(),
    z.minLength(1, { error: code('EMAIL_REQUIRED'), abort: true }),
    z.refine(isEmailAddress, code('EMAIL_INVALID')),
    z.describe('An e-mail address, at most 254 characters'),
  );

const password = z
  .string(whenMissing('PASSWORD_REQUIRED'))
  .check(
    z.maxLength(PASSWORD_MAX, { error: code('PASSWORD_TOO_LONG'), abort: true }),
    z.normalize('NFC'),
    z.minLength(PASSWORD_MIN, { error: code('PASSWORD_TOO_SHORT'), abort: true }),
    z.maxLength(PASSWORD_MAX, code('PASSWORD_TOO_LONG')),
    z.refine(isStorableText, code('PASSWORD_INVALID')),
    z.describe('6 to 128 characters'),
  );

/** Six digits from a mail; surrounding blanks are removed. */
const digits = (missing: ErrorCode, invalid: ErrorCode) =>
  z
    .string(whenMissing(missing))
    .check(
      z.maxLength(CODE_LENGTH * 4, { error: invalid, abort: true }),
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.regex(/^[0-9]{6}$/, invalid),
      z.describe('The six digits that were mailed'),
    );

/** Signs in by username or e-mail. A username that cannot exist is a wrong credential, not a malformed request. */
export const loginForm = z.object({
  username: z
    .string(whenMissing('USERNAME_REQUIRED'))
    .check(
      z.maxLength(EMAIL_MAX, { error: code('INVALID_CREDENTIALS'), abort: true }),
      z.overwrite(normaliseText),
      z.minLength(1, { error: code('USERNAME_REQUIRED'), abort: true }),
      z.refine(isStorableText, code('USERNAME_INVALID')),
      z.describe('Username or e-mail address'),
    ),
  password: z
    .string(whenMissing('PASSWORD_REQUIRED'))
    .check(
      z.maxLength(PASSWORD_MAX, { error: code('PASSWORD_TOO_LONG'), abort: true }),
      z.normalize('NFC'),
      z.minLength(1, { error: code('PASSWORD_REQUIRED'), abort: true }),
      z.refine(isStorableText, code('PASSWORD_INVALID')),
      z.describe('The password'),
    ),
});

/** Registers a user, or upgrades a guest. */
export const registerForm = z.object({ username, password, email });

/** Requests a reset code, or another verification code. */
export const emailForm = z.object({ email });

const optionalEmail = z
  .optional(email)
  .check(z.describe('Needed only without the flow cookie of this browser'));

/** Verifies an address. */
export const verifyEmailForm = z.object({
  token: digits('VERIFICATION_CODE_REQUIRED', 'VERIFICATION_CODE_INVALID'),
  email: optionalEmail,
});

/** Sets a new password with a mailed code: the body of the call. */
export const resetPasswordBody = z.object({
  token: digits('RESET_CODE_REQUIRED', 'RESET_CODE_INVALID'),
  newPassword: password,
  email: optionalEmail,
});

/** The form for it, which has the password twice. */
export const resetPasswordForm = z.extend(resetPasswordBody, { confirmPassword: z.string() }).check(
  z.refine((form) => form.newPassword === form.confirmPassword.normalize('NFC'), {
    error: code('PASSWORDS_DIFFER'),
    path: ['confirmPassword'],
  }),
);
