import type { BanUserRequest, BanUserResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { setBan } from '../db/bans.ts';
import { endAllSessions } from '../db/sessions.ts';
import { transact } from '../db/transaction.ts';
import { userNotFound } from '../domain/errors.ts';

/**
 * Bans a user and ends all sessions, for operators. The account's lock makes a parallel login wait, which then finds
 * the ban.
 * @throws USER_NOT_FOUND
 */
export async function banUser(context: AppContext, { userId }: BanUserRequest): Promise<BanUserResponse> {
  await transact(context, 'ban-user', async (sql, notifications) => {
    if (!(await setBan(sql, userId))) throw userNotFound();
    notifications.sessionsEnded(await endAllSessions(sql, userId));
  });
  context.log.info({ accountId: userId }, 'account banned');
  return {};
}
