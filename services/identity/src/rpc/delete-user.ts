import type { DeleteUserRequest, DeleteUserResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { deleteAccounts, lockAccount } from '../db/accounts.ts';
import { endAllSessions } from '../db/sessions.ts';
import { transact } from '../db/transaction.ts';
import { userNotFound } from '../domain/errors.ts';

/**
 * Deletes an account for good, for operators. The account's lock makes a parallel login wait, which then finds no account.
 * @throws USER_NOT_FOUND
 */
export async function deleteUser(
  context: AppContext,
  { userId }: DeleteUserRequest,
): Promise<DeleteUserResponse> {
  await transact(context, 'delete-user', async (sql, notifications) => {
    if (!(await lockAccount(sql, userId))) throw userNotFound();
    notifications.sessionsEnded(await endAllSessions(sql, userId));
    await deleteAccounts(sql, [userId]);
  });
  context.log.info({ accountId: userId }, 'account deleted');
  return {};
}
