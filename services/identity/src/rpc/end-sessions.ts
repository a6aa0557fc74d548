import type { EndSessionsRequest, EndSessionsResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { lockAccount } from '../db/accounts.ts';
import { endAllSessions } from '../db/sessions.ts';
import { transact } from '../db/transaction.ts';
import { userNotFound } from '../domain/errors.ts';

/**
 * Ends all sessions of an account, for operators. The account's lock makes a parallel login wait, so that it creates its
 * session before or after, never unnoticed in between.
 * @throws USER_NOT_FOUND
 */
export async function endSessions(
  context: AppContext,
  { userId }: EndSessionsRequest,
): Promise<EndSessionsResponse> {
  await transact(context, 'end-sessions', async (sql, notifications) => {
    if (!(await lockAccount(sql, userId))) throw userNotFound();
    notifications.sessionsEnded(await endAllSessions(sql, userId));
  });
  return {};
}
