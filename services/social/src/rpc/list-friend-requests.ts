import type { ListFriendRequestsResponse, ListFriendRequestsRequest } from '@fifteen/proto/social';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { requestOf, sidesOf } from '../db/pairs.ts';
import { toFriendRequest } from '../domain/friend-request.ts';

const LIMIT = 100;

/** Returns the pending requests that a user received, newest first. */
export async function listFriendRequests(
  { db }: AppContext,
  { userId }: ListFriendRequestsRequest,
): Promise<ListFriendRequestsResponse> {
  const rows = await queryRows(
    db,
    sidesOf(userId)
      .where({ request_status: 'pending' })
      .whereNot({ requester_id: userId })
      .orderBy([{ column: 'requested_at', order: 'desc' }, 'request_id'])
      .limit(LIMIT),
  );
  const requests = rows.flatMap((row) => requestOf(row) ?? []);
  return { requests: requests.map((request) => toFriendRequest(request, userId)) };
}
