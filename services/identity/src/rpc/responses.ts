import type { Account, CodeFlow, Session, SessionGrant } from '@fifteen/proto/identity';
import type { AccountRow } from '../db/accounts.ts';
import type { ActiveSession, IssuedSession } from '../db/sessions.ts';
import type { Codes } from '../domain/codes.ts';
import type { Email } from '../domain/email.ts';

/** Returns the response to a request that sent a code. */
export const toCodeFlow = (codes: Codes, flowId: string, email: Email): CodeFlow => ({
  flow: codes.flowCookie(flowId),
  email: email.address,
});

/** Returns a new session with its token: the only response that has one. */
export const toSessionGrant = ({ token, session }: IssuedSession): SessionGrant => ({
  token,
  session: toSession(session),
});

/** Returns a session without its token. */
export const toSession = ({ id, account, expiresAt, cookieDue }: ActiveSession): Session => ({
  id,
  account: toAccount(account),
  expiresAt,
  cookieDue,
});

/** Returns an account with all its fields: the gateway decides which of them a user sees. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  displayName: row.display_name,
  email: row.email ?? '',
  emailVerified: row.verified,
  guest: row.guest,
  picture: row.picture ?? '',
  createdAt: row.created_at,
  verifiedAt: row.verified_at ?? undefined,
  resetAt: row.reset_at ?? undefined,
  bannedAt: row.banned_at ?? undefined,
});
