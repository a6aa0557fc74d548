import type { DeleteUserRequest, DeleteUserResponse } from '@fifteen/proto/identity';
import { build, execute } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { deleteAccounts, lockAccount } from '../db/accounts.ts';
import { endAllSessions } from '../db/sessions.ts';
import { transact } from '../db/transaction.ts';

/**
 * Deletes an account for good, for operators. The account's lock makes a parallel login wait, which then finds no account.
 * Nor does a repeat of the request, whose first response was lost: it is no error.
 */
export async function deleteUser(
  context: AppContext,
  { userId }: DeleteUserRequest,
): Promise<DeleteUserResponse> {
  await transact(context, 'delete-user', async (sql, notifications) => {
    if (!(await lockAccount(sql, userId))) return;
    notifications.sessionsEnded(await endAllSessions(sql, userId));
    await deleteAccounts(sql, [userId]);
    // Those of a guest who leaves stay for a day: the limits of code mails count them, and a logout must not reset them.
    for (const table of ['code_flow', 'mail'])
      await execute(sql, build(table).where({ account_id: userId }).delete());
  });
  context.log.info({ accountId: userId }, 'account deleted');
  return {};
}
