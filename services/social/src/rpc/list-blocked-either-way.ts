import type { ListBlockedEitherWayResponse, ListBlockedEitherWayRequest } from '@fifteen/proto/social';
import { AppError } from '@fifteen/runtime';
import { queryRows } from '@fifteen/runtime/statements';
import type { AppContext } from '../context.ts';
import { sidesOf } from '../db/pairs.ts';

const AMONG_MAX = 200;

/**
 * Returns those of some users who block a user or whom that user blocks.
 * @throws INVALID for more than 200
 */
export async function listBlockedEitherWay(
  { db }: AppContext,
  { userId, among }: ListBlockedEitherWayRequest,
): Promise<ListBlockedEitherWayResponse> {
  if (among.length > AMONG_MAX)
    throw new AppError('INVALID', { reason: `At most ${AMONG_MAX} people at once` });
  const blocks = sidesOf(userId)
    .select('other_id')
    .where((blocked) => blocked.whereNotNull('blocks_at').orWhereNotNull('blocked_at'))
    .whereRaw('other_id = ANY(?)', [among]);
  const rows = await queryRows(db, blocks);
  return { userIds: rows.map(({ other_id }) => other_id) };
}
