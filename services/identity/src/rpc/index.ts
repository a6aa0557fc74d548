import type { IdentityServiceDefinition } from '@fifteen/proto/identity';
import type { Methods } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { authenticate } from './authenticate.ts';
import { banUser } from './ban-user.ts';
import { createGuest } from './create-guest.ts';
import { deleteUser } from './delete-user.ts';
import { endSessions } from './end-sessions.ts';
import { findAccount } from './find-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { getAccounts } from './get-accounts.ts';
import { getPicture } from './get-picture.ts';
import { listAccessRecords } from './list-access-records.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refreshSessions } from './refresh-sessions.ts';
import { register } from './register.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { searchAccounts } from './search-accounts.ts';
import { unbanUser } from './unban-user.ts';
import { updateProfile } from './update-profile.ts';
import { upgradeGuest } from './upgrade-guest.ts';
import { verifyEmail } from './verify-email.ts';

/** Handlers and allowed callers. Users reach their accounts through the gateway only. */
export const methods: Methods<typeof IdentityServiceDefinition, AppContext> = {
  createGuest: { callers: ['gateway'], handle: createGuest },
  register: { callers: ['gateway'], handle: register },
  upgradeGuest: { callers: ['gateway'], handle: upgradeGuest },
  login: { callers: ['gateway'], handle: login },
  logout: { callers: ['gateway'], handle: logout },
  authenticate: { callers: ['gateway'], handle: authenticate },
  refreshSessions: { callers: ['gateway'], handle: refreshSessions },
  verifyEmail: { callers: ['gateway'], handle: verifyEmail },
  forgotPassword: { callers: ['gateway'], handle: forgotPassword },
  resendVerification: { callers: ['gateway'], handle: resendVerification },
  resetPassword: { callers: ['gateway'], handle: resetPassword },
  getAccounts: { callers: ['gateway', 'leaderboard', 'admin'], handle: getAccounts },
  listAccessRecords: { callers: ['leaderboard'], handle: listAccessRecords },
  searchAccounts: { callers: ['gateway'], handle: searchAccounts },
  updateProfile: { callers: ['gateway'], handle: updateProfile },
  getPicture: { callers: ['gateway'], handle: getPicture },
  findAccount: { callers: ['admin'], handle: findAccount },
  endSessions: { callers: ['admin'], handle: endSessions },
  banUser: { callers: ['admin'], handle: banUser },
  unbanUser: { callers: ['admin'], handle: unbanUser },
  deleteUser: { callers: ['admin'], handle: deleteUser },
};
