import type { UserId } from '@fifteen/domain';
import type { LogoutResponse, LogoutRequest } from '@fifteen/proto/identity';
import type { Sql } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { deleteAccounts, lockDeletableGuest } from '../db/accounts.ts';
import { endAllSessions, endSession, findSessionOwner, type EndedSession } from '../db/sessions.ts';
import { transact } from '../db/transaction.ts';

/**
 * Signs out. A guest's account is deleted, unless its registration waits for a code; the caller has removed the guest from
 * any game before. An unknown token is no error.
 */
export async function logout(context: AppContext, { token }: LogoutRequest): Promise<LogoutResponse> {
  const accountId = await findSessionOwner(context.db, token);
  if (!accountId) return {};
  await transact(context, 'logout', async (sql, notifications) => {
    notifications.sessionsEnded(await endSessionOrGuest(sql, accountId, token));
  });
  return {};
}

async function endSessionOrGuest(sql: Sql, accountId: UserId, token: string): Promise<EndedSession[]> {
  if (!(await lockDeletableGuest(sql, accountId))) return endSession(sql, token);
  const ended = await endAllSessions(sql, accountId);
  await deleteAccounts(sql, [accountId]);
  return ended;
}
