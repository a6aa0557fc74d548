import type { UnbanUserRequest, UnbanUserResponse } from '@fifteen/proto/identity';
import type { AppContext } from '../context.ts';
import { clearBan } from '../db/bans.ts';
import { userNotFound } from '../domain/errors.ts';

/**
 * Ends the ban of a user, for operators.
 * @throws USER_NOT_FOUND
 */
export async function unbanUser(
  { db, log }: AppContext,
  { userId }: UnbanUserRequest,
): Promise<UnbanUserResponse> {
  if (!(await clearBan(db, userId))) throw userNotFound();
  log.info({ accountId: userId }, 'account unbanned');
  return {};
}
