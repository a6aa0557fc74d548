import { z } from 'zod';
import { emailForm, loginForm, registerForm, resetPasswordBody, verifyEmailForm } from '../forms.ts';
import { User } from '../objects/index.ts';
import { routes } from '../routes.ts';
import { call, noContent, TextResponse } from './call.ts';

const authRoutes = routes.auth;

const Registered = z.object({
  message: z.string(),
  needsVerification: z.literal(true),
  email: z.string(),
});

const passwordErrors = [
  'PASSWORD_REQUIRED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_INVALID',
  'PASSWORD_TOO_COMMON',
] as const;

const registrationErrors = [
  'USERNAME_REQUIRED',
  'USERNAME_INVALID',
  'USERNAME_RESERVED',
  'USERNAME_TAKEN',
  'EMAIL_REQUIRED',
  'EMAIL_INVALID',
  'EMAIL_TAKEN',
  ...passwordErrors,
] as const;

/** Accounts and sessions. A mailed code is accepted only with the HttpOnly flow cookie, or with `email` in the body. */
export const auth = {
  user: call(authRoutes.user, { summary: 'Signed-in user', ok: { 200: User } }),
  session: call(authRoutes.session, {
    summary: 'Signed-in user; null without a session',
    session: 'optional',
    ok: { 200: z.object({ user: User.nullable() }) },
  }),
  register: call(authRoutes.register, {
    summary: 'Register an account; a mailed code verifies the address',
    session: false,
    body: registerForm,
    ok: { 201: Registered },
    errors: registrationErrors,
  }),
  login: call(authRoutes.login, {
    summary: 'Sign in by username or e-mail address; sets the session cookie',
    session: false,
    body: loginForm,
    ok: { 200: User },
    errors: [
      'USERNAME_REQUIRED',
      'USERNAME_INVALID',
      'PASSWORD_REQUIRED',
      'PASSWORD_TOO_LONG',
      'PASSWORD_INVALID',
      'INVALID_CREDENTIALS',
      'ACCOUNT_BANNED',
      'NEEDS_VERIFICATION',
    ],
  }),
  guest: call(authRoutes.guest, {
    summary: 'Create a guest account that lasts until logout or 90 idle days; sets the session cookie',
    session: false,
    ok: { 201: User },
  }),
  logout: call(authRoutes.logout, {
    summary: 'End the session, and with it a guest account',
    session: false,
    ok: { 204: noContent },
  }),
  forgotPassword: call(authRoutes.forgotPassword, {
    summary: 'Mail a reset code; the response is the same for unknown addresses',
    session: false,
    body: emailForm,
    ok: { 200: TextResponse },
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID'],
  }),
  verifyEmail: call(authRoutes.verifyEmail, {
    summary:
      'Verify the address by the mailed code; with the flow cookie this signs in, and `user` is the new account',
    session: false,
    body: verifyEmailForm,
    ok: { 200: TextResponse.extend({ user: User.optional() }) },
    errors: [
      'VERIFICATION_CODE_REQUIRED',
      'VERIFICATION_CODE_INVALID',
      'EMAIL_REQUIRED',
      'EMAIL_INVALID',
      'INVALID_CODE',
      'ACCOUNT_BANNED',
    ],
  }),
  resetPassword: call(authRoutes.resetPassword, {
    summary: 'Set a new password by the mailed code; ends all sessions',
    session: false,
    body: resetPasswordBody,
    ok: { 200: TextResponse },
    errors: [
      'RESET_CODE_REQUIRED',
      'RESET_CODE_INVALID',
      'EMAIL_REQUIRED',
      'EMAIL_INVALID',
      'INVALID_CODE',
      'ACCOUNT_BANNED',
      ...passwordErrors,
    ],
  }),
  resendVerification: call(authRoutes.resendVerification, {
    summary: 'Mail the verification code again; the response is the same for unknown addresses',
    session: false,
    body: emailForm,
    ok: { 200: TextResponse },
    errors: ['EMAIL_REQUIRED', 'EMAIL_INVALID'],
  }),
  upgrade: call(authRoutes.upgrade, {
    summary: 'Register the signed-in guest; the account keeps its id, coins and record',
    idempotent: true,
    body: registerForm,
    ok: { 201: Registered },
    errors: [...registrationErrors, 'NOT_A_GUEST', 'ACCOUNT_BANNED'],
  }),
};
