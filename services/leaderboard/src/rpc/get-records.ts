import type { GetRecordsResponse, GetRecordsRequest } from '@fifteen/proto/leaderboard';
import { AppError } from '@fifteen/runtime';
import type { AppContext } from '../context.ts';
import { loadRecords } from '../db/records.ts';

const LIMIT = 200;

/**
 * Returns the records of users in the requested order. A user without games has an empty one.
 * @throws INVALID for more than 200 users
 */
export async function getRecords(
  { db }: AppContext,
  { userIds }: GetRecordsRequest,
): Promise<GetRecordsResponse> {
  if (userIds.length > LIMIT) throw new AppError('INVALID', { reason: 'At most 200 records at once' });
  return { records: await loadRecords(db, userIds) };
}
