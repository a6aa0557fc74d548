import type { ListBlockedResponse, ListBlockedRequest } from '@fifteen/proto/social';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { sidesOf } from '../db/pairs.ts';

const LIMIT = 200;

/** Returns the users that a user blocks, newest first. */
export async function listBlocked(
  { db }: AppContext,
  { userId }: ListBlockedRequest,
): Promise<ListBlockedResponse> {
  const rows = await queryRows(
    db,
    sidesOf(userId)
      .select('other_id')
      .whereNotNull('blocks_at')
      .orderBy([{ column: 'blocks_at', order: 'desc' }, 'other_id'])
      .limit(LIMIT),
  );
  return { userIds: rows.map(({ other_id }) => other_id) };
}
