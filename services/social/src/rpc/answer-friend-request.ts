import type { AnswerFriendRequestRequest, AnswerFriendRequestResponse } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { relationshipOf, type PairRow } from '../db/pairs.ts';
import { settleRequest } from '../db/settle-request.ts';
import { transact } from '../db/transaction.ts';
import { toFriendRequest } from '../domain/friend-request.ts';

/**
 * Accepts or rejects a request that the user received. A repeat with the same answer changes nothing.
 * @throws REQUEST_NOT_FOUND (also lapsed, or to another user), ALREADY_ANSWERED
 */
export async function answerFriendRequest(
  context: AppContext,
  { requestId, userId, accept }: AnswerFriendRequestRequest,
): Promise<AnswerFriendRequestResponse> {
  const status = accept ? 'accepted' : 'rejected';
  const answered = await transact(context, 'answer-friend-request', async (sql, notifications) => {
    const { rows } = await sql.query<PairRow>(
      `SELECT * FROM relationship WHERE request_id = $1 AND $2 IN (low, high) AND requester_id <> $2 FOR UPDATE`,
      [requestId, userId],
    );
    const relationship = rows[0] && relationshipOf(rows[0], userId);
    const request = relationship?.request;
    if (!request || request.status === 'lapsed') throw new AppError('REQUEST_NOT_FOUND');
    if (request.status === 'pending') return settleRequest(sql, notifications, relationship, request, status);
    if (request.status !== status) throw new AppError('ALREADY_ANSWERED');
    return toFriendRequest(request, userId);
  });
  return { request: answered };
}
