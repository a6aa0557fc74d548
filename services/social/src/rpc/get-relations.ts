import type { UserId } from '@fifteen/domain';
import type { Relation, GetRelationsRequest, GetRelationsResponse } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { requestOf, type SideRow } from '../db/pairs.ts';

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
  const { rows } = await db.query<SideRow>(
    `SELECT * FROM user_relationship WHERE user_id = $1 AND other_id = ANY ($2)`,
    [userId, otherIds],
  );
  const known = new Map(rows.map((row) => [row.other_id, row]));
  return { relations: otherIds.map((otherId) => toRelation(otherId, known.get(otherId))) };
}

function toRelation(otherId: UserId, row: SideRow | undefined): Relation {
  if (!row)
    return {
      otherId,
      friend: false,
      blocks: false,
      blockedBy: false,
      requestSent: false,
      requestReceived: false,
    };
  const request = requestOf(row);
  return {
    otherId,
    friend: row.friends_since !== null,
    blocks: row.blocks_at !== null,
    blockedBy: row.blocked_at !== null,
    requestSent: row.request_sent,
    requestReceived: request?.status === 'pending' && request.requesterId === otherId,
  };
}
