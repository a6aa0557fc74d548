import type { ListBlockedEitherWayResponse, ListBlockedEitherWayRequest } from '@fifteen/proto/social';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { sidesOf } from '../db/pairs.ts';

const LIMIT = 1_000;

/** Returns all users who block a user or whom that user blocks. */
export async function listBlockedEitherWay(
  { db }: AppContext,
  { userId }: ListBlockedEitherWayRequest,
): Promise<ListBlockedEitherWayResponse> {
  const rows = await queryRows(
    db,
    sidesOf(userId)
      .select('other_id')
      .where((blocked) => blocked.whereNotNull('blocks_at').orWhereNotNull('blocked_at'))
      .limit(LIMIT),
  );
  return { userIds: rows.map(({ other_id }) => other_id) };
}
