import type { UserId } from '@fifteen/domain';
import type { Relation, GetRelationsRequest, GetRelationsResponse } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';

const MAX = 200;

/**
 * Returns a user's relation to each of the others, in the order of the request.
 * @throws INVALID for more than 200
 */
export async function getRelations(
  { db }: AppContext,
  { userId, otherIds }: GetRelationsRequest,
): Promise<GetRelationsResponse> {
  if (otherIds.length > MAX) throw new AppError('INVALID', { reason: `At most ${MAX} people at once` });
  const { rows } = await db.query<RelationRow>(
    `SELECT other_id, friends_since IS NOT NULL AS friend, blocks_at IS NOT NULL AS blocks,
       blocked_at IS NOT NULL AS blocked_by,
       request_status IS NOT DISTINCT FROM 'pending' AND requester_id = user_id AS request_sent,
       request_status IS NOT DISTINCT FROM 'pending' AND requester_id = other_id AS request_received
     FROM user_relationship WHERE user_id = $1 AND other_id = ANY ($2)`,
    [userId, otherIds],
  );
  const known = new Map(rows.map((row) => [row.other_id, row]));
  return { relations: otherIds.map((otherId) => toRelation(otherId, known.get(otherId))) };
}

interface RelationRow {
  other_id: UserId;
  friend: boolean;
  blocks: boolean;
  blocked_by: boolean;
  request_sent: boolean;
  request_received: boolean;
}

const toRelation = (otherId: UserId, row: RelationRow | undefined): Relation => ({
  otherId,
  friend: row?.friend ?? false,
  blocks: row?.blocks ?? false,
  blockedBy: row?.blocked_by ?? false,
  requestSent: row?.request_sent ?? false,
  requestReceived: row?.request_received ?? false,
});
